import { useEffect, useEffectEvent, useRef } from 'react';
import type { Lecture } from '#contract/classroom/lectures.ts';
import { mergeRanges, type Range } from '#web/features/classroom/progress/progress-queue.ts';
import type { ProgressReporter } from '#web/features/classroom/progress/progress-reporter.ts';
import { randomId } from '#web/ui/text/random-id.ts';

const REPORT_EVERY_MS = 10_000;

/** The part of a lecture that is in sight. */
export interface InSight {
  positionMs: number;
  range: Range;
  /** Whether its end is in sight. */
  hasEnded: boolean;
}

/**
 * Reports what is read of a text or a PDF as its player would report what is played: every ten seconds, when the end comes into
 * sight, and at last. The server counts no more than the time that passed allows, so everything seen is sent each time.
 */
export const useReading = (lecture: Lecture, reporter: ProgressReporter | undefined) => {
  const seen = useRef<Range[]>([]);
  const last = useRef<InSight>(undefined);
  const sent = useRef({ seq: 0, sessionId: '' });
  const isDone = lecture.progress?.isDone === true;

  const beat = () => {
    if (!last.current) return undefined;
    const { positionMs, hasEnded } = last.current;
    if (sent.current.sessionId === '') sent.current.sessionId = randomId();
    sent.current.seq += 1;
    return { ...sent.current, positionMs, ranges: seen.current, rate: 1, ...(hasEnded ? { ended: true } : {}) };
  };
  const report = useEffectEvent(() => {
    const next = document.hidden ? undefined : beat();
    if (next) void reporter?.report(lecture._id, next);
  });
  const reportLast = useEffectEvent(() => {
    const next = sent.current.seq > 0 ? beat() : undefined;
    if (next) reporter?.reportLast(lecture._id, next);
  });
  useEffect(() => {
    if (isDone) return undefined;
    const timer = setInterval(() => report(), REPORT_EVERY_MS);
    const onHide = () => reportLast();
    window.addEventListener('pagehide', onHide);
    return () => {
      clearInterval(timer);
      window.removeEventListener('pagehide', onHide);
    };
  }, [isDone]);

  /** Called whenever something else is in sight. */
  return (next: InSight): void => {
    const reachesEnd = next.hasEnded && !last.current?.hasEnded;
    last.current = next;
    seen.current = mergeRanges([...seen.current, next.range]);
    if (reachesEnd && sent.current.seq > 0) report();
  };
};
