import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import { useId } from 'react';
import { Link } from 'react-router';
import type { Right } from '#contract/access/rights.ts';
import { type OwnPurchase, ownPurchasesQuery, renewalsQuery } from '#web/features/billing/billing-queries.ts';
import { opensCourse, TermsLink } from '#web/features/billing/plan-terms.tsx';
import { originOf, untilOf } from '#web/features/billing/right-words.ts';
import { useHasPaused } from '#web/features/billing/parts/parts-queries.ts';
import { useRights } from '#web/features/billing/rights.ts';
import { pathTo } from '#web/app/path-to.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { formatDay, formatMoment, formatMoney } from '#contract/format.ts';
import { useNow } from '#web/ui/use-now.ts';
import { CancelPurchase, leftToRefund } from './cancel-purchase.tsx';
import { RefundNotice, SubscriptionCardFooter, visibleRefunds } from './subscription-card-footer.tsx';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';

const isOfCourses = ({ opens, isGift }: OwnPurchase): boolean => opens !== 'everything' && !isGift;

/** The courses that the user has alone, until when and through what, and what can be cancelled of them. */
export function OwnCourses() {
  const id = useId();
  const nowMs = useNow();
  const { rights } = useRights();
  const { data } = useQuery(ownPurchasesQuery());
  const isPaused = useHasPaused();
  const courses = rights.filter(({ title }) => title !== null);
  const purchases = data?.purchases.filter(isOfCourses) ?? [];
  if (courses.length === 0 && purchases.length === 0) return null;
  return (
    <section aria-labelledby={id} className="surface min-w-0 overflow-hidden">
      <div className="p-5 sm:p-8">
        <h2 id={id} className="text-section">
          <Trans>Your courses</Trans>
        </h2>
        {courses.length === 0 && (
          <p className="mt-4">
            {isPaused ? <Trans>Paused: a part is overdue.</Trans> : <Trans>You have no single courses now.</Trans>}{' '}
            <Trans>
              <Link to={pathTo('learning')} className="link">
                My learning
              </Link>{' '}
              keeps your progress and notes.
            </Trans>
          </p>
        )}
        {courses.length > 0 && (
          <ul className="mt-3 divide-y divide-line">
            {courses.map((right) => (
              <CourseRow key={right.scope} right={right} purchases={purchases} />
            ))}
          </ul>
        )}
        {purchases.some(({ status }) => status === 'disputed') && (
          <p className="measure mt-4 font-medium">
            <Trans>
              Your bank is disputing one of your payments. If it decides for the school, your access returns
              automatically. You don’t need to buy again.
            </Trans>
          </p>
        )}
      </div>
      {purchases.flatMap((purchase) =>
        visibleRefunds([purchase], nowMs).map((refund) => (
          <RefundNotice
            key={`${purchase.paymentId} ${refund.at}`}
            refund={refund}
            {...(purchases.length > 1 ? { planName: purchase.planName } : {})}
          />
        )),
      )}
      {purchases.map((purchase) => (
        <PurchaseFooter key={purchase.paymentId} purchase={purchase} />
      ))}
    </section>
  );
}

const opensScope = ({ opens }: OwnPurchase, scope: string): boolean =>
  opens !== 'everything' && opens.courses.some(({ _id }) => _id === scope);

/** "a gift", "through Data pack", "bought on 3 May 2027". */
const originIn = (
  right: Right,
  purchases: readonly OwnPurchase[],
  timeZone: string,
  language: Language,
): string | undefined => {
  const { _, locale } = language;
  const origin = originOf(right, language);
  const bought = purchases.find((purchase) => purchase.status !== 'refunded' && opensScope(purchase, right.scope));
  if (origin !== undefined || right.source !== 'payment' || !bought) return origin;
  return _(
    bought.amountInPaise === 0 ? msg`free` : msg`bought on ${{ day: formatDay(bought.paidAt, timeZone, locale) }}`,
  );
};

/** Until when the course is open and through what; near its end it can be renewed. */
function CourseRow({ right, purchases }: { right: Right; purchases: readonly OwnPurchase[] }) {
  const locale = useLocale();
  const { timeZone, plans, isSelling } = useSite();
  const { data } = useQuery(renewalsQuery());
  const language = useLanguage();
  const { scope, title, endsAt } = right;
  const origin = originIn(right, purchases, timeZone, language);
  const renewal = data?.renewals.find(
    ({ planId, startsAt }) =>
      startsAt === endsAt && plans.some((plan) => plan._id === planId && opensCourse(plan, scope)),
  );
  const isRenewing = purchases.some(
    (purchase) => purchase.willRenew && purchase.accessUntil === endsAt && opensScope(purchase, scope),
  );
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3.5">
      <div className="min-w-0 flex-1 basis-48">
        <Link to={pathTo('classroom', { course: scope })} className="font-semibold wrap-anywhere hover:underline">
          {title}
        </Link>
        <p className="meta wrap-anywhere">
          {endsAt !== null && isRenewing ? (
            <Trans>Renews on {{ day: formatDay(endsAt, timeZone, locale) }}</Trans>
          ) : (
            untilOf(right, timeZone, language)
          )}
          {origin && ` · ${origin}`}
        </p>
      </div>
      {renewal && isSelling && !isRenewing && (
        <LinkButton tone="quiet" to={pathTo('checkout', { plan: renewal.planId })}>
          <Trans>Renew</Trans>
        </LinkButton>
      )}
    </li>
  );
}

/** Offers the refund while it is possible, then to turn renewal off. */
function PurchaseFooter({ purchase }: { purchase: OwnPurchase }) {
  const locale = useLocale();
  const { timeZone, currencySymbol } = useSite();
  const nowMs = useNow();
  const { planName, refundableUntil, accessUntil, willRenew, status } = purchase;
  const isPaid = status === 'paid' || status === 'partly_refunded';
  const amountInPaise = leftToRefund(purchase);
  if (isPaid && amountInPaise > 0 && refundableUntil && Date.parse(refundableUntil) > nowMs)
    return (
      <SubscriptionCardFooter>
        <div className="flex gap-4">
          <Undo2 size={20} className="mt-1 shrink-0 text-success" aria-hidden="true" />
          <div>
            <p className="font-semibold wrap-anywhere">
              <Trans>Changed your mind about {planName}?</Trans>
            </p>
            <p className="mt-0.5 text-sm text-muted">
              {purchase.way === 'online' ? (
                <Trans>
                  Cancel by {{ moment: formatMoment(refundableUntil, timeZone, locale) }} to get{' '}
                  {{ amount: formatMoney(amountInPaise, currencySymbol) }} back on your original payment method.
                </Trans>
              ) : (
                <Trans>
                  Cancel by {{ moment: formatMoment(refundableUntil, timeZone, locale) }} to get{' '}
                  {{ amount: formatMoney(amountInPaise, currencySymbol) }} back from the school.
                </Trans>
              )}{' '}
              <TermsLink>
                <Trans>Terms applied.</Trans>
              </TermsLink>
            </p>
          </div>
        </div>
        <CancelPurchase purchase={purchase} kind="refund" />
      </SubscriptionCardFooter>
    );
  if (!isPaid || !willRenew || accessUntil === null || Date.parse(accessUntil) < nowMs) return null;
  return (
    <SubscriptionCardFooter>
      <p className="font-semibold wrap-anywhere">
        <Trans>
          {planName} renews on {{ day: formatDay(accessUntil, timeZone, locale) }}
        </Trans>
      </p>
      <CancelPurchase purchase={purchase} kind="renewal" />
    </SubscriptionCardFooter>
  );
}
