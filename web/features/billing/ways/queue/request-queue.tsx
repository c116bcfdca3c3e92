import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { wayNames } from '#contract/billing/way-names.ts';
import type { Language } from '#contract/languages/language.ts';
import { partsWithin } from '#web/features/billing/parts/part-words.ts';
import { useLanguage, useSay } from '#web/ui/language/language.tsx';
import { formatMoney, formatShortMoment } from '#contract/format.ts';
import { paymentRequestsQuery } from '#web/api/school-queries.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { EmptyState, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { Filters, Pages } from '#web/ui/table/table.tsx';
import { type TableControl, type TableFilter, useTable } from '#web/ui/table/use-table.ts';
import { useKeys } from '#web/ui/use-keys.ts';
import { useMedia } from '#web/ui/use-media.ts';
import { useNow } from '#web/ui/use-now.ts';
import { Difference } from './amounts.tsx';
import type { ListedRequests, QueuedRequest } from './request-queries.ts';
import { RequestView } from './request-view.tsx';
import { useDecisions } from './use-decisions.ts';

const stateFilter = (waiting: number | undefined, { _ }: Language): TableFilter => ({
  id: 'state',
  title: _(msg`State`),
  shape: 'chips',
  none: _(msg`Waiting`),
  total: waiting,
  options: [{ value: 'decided', label: _(msg`Decided`) }],
});

/** The chosen payment is in the address; without one, wide windows show the first. */
const useChosen = () => {
  const [address, setAddress] = useSearchParams();
  return {
    chosen: address.get('request') ?? undefined,
    choose: (requestId: string | undefined): void => {
      const next = new URLSearchParams(address);
      if (requestId === undefined) next.delete('request');
      else next.set('request', requestId);
      setAddress(next, { preventScrollReset: requestId !== undefined });
    },
  };
};

/** What waits, without the one whose confirmation can still be undone. */
const waitingWithout = (listed: ListedRequests | undefined, heldId: string | undefined) => {
  const held = listed?.requests.find(({ _id, state }) => _id === heldId && state === 'waiting');
  if (!listed || !held) return listed?.waiting;
  const { count, amountInPaise } = listed.waiting;
  return { count: count - 1, amountInPaise: amountInPaise - (held.statedInPaise ?? held.amountInPaise) };
};

const linkId = (requestId: string): string => `request-${requestId}`;

/** The payments that wait, the oldest first, and the chosen one beside them. Those who may confirm see them. */
export function Component() {
  const { t } = useLingui();
  const control = useTable();
  const state = control.choice('state', ['decided'] as const) ?? 'waiting';
  const { pageSize: limit, cursor } = control;
  const query = useQuery(paymentRequestsQuery({ state, limit, ...(cursor !== '' && { cursor }) }));
  const { chosen, choose } = useChosen();
  const isWide = useMedia('(width >= 64rem)');
  const decisions = useDecisions(choose);
  const requests = query.data?.requests.filter(({ _id }) => _id !== decisions.heldId).map(decisions.warned) ?? [];
  const waiting = waitingWithout(query.data, decisions.heldId);
  // Another one than the link says would be confirmed instead.
  const shown = chosen === undefined && isWide ? requests[0] : requests.find(({ _id }) => _id === chosen);
  const index = shown ? requests.indexOf(shown) : -1;
  const at = (step: number): (() => void) | undefined => {
    const neighbour = requests[index + step];
    return neighbour && (() => choose(neighbour._id));
  };
  const [next, previous] = [at(1), at(-1)];
  useKeys({ j: next, arrowdown: next, k: previous, arrowup: previous, z: decisions.undo });
  const shownId = shown?._id;
  useEffect(() => {
    if (shownId !== undefined) document.getElementById(linkId(shownId))?.scrollIntoView({ block: 'nearest' });
  }, [shownId]);
  return (
    <div className="inbox">
      {(isWide || !shown) && (
        <section
          className="w-full pb-4 lg:w-93 lg:shrink-0 lg:overflow-y-auto lg:border-e lg:border-line"
          aria-label={t`Payments`}
        >
          <QueueHead
            {...{ control, waiting }}
            isElsewhere={chosen !== undefined && !shown && query.data !== undefined}
          />
          <QueryBoundary query={query} failure={t`The payments could not be loaded`} messageClass="p-4">
            {({ nextCursor }) => (
              <>
                {requests.length === 0 ? (
                  <EmptyState>{state === 'waiting' ? t`Nothing to confirm.` : t`Nothing was decided yet.`}</EmptyState>
                ) : (
                  <ol aria-label={t`Payments to confirm`}>
                    {requests.map((request) => (
                      <li key={request._id}>
                        <Entry request={request} isShown={request === shown} />
                      </li>
                    ))}
                  </ol>
                )}
                <Pages label={t`Payments`} page={{ rows: requests, nextCursor }} control={control} isOld={false} />
              </>
            )}
          </QueryBoundary>
        </section>
      )}
      {shown && (
        <RequestView
          key={shown._id}
          request={shown}
          place={{ number: index + 1, total: requests.length, previous, next }}
          onBack={isWide ? undefined : () => choose(undefined)}
          onConfirm={(confirmation) =>
            decisions.confirm(shown, confirmation, requests[index + 1] ?? requests[index - 1])
          }
          onRefused={() => (next ?? previous ?? (() => choose(undefined)))()}
        />
      )}
    </div>
  );
}

interface QueueHeadProps {
  control: TableControl;
  waiting: { count: number; amountInPaise: number } | undefined;
  /** The payment of the address is not on this page. */
  isElsewhere: boolean;
}

function QueueHead({ control, waiting, isElsewhere }: QueueHeadProps) {
  const language = useLanguage();
  return (
    <div className="inbox-head grid gap-3.5 pt-6 pb-4">
      <PageHeading className="text-page">
        <Trans>Payments to confirm</Trans>
      </PageHeading>
      <Waiting waiting={waiting} />
      <Filters control={control} filters={[stateFilter(waiting?.count, language)]} />
      {isElsewhere && (
        <p className="text-sm text-muted">
          <Trans>The payment that you opened is not on this page. It may be decided.</Trans>
        </p>
      )}
    </div>
  );
}

function Waiting({ waiting }: Pick<QueueHeadProps, 'waiting'>) {
  const { currencySymbol } = useSite();
  if (!waiting || waiting.count === 0) return null;
  return (
    <p className="text-sm text-muted">
      <strong className="font-semibold text-base-content">
        <Trans>
          {formatMoney(waiting.amountInPaise, currencySymbol)} in{' '}
          <Plural value={waiting.count} one="# payment" other="# payments" />.
        </Trans>
      </strong>{' '}
      <Trans>Nothing opens until you confirm. Oldest first.</Trans>
    </p>
  );
}

const stateNames: Record<Exclude<QueuedRequest['state'], 'waiting'>, MessageDescriptor> = {
  confirmed: msg`Confirmed`,
  refused: msg`Refused`,
  withdrawn: msg`Withdrawn`,
  expired: msg`Expired`,
  paid_otherwise: msg`Paid otherwise`,
};

function Entry({ request, isShown }: { request: QueuedRequest; isShown: boolean }) {
  const language = useLanguage();
  const say = useSay();
  const { timeZone, currencySymbol } = useSite();
  const now = useNow();
  const [address] = useSearchParams();
  const { _id, user, planName, way, amountInPaise, statedInPaise, sentAt, state, paysParts, batch } = request;
  return (
    <Link
      to={`?${new URLSearchParams([...[...address].filter(([key]) => key !== 'request'), ['request', _id]])}`}
      id={linkId(_id)}
      className="inbox-entry"
      aria-current={isShown || undefined}
      data-open={state === 'waiting' || undefined}
      preventScrollReset
    >
      <Avatar fullName={user.fullName} src={null} className="size-9 shrink-0 text-sm" />
      <span className="min-w-0 flex-1">
        <span className="flex justify-between gap-3">
          <span dir="auto" className="inbox-name truncate">
            {user.fullName}
          </span>
          <span className="num shrink-0 font-semibold">
            {formatMoney(statedInPaise ?? amountInPaise, currencySymbol)}
          </span>
        </span>
        <span className="flex justify-between gap-3">
          <span dir="auto" className="truncate text-muted">
            {[planName, batch?.name, paysParts && partsWithin(paysParts, language), say(wayNames[way])]
              .filter(Boolean)
              .join(', ')}
          </span>
          <span className="shrink-0">
            {state === 'waiting' ? (
              <Difference expectedInPaise={amountInPaise} statedInPaise={statedInPaise ?? amountInPaise} />
            ) : (
              <span className="meta inline-flex items-center gap-1">
                {state === 'confirmed' && <Check size={14} aria-hidden="true" />}
                {language._(stateNames[state])}
              </span>
            )}
          </span>
        </span>
        <span className="meta num block">{formatShortMoment(sentAt, timeZone, new Date(now), language.locale)}</span>
      </span>
    </Link>
  );
}
