import { msg } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useState } from 'react';
import { MINUTE_MS } from '#contract/durations.ts';
import { formatDuration } from '#contract/format.ts';
import type { Language } from '#contract/languages/language.ts';

const TICK_MS = 500;

/** Spoken at these moments only: a clock that is read aloud each second lets nobody think. */
export const spokenTime = (leftMs: number, { _ }: Language): string => {
  if (leftMs <= 0) return _(msg`The time is up.`);
  if (leftMs <= MINUTE_MS) return _(msg`1 minute left`);
  return leftMs <= 5 * MINUTE_MS ? _(msg`5 minutes left`) : '';
};

/** 12:40; 1:02:30 from an hour on. */
export const clockWords = (leftMs: number): string => formatDuration(Math.ceil(Math.max(0, leftMs) / 1000) * 1000);

/** The time of the server against the time of this device. */
export const offsetOf = (serverNow: string, receivedAtMs: number): number => Date.parse(serverNow) - receivedAtMs;

interface Deadline {
  /** By the time of the server; null for none. */
  deadlineAt: string | null;
  offsetMs: number;
  /** Called once. */
  onExpired: () => void;
}

/** How long it is until the deadline; null without one. The clock of the device may be wrong, and may sleep. */
export const useTimeLeft = ({ deadlineAt, offsetMs, onExpired }: Deadline): number | null => {
  const left = (): number | null => (deadlineAt === null ? null : Date.parse(deadlineAt) - (Date.now() + offsetMs));
  const [leftMs, setLeftMs] = useState(left);
  const expire = useEffectEvent(onExpired);
  const read = useEffectEvent(left);
  useEffect(() => {
    if (deadlineAt === null) return undefined;
    const tick = (): void => {
      const now = read();
      setLeftMs(now);
      if (now === null || now > 0) return;
      clearInterval(timer);
      expire();
    };
    const timer = setInterval(tick, TICK_MS);
    tick();
    return () => clearInterval(timer);
  }, [deadlineAt]);
  return leftMs;
};
