import { useLayoutEffect } from 'react';
import type { PlayerActions } from '#web/components/lecture-player/player-actions.ts';

const INTERACTIVE = 'a, button, input, select, textarea, summary, dialog, [contenteditable], [role="dialog"]';

/** What the keys do, as the help tells it. */
export const SHORTCUTS = [
  [['K', 'Space'], 'Play or pause'],
  [['J', 'L'], '10 seconds back, on'],
  [['←', '→'], '5 seconds back, on'],
  [['0 – 9'], 'Jump to a tenth of the lecture'],
  [['<', '>'], 'Slower, faster'],
  [['↑', '↓'], 'Louder, softer'],
  [['M'], 'Mute'],
  [['C'], 'Captions'],
  [['F'], 'Full screen'],
  [['T'], 'Wide player'],
  [['P'], 'Picture in picture'],
  [['Shift N'], 'Next lecture'],
  [['?'], 'This list'],
] as const;

/** What the keys can do besides what can be done to the video itself. */
export interface PageActions {
  toggleHelp: () => void;
  toggleWide?: (() => void) | undefined;
  playNext?: (() => void) | undefined;
}

interface Keys {
  player: PlayerActions;
  page: PageActions;
}

const letterAction = (key: string, { player, page }: Keys): (() => void) | undefined => {
  if (/^\d$/.test(key)) return () => player.seekToFraction(Number(key) / 10);
  // A capital is a key of its own only here.
  if (key === 'N') return page.playNext;
  return {
    k: player.togglePlay,
    j: () => player.seekBy(-10),
    l: () => player.seekBy(10),
    m: player.toggleMute,
    f: player.toggleFullscreen,
    c: player.toggleCaptions,
    p: player.togglePicture,
    t: page.toggleWide,
    '?': page.toggleHelp,
    '<': () => player.stepRate(-1),
    '>': () => player.stepRate(1),
  }[key.toLowerCase()];
};

/** Keys that pages and controls use too: they belong to the player only while the focus is inside it. */
const focusedAction = (key: string, focused: Element, { player }: Keys): (() => void) | undefined => {
  if (focused.matches('input[type="radio"]')) return undefined;
  const isVolume = focused.matches('[data-volume]');
  return {
    ' ': focused.matches('button') ? undefined : player.togglePlay,
    ArrowLeft: isVolume ? undefined : () => player.seekBy(-5),
    ArrowRight: isVolume ? undefined : () => player.seekBy(5),
    ArrowUp: () => player.changeVolumeBy(0.05),
    ArrowDown: () => player.changeVolumeBy(-0.05),
  }[key];
};

/**
 * The keys of the player. Letters work while nothing else on the page has the focus; space and arrows, which scroll the
 * page, only inside the player.
 */
export const usePlayerShortcuts = (
  frame: HTMLElement | null,
  player: PlayerActions | null,
  page: PageActions,
): void => {
  // A key that is pressed as soon as the player is seen is heard: an effect after painting would come too late.
  useLayoutEffect(() => {
    if (!frame || !player) return undefined;
    const keys = { player, page };
    const onKeyDown = (event: KeyboardEvent) => {
      const { target } = event;
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (!(target instanceof Element) || target.matches('select')) return;
      const isInside = frame.contains(target);
      if (!isInside && (target.closest(INTERACTIVE) || document.querySelector('dialog[open]'))) return;
      const action = letterAction(event.key, keys) ?? (isInside ? focusedAction(event.key, target, keys) : undefined);
      if (!action) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [frame, player, page]);
};
