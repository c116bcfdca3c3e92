import { z } from 'zod';
import { defineJob } from '#server/jobs/jobs.ts';
import { call } from './call.ts';
import type { Person } from './factories.ts';
import type { TestApp } from './start-app.ts';

const Added = z.object({ lecture: z.object({ _id: z.string() }) });
const remind = defineJob({ name: 'classes.remind', lane: 'upkeep', payload: z.object({}) });

/** Adds a class of an hour, and returns its id. */
export const aClass = async (
  app: TestApp,
  { token }: Person,
  { courseId, startsAtMs, ...values }: { courseId: string; title: string; startsAtMs: number; isDraft?: boolean },
): Promise<string> => {
  const url = 'https://meet.example/class';
  const body = { kind: 'live', ...values, startsAt: new Date(startsAtMs).toISOString(), durationMinutes: 60, url };
  const response = await call(app, 'POST', `/courses/${courseId}/lectures`, { token, body });
  return Added.parse(response.body).lecture._id;
};

/** Changes a class as its author does. */
export const moveClass = (
  app: TestApp,
  { token }: Person,
  { courseId, lectureId }: { courseId: string; lectureId: string },
  startsAtMs: number,
) =>
  call(app, 'PATCH', `/courses/${courseId}/lecture/${lectureId}`, {
    token,
    body: { startsAt: new Date(startsAtMs).toISOString() },
  });

/** Runs the job that reminds of classes, and everything that follows. */
export const remindOfClasses = async ({ jobs, database }: TestApp): Promise<void> => {
  await jobs.enqueue(database.db, remind, {});
  await jobs.runDue();
};
