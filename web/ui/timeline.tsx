import type { ReactNode } from 'react';
import { formatMoment } from '#web/ui/text/format.ts';
import { useSite } from '#web/ui/page/site.tsx';

interface TimelineStep {
  key: string;
  /** Null when there is no moment to show. */
  at: string | null;
  text: ReactNode;
  /** Who or what caused it. */
  source?: string;
}

/** Oldest first. */
export function Timeline({ steps }: { steps: readonly TimelineStep[] }) {
  const { timeZone } = useSite();
  return (
    <ol className="timeline-list">
      {steps.map(({ key, at, text, source }) => (
        <li key={key}>
          <p className="wrap-anywhere">{text}</p>
          {(at !== null || source) && (
            <p className="meta num">
              {at !== null && <time dateTime={at}>{formatMoment(at, timeZone)}</time>}
              {at !== null && source && ' · '}
              {source}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
