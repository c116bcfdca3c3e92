import type { Lecture } from '#contract/classroom/lectures.ts';
import { isAvailable } from './lecture-video.tsx';

type Awaited = Pick<Lecture, 'lockedBy' | 'opensAt' | 'lecture' | 'isPlayable' | 'progress'>;

const isOpen = (lecture: Awaited): boolean => lecture.lockedBy === null && isAvailable(lecture);

interface Opening<L> {
  lecture: L;
  opensAt: string;
  again: L | undefined;
}

/** What a learner who has done everything that is open waits for, and what can be watched again. */
export const nextOpeningOf = <L extends Awaited>(lectures: readonly L[]): Opening<L> | undefined => {
  if (lectures.some((lecture) => isOpen(lecture) && lecture.progress?.isDone !== true)) return undefined;
  const [first] = lectures
    .flatMap((lecture) => (lecture.lockedBy && lecture.opensAt !== null ? [{ lecture, opensAt: lecture.opensAt }] : []))
    .toSorted((a, b) => Date.parse(a.opensAt) - Date.parse(b.opensAt));
  return first && { ...first, again: lectures.find(isOpen) };
};

/** From a locked lecture, the way to one that is open. */
export const withWatchAgain = <L extends Awaited>(opening: Opening<L>, { lockedBy }: L, open: (lecture: L) => void) => {
  const { again } = opening;
  return { ...opening, onWatchAgain: lockedBy && again ? () => open(again) : undefined };
};
