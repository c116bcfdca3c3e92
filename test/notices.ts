import type { NoticeContent } from '#contract/notice-kinds.ts';
import { createNotify } from '#server/features/notices/notify.ts';
import { z } from 'zod';
import type { Person } from './factories.ts';
import { call } from './call.ts';
import type { TestApp } from './start-app.ts';

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
