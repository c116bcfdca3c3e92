import type { Clock } from '#server/clock.ts';

/** 15 June 2026, 10:00 in India. */
export const JUNE_MORNING_MS = Date.UTC(2026, 5, 15, 4, 30);

/** A clock that stands still until a test moves it. */
export interface FakeClock extends Clock {
  advance(ms: number): void;
  set(epochMs: number): void;
}

export const createFakeClock = (startMs: number = JUNE_MORNING_MS): FakeClock => {
  let nowMs = startMs;
  return {
    now: () => nowMs,
    advance: (ms) => {
      nowMs += ms;
    },
    set: (epochMs) => {
      nowMs = epochMs;
    },
  };
};
