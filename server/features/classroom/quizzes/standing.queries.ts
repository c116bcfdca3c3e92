import type { Db } from '#server/database/database.ts';
import { percentOf } from './grading.ts';
import { readSettings } from './versions.ts';

/**
 * The published quizzes of a course, or those of a choice, and how a user stands in them: those that were passed, and the best
 * score of each that was tried, of attempts after a moment.
 */
export const standingIn = async (
  db: Db,
  userId: string,
  courseId: string,
  { sinceMs = 0, quizIds = null }: { sinceMs?: number; quizIds?: readonly string[] | null },
): Promise<{ quizzes: { id: string; title: string; isPassed: boolean }[]; bestPercents: number[] }> => {
  const rows = await db
    .selectFrom('lectures')
    .leftJoin('quiz_attempts as a', (join) =>
      join
        .onRef('a.lecture_id', '=', 'lectures.id')
        .on('a.user_id', '=', userId)
        .on('a.is_preview', '=', 0)
        .on('a.reset_id', 'is', null)
        .on('a.state', '=', 'graded')
        .on('a.submitted_at', '>', sinceMs),
    )
    .where('lectures.course_id', '=', courseId)
    .where('lectures.kind', '=', 'quiz')
    .where('lectures.deleted_at', 'is', null)
    .where('lectures.published_at', 'is not', null)
    .$if(quizIds !== null, (query) => query.where('lectures.id', 'in', quizIds ?? []))
    .select(['lectures.id', 'lectures.title', 'a.has_passed', 'a.earned', 'a.points', 'a.settings'])
    .orderBy('lectures.position')
    .execute();
  const quizzes = [...Map.groupBy(rows, ({ id }) => id).values()];
  const percentsOf = (attempts: typeof rows): number[] =>
    attempts.flatMap(({ earned, points, settings }) =>
      earned === null || points === null || settings === null
        ? []
        : percentOf({ earned, points }, readSettings(settings).passPercent),
    );
  return {
    quizzes: quizzes.flatMap((attempts) => {
      const [first] = attempts;
      const isPassed = attempts.some((attempt) => attempt.has_passed === 1);
      return first ? [{ id: first.id, title: first.title, isPassed }] : [];
    }),
    bestPercents: quizzes.map(percentsOf).flatMap((percents) => (percents.length > 0 ? Math.max(...percents) : [])),
  };
};
