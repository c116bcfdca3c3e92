import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import { api } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { addressOf } from './endpoints.ts';
import { aCourse, aSubscriber, anAdmin } from './factories.ts';
import { expectOrderly } from './hostile-responses.ts';
import type { Shape } from './hostile-shapes.ts';
import { startApp } from './start-app.ts';

export interface Caller {
  who: string;
  headers: Record<string, string>;
}

/** These end the session, or what the session may watch, that the other requests need. */
const endsSession = new Set<Endpoint>([api.accounts.logout, api.payments.unsubscribe]);

export const withBody = ({ payload, contentType }: Shape, headers: Record<string, string>): InjectOptions => ({
  payload,
  headers: contentType === undefined ? headers : { ...headers, 'content-type': contentType },
});

/** A school with a course, and the people who send it what it cannot want. */
export const openHostileScene = async () => {
  const app = await startApp();
  const courseId = await aCourse(app);
  const admin = await anAdmin(app);
  const subscriber = await aSubscriber(app);
  const stranger: Caller = { who: 'a stranger', headers: {} };
  const insider: Caller = { who: 'an ADMIN', headers: admin.headers };
  const everyone = [stranger, insider, { who: 'a subscriber', headers: subscriber.headers }];
  return {
    app,
    courseId,
    stranger,
    /** Who gets past the gate, into the handler. */
    insiderOf: (endpoint: Endpoint): Caller =>
      endpoint.access === 'public' || endsSession.has(endpoint) ? stranger : insider,
    everyoneFor: (endpoint: Endpoint): Caller[] => (endsSession.has(endpoint) ? [stranger] : everyone),
    /** A deleted course would make every later request a 404. */
    addressOf: (endpoint: Endpoint): string =>
      addressOf(endpoint, endpoint.method === 'DELETE' ? 'unknown1' : courseId),
    sendAs: async ({ who }: Caller, request: InjectOptions, sent: string): Promise<void> => {
      const response = await app.http.inject(request);
      const { statusCode, body } = response;
      expectOrderly({ statusCode, body, contentType: String(response.headers['content-type']) }, `${who}: ${sent}`);
    },
    close: async (): Promise<void> => {
      const failures = app.logLines().filter((line) => /"msg":"request failed"/.test(line));
      await app.close();
      expect(failures).toEqual([]);
    },
  };
};

export type HostileScene = Awaited<ReturnType<typeof openHostileScene>>;
