import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import type { User } from '#contract/accounts/accounts.ts';
import { type OwnPurchase, ownPurchasesQuery } from '#web/features/billing/billing-queries.ts';
import { Badge } from '#web/ui/panel.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { formatDay } from '#contract/format.ts';
import { firstBundle, isForLife, Price, refundPromiseOf, TermsLink } from '#web/features/billing/plan-terms.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { pathTo } from '#web/app/path-to.ts';
import { WaitingLink } from '#web/features/billing/checkout-link.tsx';
import { useWaitingRequest } from '#web/features/billing/ways/ways-queries.ts';
import { type OwnParts, usePausedParts } from '#web/features/billing/parts/parts-queries.ts';
import { PayLink } from '#web/features/billing/parts/pay-link.tsx';
import { CancelBundle } from './cancel-bundle.tsx';
import { RefundNotice, RenewalPrompt, visibleRefunds } from './subscription-card-footer.tsx';
import { fractionLeft, remainingTime, shortDate } from './subscription-dates.ts';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';
import { useTermWords } from '#web/ui/language/term-words.ts';

export function SubscriptionCard({ user }: { user: User }) {
  const id = useId();
  const nowMs = useNow();
  const { data } = useQuery(ownPurchasesQuery());
  const ofBundle = data?.purchases.filter(({ opens, isGift }) => opens === 'everything' || isGift) ?? [];
  const isActive = user.subscription.status === 'active';
  return (
    <section aria-labelledby={id} className="surface min-w-0 overflow-hidden">
      <div className="p-5 sm:p-8">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 id={id} className="text-section">
            <Trans>Subscription</Trans>
          </h2>
          <Badge isGood={isActive}>{isActive ? <Trans>Active</Trans> : <Trans>Inactive</Trans>}</Badge>
        </div>
        {isActive ? (
          <TimeLeft subscription={user.subscription} purchases={data?.purchases} />
        ) : (
          <NoBundle user={user} purchases={ofBundle} />
        )}
      </div>
      {visibleRefunds(ofBundle, nowMs).map((refund) => (
        <RefundNotice key={`${refund.at} ${refund.amountInPaise}`} refund={refund} />
      ))}
      <RenewalPrompt subscription={user.subscription} />
      <CancelBundle user={user} own={data} />
    </section>
  );
}

interface TimeLeftProps {
  subscription: User['subscription'];
  /** Undefined until they are loaded. */
  purchases: readonly OwnPurchase[] | undefined;
}

const leftWords: Partial<Record<string, MessageDescriptor>> = {
  'day left': msg`day left`,
  'days left': msg`days left`,
  'hour left': msg`hour left`,
  'hours left': msg`hours left`,
  'minute left': msg`minute left`,
  'minutes left': msg`minutes left`,
};

function TimeLeft({ subscription, purchases }: TimeLeftProps) {
  const { timeZone } = useSite();
  const nowMs = useNow();
  const { access_until: ends, purchased_at: bought } = subscription;
  const language = useLanguage();
  if (!ends)
    return (
      <p className="mt-6 text-lg">
        <Trans>You have access to every lecture in every course.</Trans>
      </p>
    );
  if (isForLife(ends))
    return (
      <p className="mt-6 text-lg">
        <Trans>Every lecture in every course is yours for life.</Trans>
      </p>
    );
  // A gift began when it was redeemed, and another person paid for it.
  const isBought = purchases?.some(({ paidAt }) => paidAt === bought) ?? true;
  const { count, words } = remainingTime(nowMs, Date.parse(ends), timeZone);
  return (
    <>
      <p className="mt-8 flex flex-wrap items-baseline gap-x-3">
        <span className="font-display text-7xl leading-none">{count}</span>
        <span className="text-lg text-muted">{language._(leftWords[words] ?? words)}</span>
      </p>
      <div aria-hidden="true" className="meter mt-4">
        {bought && <i style={{ width: `${100 * fractionLeft(Date.parse(bought), Date.parse(ends), nowMs)}%` }} />}
      </div>
      <div className="mt-3 flex flex-wrap justify-between gap-x-6 text-sm text-muted">
        {bought && (
          <span>
            {isBought ? <Trans>Bought</Trans> : <Trans>Redeemed</Trans>} {shortDate(bought, timeZone, language.locale)}
          </span>
        )}
        <span>
          <Trans>Ends {{ ends: shortDate(ends, timeZone, language.locale) }}</Trans>
        </span>
      </div>
    </>
  );
}

/** An admin needs no bundle. */
const AdminAccess = () => (
  <>
    <p className="measure mt-4 text-lg">
      <Trans>As an admin, you can watch every lecture without a bundle.</Trans>
    </p>
    <LinkButton tone="quiet" to={pathTo('courses')} className="mt-5">
      <Trans>See all courses</Trans>
    </LinkButton>
  </>
);

function NoBundle({ user, purchases }: { user: User; purchases: readonly OwnPurchase[] }) {
  const { span } = useTermWords();
  const language = useLanguage();
  const { locale } = language;
  const { timeZone, isSelling, plans } = useSite();
  const plan = firstBundle(plans);
  const promise = plan && refundPromiseOf(plan, language);
  const nowMs = useNow();
  const { access_until: ended } = user.subscription;
  const paused = usePausedParts();
  if (paused) return <Paused purchase={paused} />;
  if (user.role === 'ADMIN') return <AdminAccess />;
  return (
    <>
      {ended && Date.parse(ended) < nowMs && (
        <p className="mt-4 font-medium">
          <Trans>Your bundle ended on {{ day: formatDay(ended, timeZone, locale) }}.</Trans>
        </p>
      )}
      {purchases.some(({ status }) => status === 'disputed') && (
        <p className="measure mt-4 font-medium">
          <Trans>
            Your bank is disputing one of your payments. If it decides for the school, your access returns
            automatically. You don’t need to buy again.
          </Trans>
        </p>
      )}
      <p className="measure mt-4 text-lg">
        {plan ? (
          <Trans>The subscription bundle opens every lecture in every course {{ span: span(plan.term) }}.</Trans>
        ) : (
          <Trans>The subscription bundle opens every lecture in every course.</Trans>
        )}{' '}
        {promise && (
          <>
            <Trans>{{ promise }}.</Trans>{' '}
          </>
        )}
        <TermsLink>
          <Trans>Terms applied.</Trans>
        </TermsLink>
      </p>
      <div className="mt-5 flex flex-wrap items-end gap-x-6 gap-y-4">
        {plan && <Price className="text-5xl" />}
        <Subscribe isOffered={isSelling && plan !== undefined} />
      </div>
    </>
  );
}

/** Access to everything, while what is due of its price is not paid. */
const Paused = ({ purchase }: { purchase: OwnParts }) => {
  const locale = useLocale();
  const { timeZone } = useSite();
  const { accessUntil, isWaiting } = purchase;
  return (
    <>
      <p className="measure mt-4 text-lg">
        <Trans>Paused until you pay what is due.</Trans>
        {accessUntil !== null && !isForLife(accessUntil) && (
          <>
            {' '}
            <Trans>Then it runs until {{ day: formatDay(accessUntil, timeZone, locale) }}.</Trans>
          </>
        )}
      </p>
      {!isWaiting && <PayLink purchase={purchase} className="mt-5" />}
    </>
  );
};

/** The button, or the payment for the bundle that the school looks for. */
function Subscribe({ isOffered }: { isOffered: boolean }) {
  const waiting = useWaitingRequest();
  if (waiting) return <WaitingLink request={waiting} />;
  if (!isOffered)
    return (
      <p className="font-medium">
        <Trans>The bundle is not on sale at the moment.</Trans>
      </p>
    );
  return (
    <LinkButton tone="buy" size="large" to={pathTo('checkout')}>
      <Trans>Subscribe</Trans>
    </LinkButton>
  );
}
