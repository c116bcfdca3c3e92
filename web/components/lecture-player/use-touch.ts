import { useEffect, useRef, useState } from 'react';
import type { PlayerActions } from '#web/components/lecture-player/player-actions.ts';
import {
  createTouchGestures,
  type Direction,
  SKIP_SECONDS,
  type TouchPoint,
} from '#web/components/lecture-player/touch-gestures.ts';

/** What a touch is doing, shown over the video. */
export type TouchHint = { kind: 'skip'; direction: Direction; totalSeconds: number } | { kind: 'fast' };

const HINT_MS = 700;

const pointOf = (event: PointerEvent, surface: HTMLElement): TouchPoint => {
  const { left, top, width } = surface.getBoundingClientRect();
  return { xPx: event.clientX - left, yPx: event.clientY - top, widthPx: width, atMs: event.timeStamp };
};

interface TouchedPlayer {
  surface: HTMLElement | null;
  actions: PlayerActions | null;
  controls: { toggle: () => void; hide: () => void };
}

/** Touches on the video: a tap shows or hides the controls, a double tap skips, a finger that stays plays at 2×. */
export const useTouch = ({ surface, actions, controls }: TouchedPlayer): TouchHint | undefined => {
  const [hint, setHint] = useState<TouchHint>();
  const latest = useRef(controls);
  useEffect(() => {
    latest.current = controls;
  }, [controls]);
  useEffect(() => {
    if (!surface || !actions) return undefined;
    let hiding: ReturnType<typeof setTimeout> | undefined;
    const gestures = createTouchGestures({
      tap: () => latest.current.toggle(),
      skip: (direction, totalSeconds) => {
        actions.seekBy(direction * SKIP_SECONDS);
        latest.current.hide();
        setHint({ kind: 'skip', direction, totalSeconds });
        clearTimeout(hiding);
        hiding = setTimeout(() => setHint(undefined), HINT_MS);
      },
      hold: () => actions.playFast(true) && setHint({ kind: 'fast' }),
      release: () => {
        actions.playFast(false);
        setHint(undefined);
      },
      swipeDown: actions.leaveFullscreen,
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
  return hint;
};
