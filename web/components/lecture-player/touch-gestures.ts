/** A finger on the video. */
export interface TouchPoint {
  xPx: number;
  yPx: number;
  /** Of the video. */
  widthPx: number;
  atMs: number;
}

interface GestureEvents {
  tap: () => void;
  /** `totalSeconds`: with the skips just before, in the same direction. */
  skip: (direction: Direction, totalSeconds: number) => void;
  hold: () => void;
  /** After a hold. */
  release: () => void;
  swipeDown: () => void;
}

export type Direction = -1 | 1;

export const SKIP_SECONDS = 10;
const HOLD_MS = 500;
const DOUBLE_TAP_MS = 300;
/** After a double tap each further tap adds to it for this long. */
const ADD_MS = 700;
const STILL_PX = 10;
const SWIPE_PX = 60;

const thirdOf = ({ xPx, widthPx }: TouchPoint): Direction | 0 => {
  if (xPx < widthPx / 3) return -1;
  return xPx > (widthPx * 2) / 3 ? 1 : 0;
};

/**
 * Recognizes what a finger does: a tap at once, a second tap on the same outer third as a skip, and a finger that stays
 * as a hold.
 */
export const createTouchGestures = (events: GestureEvents) => {
  let start: TouchPoint | undefined;
  let holding: ReturnType<typeof setTimeout> | undefined;
  let isHeld = false;
  let last: { third: Direction | 0; atMs: number; skips: number } | undefined;

  /** Returns whether a hold ended. */
  const end = (): boolean => {
    const wasHeld = isHeld;
    clearTimeout(holding);
    start = undefined;
    isHeld = false;
    if (wasHeld) events.release();
    return wasHeld;
  };

  const tap = (point: TouchPoint): void => {
    const third = thirdOf(point);
    const againMs = last?.skips ? ADD_MS : DOUBLE_TAP_MS;
    const isAgain = last !== undefined && last.third === third && point.atMs - last.atMs <= againMs;
    const skips = isAgain ? (last?.skips ?? 0) + 1 : 0;
    last = { third, atMs: point.atMs, skips };
    if (third !== 0 && skips > 0) events.skip(third, skips * SKIP_SECONDS);
    else events.tap();
  };

  return {
    down: (point: TouchPoint): void => {
      // A second finger is no tap.
      if (start) return void end();
      start = point;
      holding = setTimeout(() => {
        isHeld = true;
        events.hold();
      }, HOLD_MS);
    },
    move: (point: TouchPoint): void => {
      if (start && Math.hypot(point.xPx - start.xPx, point.yPx - start.yPx) > STILL_PX) clearTimeout(holding);
    },
    up: (point: TouchPoint): void => {
      const from = start;
      if (end() || !from) return;
      const [across, down] = [Math.abs(point.xPx - from.xPx), point.yPx - from.yPx];
      if (Math.hypot(across, down) <= STILL_PX) tap(point);
      else if (down > SWIPE_PX && down > 2 * across) events.swipeDown();
    },
    /** The browser took the finger over, as for scrolling. */
    cancel: (): void => void end(),
  };
};
