import { z } from 'zod';
import { MINUTE_MS } from '#server/clock.ts';
import type { Audience } from '#contract/announcements/announcements.ts';
import { call, type CallResponse } from './call.ts';
import type { Person } from './factories.ts';
import type { TestApp } from './start-app.ts';

const Written = z.object({ announcement: z.looseObject({ _id: z.string(), state: z.string() }) });

export interface DraftFacts {
  title?: string;
  body?: string;
  audience?: Audience;
}

export const draftAnnouncement = (
  app: TestApp,
  { token }: Person,
  { title = 'Diwali hours', body = 'We **close** on Monday.', audience = {} }: DraftFacts = {},
): Promise<CallResponse> => call(app, 'POST', '/announcements', { token, body: { title, body, audience } });

/** The announcement in a response. */
export const announcementIn = ({ body }: CallResponse) => Written.parse(body).announcement;

/** Writes an announcement and sends it: it begins in a minute, which has passed. Returns its id. */
export const announce = async (app: TestApp, author: Person, draft: DraftFacts = {}): Promise<string> => {
  const { _id } = announcementIn(await draftAnnouncement(app, author, draft));
  await call(app, 'POST', `/announcements/${_id}/send`, { token: author.token, body: {} });
  app.clock.advance(MINUTE_MS);
  return _id;
};

/** Gives a person a right to one course, as an admin does. */
export const grantCourse = async (
  app: TestApp,
  admin: Person,
  person: Person,
  courseId: string,
  untilDay = '2027-06-01',
): Promise<void> => {
  const body = { untilDay, reason: 'A scholarship', courseId };
  await call(app, 'POST', `/admin/people/${person.id}/grant`, { token: admin.token, body });
};
