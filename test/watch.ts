import type { TestApp } from './start-app.ts';

interface Watched {
  courseId: string;
  lectureId: string;
  watchedMs: number;
  isDone?: boolean;
}

/** So much of a lecture is measured, written as a row. */
export const watch = async (
  { database, clock }: Pick<TestApp, 'database' | 'clock'>,
  userId: string,
  { courseId, lectureId, watchedMs, isDone = false }: Watched,
): Promise<void> => {
  const watched = {
    watched: JSON.stringify([[0, watchedMs]]),
    watched_ms: watchedMs,
    done_at: isDone ? clock.now() : null,
  };
  const place = { user_id: userId, lecture_id: lectureId, course_id: courseId };
  const rest = {
    position_ms: watchedMs,
    allowance_from: clock.now(),
    session_id: 's',
    seq: 0,
    watched_at: clock.now(),
  };
  await database.transaction((tx) =>
    tx
      .insertInto('lecture_progress')
      .values({ ...place, ...watched, ...rest })
      .onConflict((conflict) => conflict.columns(['user_id', 'lecture_id']).doUpdateSet(watched))
      .execute(),
  );
};
