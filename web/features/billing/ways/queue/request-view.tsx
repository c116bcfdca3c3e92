import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Check, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { wayNames } from '#contract/billing/way-names.ts';
import { formatCalendarDay, formatDay, formatMoment, formatMoney } from '#contract/format.ts';
import { labelOfParts } from '#web/features/billing/parts/part-words.ts';
import { Said, useLanguage, useLocale, useSay } from '#web/ui/language/language.tsx';
import { daysOf } from '#web/features/batches/batch-words.ts';
import { pathTo } from '#web/app/path-to.ts';
import { useSession } from '#web/app/session/use-session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Enlarge } from '#web/ui/enlarge.tsx';
import { Skeleton } from '#web/ui/page/query-boundary.tsx';
import { ReadingPane } from '#web/ui/page/reading-pane.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { DetailList } from '#web/ui/panel.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { Amounts } from './amounts.tsx';
import { DecisionBar } from './decision-bar.tsx';
import { type Confirmation, pictureQuery, type QueuedRequest } from './request-queries.ts';
import { type Place, Steps } from '#web/ui/page/queue-steps.tsx';

interface RequestViewProps {
  request: QueuedRequest;
  place: Place;
  onBack: (() => void) | undefined;
  onConfirm: (confirmation: Confirmation) => void;
  onRefused: () => void;
}

/** One payment: what was expected and said, what to compare it with, and the decision. */
export function RequestView({ request, place, onBack, onConfirm, onRefused }: RequestViewProps) {
  const { t } = useLingui();
  const { user, amountInPaise, statedInPaise, hasPicture, warning } = request;
  return (
    <ReadingPane name={t`Payment`} list={t`To confirm`} onBack={onBack}>
      <div className="flex items-start justify-between gap-3">
        <Buyer user={user} isAlone={onBack !== undefined} />
        <Steps {...place} />
      </div>
      <div className="flex-1 space-y-5 py-5">
        {warning !== null && (
          <p role="alert" className="flex gap-3 rounded-box border border-warning bg-warning/8 px-4 py-3 font-medium">
            <TriangleAlert size={20} className="mt-1 shrink-0 text-warning" aria-hidden="true" />
            <span className="min-w-0 wrap-anywhere">
              <Said>{warning}</Said>
            </span>
          </p>
        )}
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_16rem]">
          <div className="min-w-0 space-y-4">
            <Amounts expectedInPaise={amountInPaise} statedInPaise={statedInPaise ?? amountInPaise} />
            <Facts request={request} />
          </div>
          {hasPicture ? (
            <Picture requestId={request._id} />
          ) : (
            <p className="meta">
              <Trans>No picture</Trans>
            </p>
          )}
        </div>
      </div>
      {request.state === 'confirmed' ? (
        <Confirmed request={request} />
      ) : (
        <DecisionBar request={request} onConfirm={onConfirm} onRefused={onRefused} />
      )}
    </ReadingPane>
  );
}

/** Who says that they have paid. Without the list beside it, their name heads the page. */
function Buyer({ user, isAlone }: { user: QueuedRequest['user']; isAlone: boolean }) {
  const isAdmin = useSession()?.role === 'ADMIN';
  const Heading = isAlone ? 'h1' : 'h2';
  return (
    <div className="flex min-w-0 flex-1 items-start gap-3">
      <Avatar fullName={user.fullName} src={null} />
      <div className="min-w-0">
        <Heading dir="auto" className="font-sans text-base font-semibold tracking-normal wrap-anywhere">
          {user.fullName}
        </Heading>
        <p className="meta wrap-anywhere">
          {user.email}
          {isAdmin && (
            <>
              {user.email && ' · '}
              <Link to={pathTo('userAccess', { userId: user._id })} className="link">
                <Trans>Open the person</Trans>
              </Link>
            </>
          )}
        </p>
      </div>
    </div>
  );
}

function Copied({ text, name }: { text: string; name: string }) {
  const { t } = useLingui();
  return (
    <span className="inline-flex items-center gap-1">
      {text}
      <CopyButton
        tone="ghost"
        className="btn-square -my-3 -me-2.5"
        text={text}
        done={t`Copied`}
        aria-label={t`Copy ${name}`}
      />
    </span>
  );
}

/** Whether the reference stands on another payment. */
function UsedBefore({ request: { usedBy, isUnusual, way } }: { request: QueuedRequest }): ReactNode {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  if (usedBy) {
    const { order, userName, paymentId, requestId, at } = usedBy;
    const day = formatDay(at, timeZone, locale);
    return (
      <span className="text-error">
        {userName === null ? t`Order ${order}, ${day}.` : t`Order ${order} of ${userName}, ${day}.`}{' '}
        {requestId !== null && (
          <Link
            to={
              paymentId === null ? pathTo('paymentRequests', { request: requestId }) : pathTo('payment', { paymentId })
            }
            className="link"
          >
            <Trans>Open it</Trans>
          </Link>
        )}
      </span>
    );
  }
  return (
    <span className="inline-flex items-center gap-1.5">
      {isUnusual ? (
        <span className="text-warning">
          {way === 'upi' ? t`No. But a UPI reference has 12 digits.` : t`No. But it has another form than usual.`}
        </span>
      ) : (
        <>
          <Check size={16} className="text-success" aria-hidden="true" />
          {t({ message: 'No', context: 'used before' })}
        </>
      )}
    </span>
  );
}

/** What became of the place in a batch. */
const places: Record<Exclude<QueuedRequest['state'], 'waiting'>, MessageDescriptor> = {
  confirmed: msg`Taken by the buyer`,
  paid_otherwise: msg`Taken by the buyer`,
  refused: msg`Not kept any more`,
  withdrawn: msg`Not kept any more`,
  expired: msg`Not kept any more`,
};

function Facts({ request }: { request: QueuedRequest }) {
  const { t } = useLingui();
  const language = useLanguage();
  const { locale } = language;
  const say = useSay();
  const { timeZone, currencySymbol } = useSite();
  const { planName, isGift, way, reference, order, paidOn, sentAt, coupon, batch } = request;
  const { state, keptUntil, reason, decidedBy, decidedAt, parts, paysParts } = request;
  return (
    <DetailList
      details={[
        [t`For`, isGift ? t`${planName}, a gift` : planName],
        [
          t`In parts`,
          paysParts
            ? labelOfParts(paysParts, language)
            : parts && (parts === 'first' ? t`The first part` : t`Later parts`),
        ],
        [t`Batch`, batch && `${batch.name}, ${daysOf(batch, language)}`],
        [
          t`Place`,
          batch && (state === 'waiting' ? t`Kept until ${formatDay(keptUntil, timeZone, locale)}` : t(places[state])),
        ],
        [t`Paid by`, say(wayNames[way])],
        [t`Reference`, reference === '' ? t`None` : <Copied key="reference" text={reference} name={t`Reference`} />],
        [t`Used before`, reference === '' ? null : <UsedBefore key="used" request={request} />],
        [t`Order`, <Copied key="order" text={order} name={t`Order`} />],
        [t`Paid on`, formatCalendarDay(paidOn, locale)],
        [t`Sent`, formatMoment(sentAt, timeZone, locale)],
        [t`Coupon`, coupon && t`${coupon.code}, ${formatMoney(coupon.discountInPaise, currencySymbol)} off`],
        [
          t`Decided`,
          decidedAt && `${formatMoment(decidedAt, timeZone, locale)}${decidedBy === null ? '' : ` · ${decidedBy}`}`,
        ],
        [t`Reason`, reason || null],
      ]}
    />
  );
}

function Picture({ requestId }: { requestId: string }) {
  const { t } = useLingui();
  const { data, isError } = useQuery(pictureQuery(requestId));
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 text-sm font-semibold">
        <Trans>The picture</Trans>
      </figcaption>
      {data !== undefined && (
        <span className="relative block overflow-hidden rounded-box border border-line bg-base-200">
          <img src={data} alt={t`Sent by the buyer`} className="mx-auto max-h-72 object-contain" />
          <Enlarge address={data} text={t`Sent by the buyer`} />
        </span>
      )}
      {data === undefined && !isError && <Skeleton className="h-48 w-full" />}
      {isError && (
        <p className="meta">
          <Trans>The picture could not be loaded.</Trans>
        </p>
      )}
    </figure>
  );
}

function Confirmed({ request: { paymentId, receivedInPaise, receivedOn } }: { request: QueuedRequest }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { currencySymbol } = useSite();
  const amount = formatMoney(receivedInPaise ?? 0, currencySymbol);
  return (
    <p className="mt-auto border-t border-line pt-4">
      {receivedInPaise !== null &&
        (receivedOn === null
          ? t`${amount} came.`
          : t`${amount} came on ${formatCalendarDay(receivedOn, locale)}.`)}{' '}
      {paymentId !== null && (
        <Link to={pathTo('payment', { paymentId })} className="link">
          <Trans>Open the payment</Trans>
        </Link>
      )}
    </p>
  );
}
