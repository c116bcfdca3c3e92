import { useQuery } from '@tanstack/react-query';
import { Check, Copy, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { partsLabelOf } from '#contract/billing/part-messages.ts';
import { wayNames } from '#contract/billing/way-names.ts';
import { formatCalendarDay, formatDay, formatMoment, formatMoney } from '#contract/format.ts';
import { english } from '#contract/languages/language.ts';
import { daysOf } from '#web/features/batches/batch-words.ts';
import { pathTo } from '#web/app/path-to.ts';
import { useSession } from '#web/app/session/use-session.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { Enlarge } from '#web/ui/enlarge.tsx';
import { Skeleton } from '#web/ui/page/query-boundary.tsx';
import { ReadingPane } from '#web/ui/page/reading-pane.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { DetailList } from '#web/ui/panel.tsx';
import { copyText } from '#web/ui/text/copy-text.ts';
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
  const { user, amountInPaise, statedInPaise, hasPicture, warning } = request;
  return (
    <ReadingPane name="Payment" list="To confirm" onBack={onBack}>
      <div className="flex items-start justify-between gap-3">
        <Buyer user={user} isAlone={onBack !== undefined} />
        <Steps {...place} />
      </div>
      <div className="flex-1 space-y-5 py-5">
        {warning !== null && (
          <p role="alert" className="flex gap-3 rounded-box border border-warning bg-warning/8 px-4 py-3 font-medium">
            <TriangleAlert size={20} className="mt-1 shrink-0 text-warning" aria-hidden="true" />
            <span className="min-w-0 wrap-anywhere">{warning}</span>
          </p>
        )}
        <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,1fr)_16rem]">
          <div className="min-w-0 space-y-4">
            <Amounts expectedInPaise={amountInPaise} statedInPaise={statedInPaise ?? amountInPaise} />
            <Facts request={request} />
          </div>
          {hasPicture ? <Picture requestId={request._id} /> : <p className="meta">No picture</p>}
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
                Open the person
              </Link>
            </>
          )}
        </p>
      </div>
    </div>
  );
}

const Copied = ({ text, name }: { text: string; name: string }) => (
  <span className="inline-flex items-center gap-1">
    {text}
    <button
      type="button"
      className="btn btn-ghost btn-square -my-3 -me-2.5"
      aria-label={`Copy ${name}`}
      onClick={() => void copyText(text, 'Copied')}
    >
      <Copy size={16} aria-hidden="true" />
    </button>
  </span>
);

/** Whether the reference stands on another payment. */
function UsedBefore({ request: { usedBy, isUnusual, way } }: { request: QueuedRequest }): ReactNode {
  const { timeZone } = useSite();
  if (usedBy) {
    const { order, userName, paymentId, requestId, at } = usedBy;
    return (
      <span className="text-error">
        Order {order}
        {userName !== null && ` of ${userName}`}, {formatDay(at, timeZone)}.{' '}
        {requestId !== null && (
          <Link
            to={
              paymentId === null ? pathTo('paymentRequests', { request: requestId }) : pathTo('payment', { paymentId })
            }
            className="link"
          >
            Open it
          </Link>
        )}
      </span>
    );
  }
  return (
    <span className="inline-flex items-center gap-1.5">
      {isUnusual ? (
        <span className="text-warning">
          No. {way === 'upi' ? 'But a UPI reference has 12 digits.' : 'But it has another form than usual.'}
        </span>
      ) : (
        <>
          <Check size={16} className="text-success" aria-hidden="true" />
          No
        </>
      )}
    </span>
  );
}

/** What became of the place in a batch. */
const places: Record<Exclude<QueuedRequest['state'], 'waiting'>, string> = {
  confirmed: 'Taken by the buyer',
  paid_otherwise: 'Taken by the buyer',
  refused: 'Not kept any more',
  withdrawn: 'Not kept any more',
  expired: 'Not kept any more',
};

function Facts({ request }: { request: QueuedRequest }) {
  const { timeZone, currencySymbol } = useSite();
  const {
    planName,
    isGift,
    way,
    reference,
    order,
    paidOn,
    sentAt,
    coupon,
    batch,
    state,
    keptUntil,
    reason,
    decidedBy,
    decidedAt,
    parts,
    paysParts,
  } = request;
  return (
    <DetailList
      details={[
        ['For', isGift ? `${planName}, a gift` : planName],
        [
          'In parts',
          paysParts ? partsLabelOf(paysParts) : parts && (parts === 'first' ? 'The first part' : 'Later parts'),
        ],
        ['Batch', batch && `${batch.name}, ${daysOf(batch, english)}`],
        ['Place', batch && (state === 'waiting' ? `Kept until ${formatDay(keptUntil, timeZone)}` : places[state])],
        ['Paid by', wayNames[way]],
        ['Reference', reference === '' ? 'None' : <Copied key="reference" text={reference} name="Reference" />],
        ['Used before', reference === '' ? null : <UsedBefore key="used" request={request} />],
        ['Order', <Copied key="order" text={order} name="Order" />],
        ['Paid on', formatCalendarDay(paidOn)],
        ['Sent', formatMoment(sentAt, timeZone)],
        ['Coupon', coupon && `${coupon.code}, ${formatMoney(coupon.discountInPaise, currencySymbol)} off`],
        ['Decided', decidedAt && `${formatMoment(decidedAt, timeZone)}${decidedBy === null ? '' : ` · ${decidedBy}`}`],
        ['Reason', reason || null],
      ]}
    />
  );
}

function Picture({ requestId }: { requestId: string }) {
  const { data, isError } = useQuery(pictureQuery(requestId));
  return (
    <figure className="min-w-0">
      <figcaption className="mb-2 text-sm font-semibold">The picture</figcaption>
      {data !== undefined && (
        <span className="relative block overflow-hidden rounded-box border border-line bg-base-200">
          <img src={data} alt="Sent by the buyer" className="mx-auto max-h-72 object-contain" />
          <Enlarge address={data} text="Sent by the buyer" />
        </span>
      )}
      {data === undefined && !isError && <Skeleton className="h-48 w-full" />}
      {isError && <p className="meta">The picture could not be loaded.</p>}
    </figure>
  );
}

function Confirmed({ request: { paymentId, receivedInPaise, receivedOn } }: { request: QueuedRequest }) {
  const { currencySymbol } = useSite();
  return (
    <p className="mt-auto border-t border-line pt-4">
      {receivedInPaise !== null && `${formatMoney(receivedInPaise, currencySymbol)} came`}
      {receivedOn !== null && ` on ${formatCalendarDay(receivedOn)}`}.{' '}
      {paymentId !== null && (
        <Link to={pathTo('payment', { paymentId })} className="link">
          Open the payment
        </Link>
      )}
    </p>
  );
}
