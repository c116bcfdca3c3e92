import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { CircleCheck, CircleX, Clock } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import type { Way } from '#contract/billing/way-names.ts';
import { formatDay, formatMoney } from '#contract/format.ts';
import { pathTo } from '#web/app/path-to.ts';
import { Bought, GiftBought } from '#web/features/billing/checkout/payment-succeeded.tsx';
import { orderIn } from '#web/features/billing/checkout/checkout-queries.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { DetailSkeleton, LoadingNote, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { AskTheSchool, RequestDetails, RequestSteps } from './request-parts.tsx';
import { type OwnRequest, ownRequestsQuery, refreshAccess } from './ways-queries.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const Frame = ({ children }: { children: ReactNode }) => (
  <div className="page py-8 lg:py-12">
    <div className="mx-auto max-w-xl">{children}</div>
  </div>
);

/** A payment that the school looks for, until it is decided; then what came of it. */
export function Component() {
  const { t } = useLingui();
  const { requestId = '' } = useParams();
  const query = useQuery(ownRequestsQuery());
  return (
    <QueryBoundary
      query={query}
      skeleton={
        <Frame>
          <LoadingNote />
          <DetailSkeleton />
        </Frame>
      }
      failure={t`Your payment could not be loaded`}
      frame={Frame}
    >
      {({ requests }) => {
        const request = requests.find(({ _id }) => _id === requestId);
        return request ? <Request request={request} /> : <Unknown />;
      }}
    </QueryBoundary>
  );
}

const Unknown = () => (
  <Frame>
    <PageHeading>
      <Trans>This payment is not yours, or was sent long ago</Trans>
    </PageHeading>
    <LinkButton to={pathTo('profile')} className="mt-6">
      <Trans>Go to your profile</Trans>
    </LinkButton>
  </Frame>
);

function Request({ request }: { request: OwnRequest }) {
  const queryClient = useQueryClient();
  const { state } = request;
  const isPaid = state === 'confirmed' || state === 'paid_otherwise';
  useEffect(() => {
    if (isPaid) void refreshAccess(queryClient);
  }, [isPaid, queryClient]);
  if (isPaid) return <Paid request={request} />;
  return <Frame>{state === 'waiting' ? <Waiting request={request} /> : <Closed request={request} />}</Frame>;
}

const HEADING = msg`Payment confirmed`;

/** As after a payment online: straight into the first lecture. */
function Paid({ request: { planName, opens, courseId, isGift } }: { request: OwnRequest }) {
  const { state }: { state: unknown } = useLocation();
  const heading = useLanguage()._(HEADING);
  if (isGift) return <GiftBought heading={heading} {...orderIn(state)} />;
  if (opens === 'everything') return <Bought heading={heading} {...(courseId === null ? {} : { courseId })} />;
  const first = courseId ?? opens.courses[0]?._id;
  return <Bought heading={heading} planName={planName} {...(first === undefined ? {} : { courseId: first })} />;
}

/** Later parts are paid from the profile. */
const payAgainAt = ({ planId, isGift, parts }: OwnRequest, way: Way): string =>
  parts === 'later'
    ? pathTo('profile')
    : pathTo('checkout', {
        plan: planId,
        way,
        gift: isGift ? 'yes' : undefined,
        parts: parts === 'first' ? 'yes' : undefined,
      });

const Badge = ({ look, icon: Icon, children }: { look: string; icon: typeof Clock; children: ReactNode }) => (
  <p className={`inline-flex items-center gap-2 rounded-full px-3 py-1 text-sm font-semibold ${look}`}>
    <Icon size={16} aria-hidden="true" />
    {children}
  </p>
);

function Waiting({ request }: { request: OwnRequest }) {
  const { brandName, currencySymbol, ways } = useSite();
  const { amountInPaise, statedInPaise, opens, isGift } = request;
  const { t } = useLingui();
  const what = isGift
    ? t`the gift is sent`
    : opens !== 'everything' && opens.courses.length === 1
      ? t`the course opens`
      : t`your courses open`;
  return (
    <>
      <Badge look="bg-warning/10 text-warning" icon={Clock}>
        <Trans>Waiting for the school</Trans>
      </Badge>
      <PageHeading className="mt-3 text-page wrap-anywhere">
        <Trans>{brandName} is checking your payment</Trans>
      </PageHeading>
      <p className="mt-3 text-lg text-muted">
        <Trans>
          When they find your {{ amount: formatMoney(statedInPaise ?? amountInPaise, currencySymbol) }}, {what} and you
          get a message.
        </Trans>
      </p>
      <RequestSteps request={request} what={what} />
      <RequestDetails request={request} />
      <AskTheSchool request={request} />
      {ways.includes('online') && (
        <p className="mt-6 text-muted">
          <Trans>
            In a hurry?{' '}
            <Link to={payAgainAt(request, 'online')} className="link font-semibold text-base-content">
              Pay by card or UPI online
            </Link>{' '}
            instead. This request then closes by itself. If both arrive, the school pays one back.
          </Trans>
        </p>
      )}
    </>
  );
}

const closed: Record<'refused' | 'withdrawn' | 'expired', Record<'badge' | 'heading' | 'text', MessageDescriptor>> = {
  refused: {
    badge: msg`Not confirmed`,
    heading: msg`The school could not confirm your payment`,
    text: msg`Check the reference and the amount, and send it again, or ask the school.`,
  },
  withdrawn: { badge: msg`Withdrawn`, heading: msg`You withdrew this payment`, text: msg`Nothing was bought.` },
  expired: {
    badge: msg`Expired`,
    heading: msg`The school did not find your payment in time`,
    text: msg`If you have paid, ask the school. You can also send it again, at the price of today.`,
  },
};

function Closed({ request }: { request: OwnRequest }) {
  const { _, locale } = useLanguage();
  const { timeZone } = useSite();
  const { state, reason, decidedAt, way, parts } = request;
  if (state !== 'refused' && state !== 'withdrawn' && state !== 'expired') return null;
  const { badge, heading, text } = closed[state];
  return (
    <>
      <Badge
        look={state === 'refused' ? 'bg-error/10 text-error' : 'bg-base-300 text-base-content'}
        icon={state === 'withdrawn' ? CircleCheck : CircleX}
      >
        {_(badge)}
        {decidedAt !== null && `, ${formatDay(decidedAt, timeZone, locale)}`}
      </Badge>
      <PageHeading className="mt-3 text-page">{_(heading)}</PageHeading>
      {state === 'refused' && reason !== '' && (
        <blockquote
          dir="auto"
          className="mt-4 border-s-4 border-line-strong ps-4 text-lg wrap-anywhere whitespace-pre-line"
        >
          {reason}
        </blockquote>
      )}
      <p className="mt-3 text-lg text-muted">{_(text)}</p>
      <LinkButton to={payAgainAt(request, way)} tone="buy" size="large" className="mt-5 w-full sm:w-auto">
        {state === 'withdrawn' && parts !== 'later' ? <Trans>Back to the checkout</Trans> : <Trans>Send again</Trans>}
      </LinkButton>
      <RequestDetails request={request} />
      {state !== 'withdrawn' && <AskTheSchool request={request} />}
    </>
  );
}
