import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useTermWords } from '#web/ui/language/term-words.ts';
import type { Plan } from '#contract/billing/plans.ts';
import { courseDescriptionQuery } from '#web/api/course-queries.ts';
import { wantedCourse } from '#web/features/billing/wanted-course.ts';
import { opensCourse, opensEverything, Price, refundPromiseOf } from '#web/features/billing/plan-terms.tsx';
import { useOpened } from '#web/features/billing/use-opened.ts';
import { Cover } from '#web/ui/covers/cover.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { formatMoney } from '#contract/format.ts';
import { useLinkedPlan } from './plan-choice.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';

/** The course whose page led to the checkout, if the plan opens it. */
const useWantedCourse = (plan: Plan) => {
  const courseId = wantedCourse();
  const isOpened = courseId !== undefined && (opensEverything(plan) || opensCourse(plan, courseId));
  return useQuery({ ...courseDescriptionQuery(courseId ?? ''), enabled: isOpened }).data?.course;
};

const SummaryTitle = ({ plan }: { plan: Plan }) => {
  const opened = useOpened(plan);
  const course = useWantedCourse(plan);
  const { t } = useLingui();
  const { label } = useTermWords();
  const title = course?.title ?? (opensEverything(plan) ? t`Subscription Bundle` : plan.name);
  return (
    <>
      {course && (
        <span className="w-22 shrink-0 overflow-hidden rounded-field">
          <Cover title={course.title} src={course.thumbnail.secure_url} sizes="5.5rem" isEager />
        </span>
      )}
      <span className="min-w-0 flex-1">
        <span className="line-clamp-2 font-semibold wrap-anywhere">{title}</span>
        <span className="meta block">
          {opened !== title && `${opened} · `}
          {label(plan.term)}
        </span>
      </span>
    </>
  );
};

/** The course that the buyer came for, above an order that shows its price itself and does not name it. */
export const WantedCourse = ({ plan }: { plan: Plan }) => {
  const wanted = wantedCourse();
  const hasMore = plan.opens === 'everything' || plan.opens.courseIds.length > 1;
  if (wanted === undefined || !hasMore || !(opensEverything(plan) || opensCourse(plan, wanted))) return null;
  return (
    <div className="mb-6 flex min-h-13 items-center gap-4">
      <SummaryTitle plan={plan} />
    </div>
  );
};

/** `checkout` is the address that a visitor returns to. */
const useOrderOf = (checkout: string) => {
  const named = new URL(checkout, 'https://school.invalid').searchParams;
  return { plan: useLinkedPlan(named.get('plan')).plan, hasCoupon: named.has('coupon') };
};

/** What a visitor is about to buy, while they sign up or log in. */
export function OrderSummary({ checkout }: { checkout: string }) {
  const language = useLanguage();
  const { plan } = useOrderOf(checkout);
  if (!plan) return null;
  const promise = refundPromiseOf(plan, language);
  return (
    <section aria-label={language._(msg`Your order`)} className="surface mb-7 p-4">
      <div className="flex min-h-13 items-center gap-4">
        <SummaryTitle plan={plan} />
        {plan.priceInPaise === 0 ? (
          <span className="font-display text-3xl">
            <Trans>Free</Trans>
          </span>
        ) : (
          <Price amountInPaise={plan.priceInPaise} className="text-3xl" />
        )}
      </div>
      {promise && <p className="meta mt-3 border-t border-line pt-3">{promise}</p>}
    </section>
  );
}

const isOneCourse = ({ opens }: Plan): boolean => opens !== 'everything' && opens.courseIds.length === 1;

/** What happens after the sign-up. */
export function SignupLead({ checkout }: { checkout: string }) {
  const { plan, hasCoupon } = useOrderOf(checkout);
  const { t } = useLingui();
  if (plan?.priceInPaise === 0) {
    const name = isOneCourse(plan) ? t`This course` : plan.name;
    return <Trans>Create an account. {name} is free.</Trans>;
  }
  return (
    <>
      <Trans>Step 1 of 2.</Trans>{' '}
      {hasCoupon ? (
        // A coupon may leave nothing to pay.
        <Trans>You see your price in the next step.</Trans>
      ) : (
        <Trans>You pay in the next step.</Trans>
      )}
    </>
  );
}

/** "Log in or create an account to subscribe. ₹499 for 1 year." */
export function SubscribeLead({ checkout }: { checkout: string }) {
  const { currencySymbol } = useSite();
  const { plan } = useOrderOf(checkout);
  const { t } = useLingui();
  const { forLength } = useTermWords();
  if (!plan) return <Trans>Log in or create an account to subscribe.</Trans>;
  const { priceInPaise, term } = plan;
  if (priceInPaise === 0) {
    const name = isOneCourse(plan) ? t`This course` : plan.name;
    return <Trans>Log in or create an account. {name} is free.</Trans>;
  }
  const [price, length] = [formatMoney(priceInPaise, currencySymbol), forLength(term)];
  return (
    <>
      {opensEverything(plan) ? (
        <Trans>Log in or create an account to subscribe.</Trans>
      ) : (
        <Trans>Log in or create an account to buy.</Trans>
      )}{' '}
      <Trans>
        {price} {length}.
      </Trans>
    </>
  );
}
