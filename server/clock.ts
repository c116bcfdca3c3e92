/** The one source of the present, so that tests can move it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

export const toInstant = (epochMs: number): string => new Date(epochMs).toISOString();

export const toInstantOrNull = (epochMs: number | null | undefined): string | null =>
  epochMs === null || epochMs === undefined ? null : toInstant(epochMs);
