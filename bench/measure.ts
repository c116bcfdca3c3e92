/** One measured result with its bar. */
export interface Figure {
  question: string;
  bar: string;
  value: number;
  unit: string;
  isMet: boolean;
  /** The absolute numbers, and the conditions of the measurement. */
  detail: string;
}

type Bar = { atLeast: number } | { atMost: number };

export const figure = (question: string, bar: Bar, value: number, unit: string, detail: string): Figure => ({
  question,
  bar: 'atLeast' in bar ? `≥ ${bar.atLeast}` : `≤ ${bar.atMost}`,
  value,
  unit,
  isMet: 'atLeast' in bar ? value >= bar.atLeast : value <= bar.atMost,
  detail,
});

/** A figure without a bar. */
export const recorded = (question: string, value: number, unit: string, detail: string): Figure => ({
  question,
  bar: 'recorded',
  value,
  unit,
  isMet: true,
  detail,
});

export const percentile = (samples: readonly number[], fraction: number): number => {
  const sorted = samples.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? Number.NaN;
};

export const median = (samples: readonly number[]): number => percentile(samples, 0.5);

export const round = (value: number, digits = 2): number => Number(value.toFixed(digits));
