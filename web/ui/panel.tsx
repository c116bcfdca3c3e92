import type { MessageDescriptor } from '@lingui/core';
import { useLingui } from '@lingui/react/macro';
import { type ReactNode, useId } from 'react';
import { Check } from 'lucide-react';
import { formatMoment } from '#contract/format.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';

interface PanelProps {
  title: string;
  /** Beside the title, at the end of its line. */
  aside?: ReactNode;
  children: ReactNode;
  className?: string;
}

export function Panel({ title, aside, children, className = '' }: PanelProps) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`surface min-w-0 p-5 sm:p-6 ${className}`}>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id={id} className="text-title">
          {title}
        </h2>
        {aside}
      </div>
      <div className="panel-content mt-3">{children}</div>
    </section>
  );
}

interface DetailListProps {
  /** A row whose value is null is left out. */
  details: readonly (readonly [name: string, value: ReactNode])[];
}

export const DetailList = ({ details }: DetailListProps) => (
  <dl className="text-sm empty:hidden">
    {details
      .filter(([, value]) => value !== null)
      .map(([name, value]) => (
        <div key={name} className="flex flex-wrap justify-between gap-x-6 border-t border-line py-2.5 first:border-t-0">
          <dt className="text-muted">{name}</dt>
          <dd className="num min-w-0 font-medium wrap-anywhere">{value}</dd>
        </div>
      ))}
  </dl>
);

interface TimelineStep {
  at: string;
  /** No event, but what is so. */
  isNow?: boolean | undefined;
  text: string;
  /** Who or what caused it. */
  source: string;
}

interface TimelineProps {
  /** Oldest first. */
  steps: readonly TimelineStep[];
  foot?: ReactNode;
}

export function TimelinePanel({ steps, foot }: TimelineProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  return (
    <Panel title={t`Timeline`}>
      <ol className="timeline-list">
        {steps.map(({ at, isNow, text, source }, index) => (
          // oxlint-disable-next-line react/no-array-index-key -- the same may have happened twice
          <li key={`${index} ${at}`}>
            <p className="wrap-anywhere">{text}</p>
            <p className="meta num">
              {isNow ? t`Now` : <time dateTime={at}>{formatMoment(at, timeZone, locale)}</time>}
              {source && ` · ${source}`}
            </p>
          </li>
        ))}
      </ol>
      {foot}
    </Panel>
  );
}

export type BadgeTone = 'good' | 'plain' | 'waiting' | 'bad';

/** How a state reads; as a text of the interface where it is translated. */
export interface BadgeLabel<Label = string> {
  label: Label;
  tone: BadgeTone;
}

const looks: Record<BadgeTone, string> = {
  good: 'badge-success',
  plain: 'badge-outline border-line-strong',
  waiting: 'badge-outline border-warning text-warning',
  bad: 'badge-outline border-error text-error',
};

interface BadgeProps {
  isGood?: boolean;
  /** Overrides `isGood`. The text must say the same, because colour alone is not accessible. */
  tone?: BadgeTone;
  children: ReactNode;
}

export const Badge = ({ isGood = false, tone = isGood ? 'good' : 'plain', children }: BadgeProps) => (
  <span className={`badge whitespace-nowrap ${looks[tone]}`}>
    {tone === 'good' && <Check size={14} aria-hidden="true" />}
    {children}
  </span>
);

export const StateBadge = ({ label, tone }: BadgeLabel<MessageDescriptor | string>) => (
  <Badge tone={tone}>{useLanguage()._(label)}</Badge>
);
