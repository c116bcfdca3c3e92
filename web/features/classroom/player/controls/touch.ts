import { useEffect, useEffectEvent, useState } from 'react';
import type { PlayerActions } from '#web/features/classroom/player/player-actions.ts';

/** A finger on the video. */
export interface TouchPoint {
  finger: number;
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
  /** Two fingers moved apart (`true`) or together. */
  pinch: (isApart: boolean) => void;
}

export type Direction = -1 | 1;

export const SKIP_SECONDS = 10;
const HOLD_MS = 500;
const DOUBLE_TAP_MS = 300;
/** After a double tap each further tap adds to it for this long. */
const ADD_MS = 700;
const STILL_PX = 10;
const SWIPE_PX = 60;
/** How far two fingers move apart or together, as a share of their distance. */
const PINCH_RATIO = 1.2;

const thirdOf = ({ xPx, widthPx }: TouchPoint): Direction | 0 => {
  if (xPx < widthPx / 3) return -1;
  return xPx > (widthPx * 2) / 3 ? 1 : 0;
};

/** Distance of two fingers; undefined for one. */
const spanOf = ([a, b]: readonly TouchPoint[]): number | undefined =>
  a && b && Math.hypot(a.xPx - b.xPx, a.yPx - b.yPx);

/**
 * Recognizes what fingers do: a tap at once, a second tap on the same outer third as a skip, a finger that stays as a
 * hold, and two that move apart or together as a pinch.
 */
export const createTouchGestures = (events: GestureEvents) => {
  const fingers = new Map<number, TouchPoint>();
  let spanPx: number | undefined;
  let start: TouchPoint | undefined;
  let holding: ReturnType<typeof setTimeout> | undefined;
  let isHeld = false;
  let last: { third: Direction | 0; atMs: number; skips: number } | undefined;

  /** Returns whether a hold ended. */
  const end = (): boolean => {
    const wasPressed = isHeld;
    clearTimeout(holding);
    start = undefined;
    isHeld = false;
    if (wasPressed) events.release();
    return wasPressed;
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
      fingers.set(point.finger, point);
      spanPx = spanOf([...fingers.values()]);
      // A second finger is no tap.
      if (fingers.size > 1) return void end();
      start = point;
      holding = setTimeout(() => {
        isHeld = true;
        events.hold();
      }, HOLD_MS);
    },
    move: (point: TouchPoint): void => {
      if (fingers.has(point.finger)) fingers.set(point.finger, point);
      const nowPx = spanOf([...fingers.values()]);
      if (spanPx !== undefined && nowPx !== undefined) {
        const ratio = nowPx / Math.max(spanPx, 1);
        if (ratio < PINCH_RATIO && ratio > 1 / PINCH_RATIO) return;
        spanPx = nowPx;
        events.pinch(ratio > 1);
      }
      if (start && Math.hypot(point.xPx - start.xPx, point.yPx - start.yPx) > STILL_PX) clearTimeout(holding);
    },
    up: (point: TouchPoint): void => {
      fingers.delete(point.finger);
      spanPx = undefined;
      const from = start;
      if (end() || !from) return;
      const [across, down] = [Math.abs(point.xPx - from.xPx), point.yPx - from.yPx];
      if (Math.hypot(across, down) <= STILL_PX) tap(point);
      else if (down > SWIPE_PX && down > 2 * across) events.swipeDown();
    },
    /** The browser took the finger over, as for scrolling. */
    cancel: (): void => {
      fingers.clear();
      spanPx = undefined;
      end();
    },
  };
};

/** The current gesture, shown over the video. */
export type TouchHint =
  | { kind: 'skip'; direction: Direction; totalSeconds: number }
  | { kind: 'fast' }
  | { kind: 'fit'; isFilled: boolean };

const HINT_MS = 700;

const pointOf = (event: PointerEvent, surface: HTMLElement): TouchPoint => {
  const { left, top, width } = surface.getBoundingClientRect();
  return {
    finger: event.pointerId,
    xPx: event.clientX - left,
    yPx: event.clientY - top,
    widthPx: width,
    atMs: event.timeStamp,
  };
};

interface TouchedPlayer {
  surface: HTMLElement | null;
  actions: PlayerActions | null;
  controls: { toggle: () => void; hide: () => void };
}

/**
 * Touches on the video: a tap shows or hides the controls, a double tap skips, a finger that stays plays at 2×, and on a
 * phone on its side two fingers choose whether the picture fills the screen.
 */
export const useTouch = ({ surface, actions, controls }: TouchedPlayer) => {
  const [hint, setHint] = useState<TouchHint>();
  const [isFilled, setFilled] = useState(false);
  const hide = useEffectEvent(controls.hide);
  const toggle = useEffectEvent(controls.toggle);
  useEffect(() => {
    if (!surface || !actions) return undefined;
    let hiding: ReturnType<typeof setTimeout> | undefined;
    const show = (briefly: TouchHint) => {
      hide();
      setHint(briefly);
      clearTimeout(hiding);
      hiding = setTimeout(() => setHint(undefined), HINT_MS);
    };
    const gestures = createTouchGestures({
      tap: () => toggle(),
      skip: (direction, totalSeconds) => {
        actions.seekBy(direction * SKIP_SECONDS);
        show({ kind: 'skip', direction, totalSeconds });
      },
      hold: () => actions.playFast(true) && setHint({ kind: 'fast' }),
      release: () => {
        actions.playFast(false);
        setHint(undefined);
      },
      swipeDown: actions.leaveFullscreen,
      pinch: (isApart) => {
        if (!matchMedia('(orientation: landscape)').matches) return;
        setFilled(isApart);
        show({ kind: 'fit', isFilled: isApart });
      },
    });
    const stopping = new AbortController();
    const { signal } = stopping;
    const listen = (name: 'pointerdown' | 'pointermove' | 'pointerup', listener: (point: TouchPoint) => void) =>
      surface.addEventListener(name, (event) => event.pointerType !== 'mouse' && listener(pointOf(event, surface)), {
        signal,
      });
    listen('pointerdown', gestures.down);
    listen('pointermove', gestures.move);
    listen('pointerup', gestures.up);
    surface.addEventListener('pointercancel', gestures.cancel, { signal });
    return () => {
      stopping.abort();
      clearTimeout(hiding);
      gestures.cancel();
    };
  }, [surface, actions]);
  return { hint, isFilled };
};
