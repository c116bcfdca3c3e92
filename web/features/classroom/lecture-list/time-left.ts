import type { Lecture } from '#contract/lectures.ts';
import { formatLength } from '#web/ui/text/format.ts';

type Measured = Pick<Lecture, 'durationMs' | 'progress'>;

/** What is not watched yet of a lecture; nothing of one that is done. */
const leftMsOf = ({ durationMs, progress }: Measured): number => {
  if (durationMs === null || progress?.isDone) return 0;
  return durationMs * (1 - (progress?.watchedPercent ?? 0) / 100);
};

/** As in "2 h 52 min left"; undefined when nothing is left, or less than a minute of it. */
const sentenceOf = (leftMs: number): string | undefined =>
  leftMs < 60_000 ? undefined : `${formatLength(leftMs)} left`;

/**
 * As in "9 min left" of a video that plays: in whole minutes, then in steps of ten seconds, so that rows change seldom,
 * and never more than its length.
 */
export const leftToPlay = (lengthSeconds: number, positionSeconds: number): string => {
  const left = lengthSeconds - positionSeconds;
  const step = left >= 60 ? 60 : 10;
  return `${formatLength(Math.min(Math.ceil(left / step) * step, lengthSeconds) * 1000)} left`;
};

/** How much of a course is left. */
export const leftInCourse = (lectures: readonly Measured[]): string | undefined =>
  sentenceOf(lectures.reduce((sum, lecture) => sum + leftMsOf(lecture), 0));

/** How much is left of a lecture that was started and is not done. */
export const leftInLecture = (lecture: Measured): string | undefined =>
  (lecture.progress?.watchedPercent ?? 0) > 0 ? sentenceOf(leftMsOf(lecture)) : undefined;
