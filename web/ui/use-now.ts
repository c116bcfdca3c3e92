import { useEffect, useState } from 'react';
import { MINUTE_MS, SECOND_MS } from '#contract/durations.ts';
import { onClockChange, serverNow } from '#web/api/server-clock.ts';

/** The current time by the clock of the server, updated each minute; `read` tells that of another clock. */
export function useNow(read: () => number = serverNow): number {
  const [nowMs, setNowMs] = useState(read);
  useEffect(() => {
    const update = (): void => setNowMs((before) => (Math.abs(read() - before) < SECOND_MS ? before : read()));
    // A response may have told it since; otherwise nothing is drawn again.
    update();
    const timer = setInterval(update, MINUTE_MS);
    const end = onClockChange(update);
    return () => {
      clearInterval(timer);
      end();
    };
  }, [read]);
  return nowMs;
}
