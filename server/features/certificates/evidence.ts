import type { CertificateEvidence } from '#contract/certificates/certificate-fields.ts';
import type { Db } from '#server/database/database.ts';
import type { Place } from './certificates.queries.ts';
import type { RuleInForce } from './rules.ts';

type Choice = readonly string[] | null;

/** What was measured of the published lectures of a course, or those of a choice. */
export type WatchedOf = (
  userId: string,
  courseId: string,
  on: Db,
  lectureIds?: Choice,
) => Promise<{ watchedMs: number; totalMs: number; lectures: number; done: number }>;

/**
 * The quizzes of the published lectures of a course, or those of a choice, with the best score of each one that was tried; with
 * a moment, only attempts after it count.
 */
export type QuizzesOf = (
  userId: string,
  courseId: string,
  on: Db,
  of?: { sinceMs?: number; quizIds?: Choice },
) => Promise<{
  quizzes: readonly { id: string; title: string; isPassed: boolean }[];
  bestPercents: readonly number[];
}>;

export const passedOf = (quizzes: readonly { isPassed: boolean }[]): number =>
  quizzes.filter(({ isPassed }) => isPassed).length;

/** The quizzes that a course chose; null for all. */
export const chosenQuizzes = ({ needsQuizzes, quizIds }: Pick<RuleInForce, 'needsQuizzes' | 'quizIds'>): Choice =>
  needsQuizzes ? quizIds : null;

export const isFulfilled = (
  rule: Pick<RuleInForce, 'coveragePercent' | 'needsQuizzes'>,
  { lectures, doneLectures, watchedPercent, totalMs, quizzes, passedQuizzes }: CertificateEvidence,
): boolean =>
  lectures > 0 &&
  doneLectures === lectures &&
  (totalMs === 0 || watchedPercent >= rule.coveragePercent) &&
  (!rule.needsQuizzes || passedQuizzes === quizzes);

/** What was measured of the lectures and quizzes that a rule demands; of all without a rule. */
export const createEvidence =
  ({ watchedOf, quizzesOf }: { watchedOf: WatchedOf; quizzesOf: QuizzesOf }) =>
  async ({ userId, courseId }: Place, rule: RuleInForce | undefined, on: Db): Promise<CertificateEvidence> => {
    const lectureIds = rule?.lectureIds ?? null;
    const quizIds = rule ? chosenQuizzes(rule) : null;
    const { watchedMs, totalMs, lectures, done } = await watchedOf(userId, courseId, on, lectureIds);
    const { quizzes, bestPercents } = await quizzesOf(userId, courseId, on, { quizIds });
    return {
      lectures,
      doneLectures: done,
      watchedPercent: totalMs > 0 ? Math.min(100, Math.floor((100 * watchedMs) / totalMs)) : 0,
      totalMs,
      quizzes: quizzes.length,
      passedQuizzes: passedOf(quizzes),
      bestPercents: [...bestPercents],
      ...(lectureIds && { courseLectures: (await watchedOf(userId, courseId, on)).lectures }),
      ...(quizIds && { courseQuizzes: (await quizzesOf(userId, courseId, on)).quizzes.length }),
    };
  };
