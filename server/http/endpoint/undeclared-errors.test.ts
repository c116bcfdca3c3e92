import { expect, test } from 'vitest';
import { post, success } from '#contract/endpoint.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { readConfig } from '#server/config.ts';
import { fail } from '#server/errors.ts';
import { createAccessControl } from '#server/http/endpoint/access-control.ts';
import { createBind } from '#server/http/endpoint/bind.ts';
import { createOrigins } from '#server/http/endpoint/origins.ts';
import { createServer } from '#server/http/server.ts';
import { collectLogs } from '#test/collect-logs.ts';
import { writeEnglish } from '#test/write-english.ts';

const publish = post('/publish', {
  access: 'public',
  summary: 'Publish something',
  errors: ['order_outdated'],
  response: success({}),
});

/** No endpoint of these tests has a form. */
const noFiles = (): Promise<never> => Promise.reject(new Error('a file was sent'));

/** Calls an endpoint whose handler throws `code`. */
const callFailingWith = async (code: ErrorCode) => {
  const { lines, logger, assertErrorsDeclared } = collectLogs('error');
  const http = await createServer(readConfig({}), logger);
  const limits = { count: async () => {}, attempt: async () => true, forget: async () => {}, sweep: async () => {} };
  const bind = createBind(http, {
    accessControl: createAccessControl({
      authenticate: async () => undefined,
      policy: {
        assertAdmin: async () => undefined,
        assertMay: async () => undefined,
        assertUnlocked: async () => undefined,
        assertConfirmsPayments: async () => undefined,
      },
      clock: { now: Date.now },
      limits,
    }),
    writerFor: async () => writeEnglish,
    sendsEmail: async () => true,
    forms: {
      storage: { receive: noFiles, freeBytes: async () => 0 },
      temporaryFiles: { receive: noFiles },
      maxUploadBytes: async () => 1,
      sniff: () => undefined,
    },
    origins: createOrigins(async () => 'http://localhost'),
    audit: (_endpoint, _request, _input, handle) => handle(),
  });
  bind({ publish }, { publish: () => Promise.reject(fail(code)) });
  const { statusCode } = await http.inject({ method: 'POST', url: '/api/v1/publish' });
  await http.close();
  return { statusCode, lines, assertErrorsDeclared };
};

test('a declared error and a general one are returned without a line in the log', async () => {
  for (const [code, status] of [
    ['order_outdated', 409],
    ['busy', 503],
  ] as const) {
    const { statusCode, assertErrorsDeclared } = await callFailingWith(code);
    expect(statusCode).toBe(status);
    expect(assertErrorsDeclared).not.toThrow();
  }
});

test('an error that the endpoint does not declare is returned, logged, and fails the test that met it', async () => {
  const { statusCode, lines, assertErrorsDeclared } = await callFailingWith('email_taken');
  expect(statusCode).toBe(409);
  expect(lines.join('')).toContain('"endpoint":"POST /publish","code":"email_taken"');
  expect(assertErrorsDeclared).toThrow('undeclared errors');
});
