import { useCallback, useEffect, useRef, useState } from 'react';
import { formatDuration } from '#contract/format.ts';

/** What a key did: a number for skipped seconds, otherwise the new value. */
type KeyEffect = number | string;

const HINT_MS = 700;
const SKIPS: Record<string, number> = { j: -10, l: 10, arrowleft: -5, arrowright: 5 };

/** Read right after the key was handled; undefined for a key whose effect is seen without it. */
const effectOf = (key: string, video: HTMLVideoElement): KeyEffect | undefined => {
  const letter = key.toLowerCase();
  if (letter in SKIPS) return SKIPS[letter];
  if (/^\d$/.test(key)) return formatDuration(video.currentTime * 1000);
  if (key === '<' || key === '>') return `${video.playbackRate}×`;
  if (letter !== 'm' && !/^arrow(?:up|down)$/.test(letter)) return undefined;
  return video.muted || video.volume === 0 ? 'Muted' : `Volume ${Math.round(video.volume * 100)}%`;
};

const textOf = (effect: KeyEffect): string =>
  typeof effect === 'string' ? effect : `${effect < 0 ? '−' : '+'}${Math.abs(effect)} s`;

const spoken = (effect: KeyEffect): string =>
  typeof effect === 'string' ? effect : `${effect < 0 ? 'Back' : 'Forward'} ${Math.abs(effect)} seconds`;

/** Skips in one direction add up, as double taps do. */
const after = (last: KeyEffect | undefined, effect: KeyEffect): KeyEffect =>
  typeof effect === 'number' && typeof last === 'number' && Math.sign(last) === Math.sign(effect)
    ? last + effect
    : effect;

/** The hint of the keys pressed one soon after the other, and when they have ended, its words for screen readers. */
export const useKeyHint = (video: HTMLVideoElement | null) => {
  const [effect, setEffect] = useState<KeyEffect>();
  const [announcement, setAnnouncement] = useState('');
  const burst = useRef<{ effect: KeyEffect; ending: ReturnType<typeof setTimeout> }>(undefined);
  useEffect(() => () => clearTimeout(burst.current?.ending), []);
  const show = useCallback(
    (key: string) => {
      const now = video ? effectOf(key, video) : undefined;
      if (now === undefined) return;
      clearTimeout(burst.current?.ending);
      const total = after(burst.current?.effect, now);
      const end = () => {
        burst.current = undefined;
        setEffect(undefined);
        setAnnouncement(spoken(total));
      };
      burst.current = { effect: total, ending: setTimeout(end, HINT_MS) };
      setEffect(total);
      setAnnouncement('');
    },
    [video],
  );
  return { hint: effect === undefined ? undefined : textOf(effect), announcement, show };
};
