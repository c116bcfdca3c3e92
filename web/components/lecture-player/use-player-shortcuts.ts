import { useEffect } from 'react';
import type { PlayerActions } from '#web/components/lecture-player/player-actions.ts';

const INTERACTIVE = 'a, button, input, select, textarea, summary, dialog, [contenteditable], [role="dialog"]';

const letterAction = (key: string, actions: PlayerActions): (() => void) | undefined =>
  ({
    k: actions.togglePlay,
    j: () => actions.seekBy(-10),
    l: () => actions.seekBy(10),
    m: actions.toggleMute,
    f: actions.toggleFullscreen,
    c: actions.toggleCaptions,
    '<': () => actions.stepRate(-1),
    '>': () => actions.stepRate(1),
  })[key.toLowerCase()];

/** Keys that pages and controls use too: they belong to the player only while the focus is inside it. */
const focusedAction = (key: string, focused: Element, actions: PlayerActions): (() => void) | undefined => {
  const isVolume = focused.matches('[data-volume]');
  return {
    ' ': focused.matches('button') ? undefined : actions.togglePlay,
    ArrowLeft: isVolume ? undefined : () => actions.seekBy(-5),
    ArrowRight: isVolume ? undefined : () => actions.seekBy(5),
    ArrowUp: () => actions.changeVolumeBy(0.05),
    ArrowDown: () => actions.changeVolumeBy(-0.05),
  }[key];
};

/**
 * The keys of the player. Letters work while nothing else on the page has the focus; space and arrows, which scroll the
 * page, only inside the player.
 */
export const usePlayerShortcuts = (frame: HTMLElement | null, actions: PlayerActions | null): void => {
  useEffect(() => {
    if (!frame || !actions) return undefined;
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!(target instanceof Element) || target.matches('select')) return;
      const isInside = frame.contains(target);
      if (!isInside && (target.closest(INTERACTIVE) || document.querySelector('dialog[open]'))) return;
      const action =
        letterAction(event.key, actions) ?? (isInside ? focusedAction(event.key, target, actions) : undefined);
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [frame, actions]);
};
