import type { ReactNode } from 'react';
import { formatMoment } from '#web/components/format.ts';
import { useSite } from '#web/components/site.tsx';

export interface TimelineStep {
  key: string;
  /** When it happened; null for what holds without a moment. */
  at: string | null;
  text: ReactNode;
  /** Who or what did it. */
  by?: string;
}

/** What happened, one after another, from the top. */
export function Timeline({ steps }: { steps: readonly TimelineStep[] }) {
  const { timeZone } = useSite();
  return (
    <ol className="chronicle">
      {steps.map(({ key, at, text, by }) => (
        <li key={key}>
          <p className="wrap-anywhere">{text}</p>
          {(at !== null || by) && (
            <p className="meta num">
              {at !== null && <time dateTime={at}>{formatMoment(at, timeZone)}</time>}
              {at !== null && by && ' · '}
              {by}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
