import { msg } from '@lingui/core/macro';
import { useCallback, useEffect, useRef, useState } from 'react';
import { formatDuration } from '#contract/format.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

/** What a key did: a number for skipped seconds, otherwise the new value. */
type KeyEffect = number | string;

const HINT_MS = 700;
const SKIPS: Record<string, number> = { j: -10, l: 10, arrowleft: -5, arrowright: 5 };

/** Read right after the key was handled; undefined for a key whose effect is seen without it. */
const effectOf = (key: string, video: HTMLVideoElement, { _ }: Language): KeyEffect | undefined => {
  const letter = key.toLowerCase();
  if (letter in SKIPS) return SKIPS[letter];
  if (/^\d$/.test(key)) return formatDuration(video.currentTime * 1000);
  if (key === '<' || key === '>') return `${video.playbackRate}×`;
  if (letter !== 'm' && !/^arrow(?:up|down)$/.test(letter)) return undefined;
  if (video.muted || video.volume === 0) return _(msg`Muted`);
  return _(msg`Volume ${{ percent: Math.round(video.volume * 100) }}%`);
};

const textOf = (effect: KeyEffect): string =>
  typeof effect === 'string' ? effect : `${effect < 0 ? '−' : '+'}${Math.abs(effect)} s`;

const spoken = (effect: KeyEffect, { _ }: Language): string => {
  if (typeof effect === 'string') return effect;
  const seconds = Math.abs(effect);
  return _(effect < 0 ? msg`Back ${seconds} seconds` : msg`Forward ${seconds} seconds`);
};

/** Skips in one direction add up, as double taps do. */
const after = (last: KeyEffect | undefined, effect: KeyEffect): KeyEffect =>
  typeof effect === 'number' && typeof last === 'number' && Math.sign(last) === Math.sign(effect)
    ? last + effect
    : effect;

/** The hint of the keys pressed one soon after the other, and when they have ended, its words for screen readers. */
export const useKeyHint = (video: HTMLVideoElement | null) => {
  const language = useLanguage();
  const [effect, setEffect] = useState<KeyEffect>();
  const [announcement, setAnnouncement] = useState('');
  const burst = useRef<{ effect: KeyEffect; ending: ReturnType<typeof setTimeout> }>(undefined);
  useEffect(() => () => clearTimeout(burst.current?.ending), []);
  const show = useCallback(
    (key: string) => {
      const now = video ? effectOf(key, video, language) : undefined;
      if (now === undefined) return;
      clearTimeout(burst.current?.ending);
      const total = after(burst.current?.effect, now);
      const end = () => {
        burst.current = undefined;
        setEffect(undefined);
        setAnnouncement(spoken(total, language));
      };
      burst.current = { effect: total, ending: setTimeout(end, HINT_MS) };
      setEffect(total);
      setAnnouncement('');
    },
    [video, language],
  );
  return { hint: effect === undefined ? undefined : textOf(effect), announcement, show };
};
