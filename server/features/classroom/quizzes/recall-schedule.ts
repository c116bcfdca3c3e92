/** The intervals in days after which a question comes back. */
const REST_DAYS = [1, 3, 7] as const;

const DEFAULT_HOUR = 19;

export interface Recalled {
  /** Right answers in a row. */
  step: number;
  at: number;
}

/**
 * When the interval of a question that went wrong began, and its days; null once it was right after every interval. It
 * comes back as the day begins: what is learned at the usual hour is there at that hour of the day.
 */
export const restOf = (wrongAt: number, last: Recalled | undefined): { since: number; days: number } | null => {
  if (!last || last.at < wrongAt) return { since: wrongAt, days: REST_DAYS[0] };
  const days = REST_DAYS[last.step];
  return days === undefined ? null : { since: last.at, days };
};

/** A wrong answer starts again at the first interval. */
export const nextStep = (wrongAt: number, last: Recalled | undefined, isRight: boolean): number => {
  if (!isRight) return 0;
  return last && last.at >= wrongAt ? last.step + 1 : 1;
};

/** The hour in which a user learned most, the later of two; in the evening when the user has not learned yet. */
export const usualHour = (hours: readonly number[]): number => {
  const counts = new Map<number, number>();
  for (const hour of hours) counts.set(hour, (counts.get(hour) ?? 0) + 1);
  const [usual] = [...counts].toSorted(([hourA, a], [hourB, b]) => b - a || hourB - hourA);
  return usual?.[0] ?? DEFAULT_HOUR;
};
