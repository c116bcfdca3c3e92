import { expect, onTestFinished, test } from 'vitest';
import { call } from '#test/call.ts';
import { anAdmin } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';

/** What the server writes to admins, and which fields of it are texts. */
const TEXTS: readonly [address: string, fields: RegExp][] = [
  ['/admin/doctor', /\.(?:title|detail|text)$/],
  ['/admin/plan-check', /\.sentence$/],
  ['/admin/video', /\.problem$/],
  ['/admin/notices', /\.text$/],
];

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

test('what the server writes to an admin who reads Hindi has no English words', async () => {
  const app = await startApp();
  onTestFinished(app.close);
  const { token } = await anAdmin(app);
  for (const [address, fields] of TEXTS) {
    const { body } = await call(app, 'GET', address, { token, headers: { 'accept-language': 'hi' } });
    const texts = textsIn(body).filter(([path]) => fields.test(path));
    expect(texts.length, address).toBeGreaterThan(0);
    expect(texts.filter(([, text]) => /[a-z]{2}/i.test(text.replaceAll(NAMES, '')))).toEqual([]);
  }
});
