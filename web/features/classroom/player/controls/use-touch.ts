import { useEffect, useRef, useState } from 'react';
import type { PlayerActions } from '#web/features/classroom/player/player-actions.ts';
import { createTouchGestures, type Direction, SKIP_SECONDS, type TouchPoint } from './touch-gestures.ts';

/** What a touch is doing, shown over the video. */
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
  const latest = useRef(controls);
  useEffect(() => {
    latest.current = controls;
  }, [controls]);
  useEffect(() => {
    if (!surface || !actions) return undefined;
    let hiding: ReturnType<typeof setTimeout> | undefined;
    const show = (briefly: TouchHint) => {
      latest.current.hide();
      setHint(briefly);
      clearTimeout(hiding);
      hiding = setTimeout(() => setHint(undefined), HINT_MS);
    };
    const gestures = createTouchGestures({
      tap: () => latest.current.toggle(),
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
