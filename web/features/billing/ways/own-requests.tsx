import { type MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { ChevronRight } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import { wayNames } from '#contract/billing/way-names.ts';
import { DAY_MS } from '#contract/durations.ts';
import { formatMoney } from '#contract/format.ts';
import { pathTo } from '#web/app/path-to.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { type BadgeLabel, StateBadge } from '#web/ui/panel.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { type OwnRequest, useOwnRequests } from './ways-queries.ts';
import { useSay } from '#web/ui/language/language.tsx';

const SHOWN_FOR_MS = 14 * DAY_MS;

const labels: Partial<Record<OwnRequest['state'], BadgeLabel<MessageDescriptor>>> = {
  waiting: { label: msg`Waiting for the school`, tone: 'waiting' },
  refused: { label: msg`Not confirmed`, tone: 'bad' },
  expired: { label: msg`Expired`, tone: 'plain' },
};

/** What waits, and what came to nothing lately and was not sent again. Newest first. */
const openOf = (requests: readonly OwnRequest[], nowMs: number): readonly OwnRequest[] =>
  requests.filter(
    ({ state, planId, decidedAt }, index) =>
      labels[state] !== undefined &&
      (decidedAt === null || nowMs - Date.parse(decidedAt) < SHOWN_FOR_MS) &&
      (state === 'waiting' || !requests.slice(0, index).some((later) => later.planId === planId)),
  );

/** The payments to the school that are not decided, or were refused; nothing without any. */
export default function OwnRequests({ className = '' }: { className?: string }) {
  const id = useId();
  const { currencySymbol } = useSite();
  const say = useSay();
  const open = openOf(useOwnRequests(), useNow());
  if (open.length === 0) return null;
  return (
    <section aria-labelledby={id} className={`surface min-w-0 overflow-hidden ${className}`}>
      <h2 id={id} className="text-title px-5 pt-5 pb-1 sm:px-8">
        <Trans>Payments to the school</Trans>
      </h2>
      <ul className="divide-y divide-line">
        {open.map((request) => {
          const { _id, state, planName, amountInPaise, statedInPaise, way } = request;
          const label = labels[state];
          return (
            <li key={_id}>
              <Link
                to={pathTo('paymentRequest', { requestId: _id })}
                className="flex min-h-16 items-center gap-4 px-5 py-3 hover:bg-base-200 sm:px-8"
              >
                <span className="min-w-0 flex-1">
                  <span className="block font-semibold wrap-anywhere">{planName}</span>
                  <span className="meta block">
                    <Trans>
                      {{ amount: formatMoney(statedInPaise ?? amountInPaise, currencySymbol) }} by{' '}
                      {{ way: say(wayNames[way]) }}
                    </Trans>
                  </span>
                </span>
                {label && <StateBadge {...label} />}
                <ChevronRight size={18} className="shrink-0 text-muted" aria-hidden="true" />
              </Link>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
