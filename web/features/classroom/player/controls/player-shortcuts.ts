import { useEffectEvent, useLayoutEffect } from 'react';
import type { PlayerActions } from '#web/features/classroom/player/player-actions.ts';

/** Where letters are typed, or choose something. */
const TAKES_LETTERS = `input:not([type='checkbox'], [type='radio'], [type='range']), select, textarea, [contenteditable],
  dialog, [role='dialog'], [role='menu']`;

/** Actions of the page, beside those of the video. */
interface PageActions {
  toggleHelp: () => void;
  toggleWide?: (() => void) | undefined;
  playNext?: (() => void) | undefined;
  writeNote?: (() => void) | undefined;
  ask?: (() => void) | undefined;
  /** Called after a shortcut. */
  onKey: (key: string) => void;
}

interface Keys {
  player: PlayerActions;
  page: PageActions;
}

const letterAction = (key: string, { player, page }: Keys): (() => void) | undefined => {
  if (/^\d$/.test(key)) return () => player.seekToFraction(Number(key) / 10);
  // Only here does a capital letter differ from its small one.
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
    n: page.writeNote,
    q: page.ask,
    '?': page.toggleHelp,
    '<': () => player.stepRate(-1),
    '>': () => player.stepRate(1),
  }[key.toLowerCase()];
};

/** Keys that pages and controls also use; the player handles them only while it contains the focus. */
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
 * Handles the shortcuts. Letters work on the whole page, except where they are typed; space and arrow keys, which scroll
 * the page and move between tabs, only inside the player.
 */
export const usePlayerShortcuts = (
  frame: HTMLElement | null,
  player: PlayerActions | null,
  page: PageActions,
): void => {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (!frame || !player) return;
    const keys = { player, page };
    const { target } = event;
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
    if (!(target instanceof Element) || target.matches('select')) return;
    const isInside = frame.contains(target);
    if (!isInside && (target.closest(TAKES_LETTERS) || document.querySelector('dialog[open]'))) return;
    const action = letterAction(event.key, keys) ?? (isInside ? focusedAction(event.key, target, keys) : undefined);
    if (!action) return;
    event.preventDefault();
    action();
    page.onKey(event.key);
  });
  // A layout effect, so that a key pressed right after the first paint is not missed.
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => onKeyDown(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
};
