import { expect, onTestFinished, test } from 'vitest';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { call } from '#test/call.ts';
import { anAdmin } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';

/** Names, units and settings, which are the same in every language. */
const NAMES =
  /ffmpeg|SQLite|PostgreSQL|Razorpay|[A-Z]+(?:_[A-Z]+)+(?:=\d)?|\b(?:ms|none)\b|[GM]B\b|\/\S+|https?:\S+|\d\S*/g;

/** The texts in a response, by the path to them. */
const textsIn = (value: unknown, path = ''): [path: string, text: string][] => {
  if (typeof value === 'string') return [[path, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, part]) =>
    textsIn(part, Array.isArray(value) ? path : `${path}.${name}`),
  );
};

/** What the school wrote, and messages that pages translate. */
const OTHERS = /^\.(?:message|plans\.name|site\.(?:tagline|heroText|plans\.name))$/;

test('what the server writes to an admin who reads Hindi has no English sentence', async () => {
  const app = await startApp();
  onTestFinished(app.close);
  const { token } = await anAdmin(app);
  const endpoints = Object.values(api).flatMap((group) => Object.values<Endpoint>(group));
  const read = endpoints.filter(
    ({ method, path, produces }) => method === 'GET' && produces === undefined && !/:|stream/.test(path),
  );
  expect(read.length).toBeGreaterThan(80);
  for (const { path: address } of read) {
    const { body } = await call(app, 'GET', address, { token, headers: { 'accept-language': 'hi' } });
    const english = textsIn(body).filter(
      ([path, text]) => !OTHERS.test(path) && /[a-z]{2} [a-z]{2}/i.test(text.replaceAll(NAMES, '')),
    );
    expect(english, address).toEqual([]);
  }
});
