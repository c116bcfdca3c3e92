import { useEffect, useMemo, useState } from 'react';
import type { Kept } from './keeper.ts';

const SEPARATOR = ' ';

/** The lectures that this device keeps and may play. The code that keeps them is loaded after the page is shown. */
export const useKeptIds = (): ReadonlySet<string> => {
  // A text, so that the many reports while a lecture is loaded change nothing here.
  const [ids, setIds] = useState('');
  useEffect(() => {
    const leaving = new AbortController();
    const watch = async (): Promise<void> => {
      const [{ keeper }, { mayPlay, schoolTime }] = await Promise.all([
        import('./keeper.ts'),
        import('./kept-time.ts'),
      ]);
      if (leaving.signal.aborted) return;
      const show = ({ lectures, device }: Kept): void => {
        const nowMs = schoolTime(device, Date.now());
        const playable = lectures.filter((lecture) => mayPlay(lecture, device, nowMs));
        setIds(playable.map(({ _id }) => _id).join(SEPARATOR));
      };
      const update = (): void => {
        const kept = keeper.get();
        if (kept) show(kept);
      };
      leaving.signal.addEventListener('abort', keeper.subscribe(update));
      update();
    };
    watch().catch(() => undefined);
    return () => leaving.abort();
  }, []);
  return useMemo(() => new Set(ids.split(SEPARATOR)), [ids]);
};
