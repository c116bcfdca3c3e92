import { useEffect, useState } from 'react';
import { MINUTE_MS } from '#contract/durations.ts';

/** The current time, updated each minute. */
export function useNow(): number {
  const [nowMs, setNowMs] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNowMs(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, []);
  return nowMs;
}
