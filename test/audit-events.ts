import { expect } from 'vitest';
import { z } from 'zod';
import { AuditEvent } from '#contract/school/audit.ts';
import { call } from './call.ts';
import type { Person } from './factories.ts';
import type { TestApp } from './start-app.ts';

/** A request with its body, and the event that it leaves: in words, with the changes. */
type Step = [request: string, body: object | undefined, event: string, changes: string[]];

/** The latest event of the audit. */
export const lastEvent = async (app: TestApp, { token }: Person): Promise<AuditEvent> => {
  const { body } = await call(app, 'GET', '/admin/audit?limit=1', { token });
  const [event] = z.array(AuditEvent).parse(body['events']);
  if (!event) throw new Error('nothing was recorded');
  return event;
};

/** An event with its changes, as a reader sees them. */
export const shownEvent = ({ text, name, changes }: AuditEvent): [string, string[]] => [
  name === null ? text : `${text}: ${name}`,
  changes
    .filter(({ field }) => !/Ids?$/.test(field))
    .map(({ field, before, after }) => `${field}: ${before === null ? '' : `${before} → `}${after ?? 'gone'}`),
];

/** Sends a request that must succeed. */
export const send = async (app: TestApp, { token }: Person, request: string, body?: object) => {
  const [method = '', path = ''] = request.split(' ');
  // Events are listed by their time.
  app.clock.advance(1000);
  const answer = await call(app, z.enum(['POST', 'PUT', 'PATCH', 'DELETE']).parse(method), path, {
    token,
    ...(body && { body }),
  });
  if (answer.status >= 300) throw new Error(`${request}: ${answer.text}`);
  return answer;
};

/** Makes each change, and compares the event that it left with the one that is written here. */
export const expectEvents = async (app: TestApp, admin: Person, steps: readonly Step[]): Promise<void> => {
  const events: [string, string[]][] = [];
  for (const [request, body] of steps) {
    await send(app, admin, request, body);
    events.push(shownEvent(await lastEvent(app, admin)));
  }
  expect(events).toEqual(steps.map(([, , event, changes]) => [event, changes]));
};

/** The id of what a request created. */
export const idIn = (body: Record<string, unknown>, name: string): string =>
  z.object({ [name]: z.object({ _id: z.string() }) }).parse(body)[name]?._id ?? '';
