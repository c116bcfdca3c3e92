/** The one source of the present, so that tests can move it. */
export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}

export const systemClock: Clock = { now: () => Date.now() };

export const toInstant = (epochMs: number): string => new Date(epochMs).toISOString();
