import type { NoticeContent } from '#contract/notices/notice-kinds.ts';
import { createNotify } from '#server/features/notices/notify.ts';
import { onTestFinished } from 'vitest';
import { z } from 'zod';
import { call } from './call.ts';
import { aUser, type Person } from './factories.ts';
import { emailsTo } from './mailbox.ts';
import { startApp, type TestApp } from './start-app.ts';

const Listed = z.object({ notices: z.array(z.looseObject({ kind: z.string() })) });

/** What the app lists for a person besides receipts, the newest first. */
export const noticesOf = async (app: TestApp, { token }: Person) =>
  Listed.parse((await call(app, 'GET', '/notices?limit=100', { token })).body).notices.filter(
    ({ kind }) => kind !== 'receipt',
  );

export const kindsFor = async (app: TestApp, person: Person): Promise<string[]> =>
  (await noticesOf(app, person)).map(({ kind }) => kind);

/** What a learner is notified of. */
export const AN_ANSWER = {
  kind: 'answer',
  courseId: 'course1',
  courseTitle: 'Statistics',
  lectureId: 'lecture1',
  lectureTitle: 'Profit is not cash',
  questionId: 'question1',
  byName: 'Nandini Kulkarni',
  text: 'Your book is right.',
  atMs: 220_000,
  isOwnQuestion: true,
} satisfies NoticeContent;

/** Writes notices of which each kind goes by push alone; another process, or the app, sends them. */
export const notifyByPush = (app: TestApp): ReturnType<typeof createNotify> => {
  const unused = () => Promise.reject(new Error('another process delivers'));
  const channel = { deliver: unused, digest: unused };
  return createNotify(app, {
    channels: {
      email: { ...channel, reaches: async () => new Set() },
      push: { ...channel, reaches: async (_db, userIds) => new Set(userIds) },
    },
    changed: () => undefined,
  });
};

const everyone = async (_db: unknown, userIds: readonly string[]) => new Set(userIds);

/** A school with Meera, whom `notify` sends notices. */
export const openSchool = async () => {
  const app = await startApp();
  onTestFinished(app.close);
  const meera = await aUser(app, { email: 'meera@school.in', fullName: 'Meera Nair' });
  const unused = () => Promise.reject(new Error('the app delivers'));
  const channel = { deliver: unused, digest: unused };
  const write = createNotify(app, {
    channels: { email: { ...channel, reaches: everyone }, push: { ...channel, reaches: async () => new Set() } },
    changed: () => undefined,
  });
  const notify = (dedupeKey: string, content: NoticeContent, to: Person = meera) =>
    app.database.transaction((tx) => write(tx, [{ userId: to.id, dedupeKey, content }]));
  const get = async (path: string, { token }: Person = meera) => (await call(app, 'GET', path, { token })).body;
  const save = (body: object) => call(app, 'PUT', '/user/notice-settings', { token: meera.token, body });
  const deliveries = () =>
    app.database.db.selectFrom('notice_deliveries').select(['channel', 'state', 'problem']).execute();
  return { app, meera, notify, get, save, deliveries, emails: () => emailsTo(app, 'meera@school.in') };
};
