import { LectureKind } from '#contract/classroom/lecture-kinds.ts';

/** The shares of a lecture that make it done: at any moment, and when its end was reached. */
interface Shares {
  from: number;
  atEndFrom: number;
}

const PLAYED: Shares = { from: 0.9, atEndFrom: 0.8 };

/** Null: other facts make it done, such as a class that was joined or a quiz that was passed. */
const rules: Record<LectureKind, Shares | null> = {
  video: PLAYED,
  audio: PLAYED,
  text: PLAYED,
  // Every page was shown.
  pdf: { from: 1, atEndFrom: 1 },
  live: null,
  quiz: null,
};

/** Kinds of which it is measured how much was watched or read. */
export const measuredKinds: readonly LectureKind[] = LectureKind.options.filter((kind) => rules[kind] !== null);

export interface Coverage {
  watchedMs: number;
  /** Undefined while the length is unknown. */
  lengthMs: number | undefined;
  hasEnded: boolean;
}

/** Whether a lecture of this kind is done by what was watched or read of it. */
export const isComplete = (kind: LectureKind, { watchedMs, lengthMs, hasEnded }: Coverage): boolean => {
  const rule = rules[kind];
  if (!rule || lengthMs === undefined || lengthMs <= 0) return false;
  return watchedMs / lengthMs >= (hasEnded ? rule.atEndFrom : rule.from);
};
