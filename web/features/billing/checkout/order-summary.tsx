import { useQuery } from '@tanstack/react-query';
import { forLengthOf, lengthLabelOf } from '#contract/billing/plan-term.ts';
import type { Plan } from '#contract/billing/plans.ts';
import { courseDescriptionQuery } from '#web/api/course-queries.ts';
import { wantedCourse } from '#web/features/billing/wanted-course.ts';
import { opensCourse, opensEverything, Price, refundPromiseOf } from '#web/features/billing/plan-terms.tsx';
import { useOpened } from '#web/features/billing/use-opened.ts';
import { Cover } from '#web/ui/covers/cover.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { formatMoney } from '#contract/format.ts';
import { useLinkedPlan } from './plan-choice.tsx';

/** The course whose page led to the checkout, if the plan opens it. */
const useWantedCourse = (plan: Plan) => {
  const courseId = wantedCourse();
  const isOpened = courseId !== undefined && (opensEverything(plan) || opensCourse(plan, courseId));
  return useQuery({ ...courseDescriptionQuery(courseId ?? ''), enabled: isOpened }).data?.course;
};

const SummaryTitle = ({ plan }: { plan: Plan }) => {
  const opened = useOpened(plan);
  const course = useWantedCourse(plan);
  const title = course?.title ?? (opensEverything(plan) ? 'Subscription Bundle' : plan.name);
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
          {lengthLabelOf(plan.term)}
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
  const { plan } = useOrderOf(checkout);
  if (!plan) return null;
  const promise = refundPromiseOf(plan);
  return (
    <section aria-label="Your order" className="surface mb-7 p-4">
      <div className="flex min-h-13 items-center gap-4">
        <SummaryTitle plan={plan} />
        {plan.priceInPaise === 0 ? (
          <span className="font-display text-3xl">Free</span>
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
  if (plan?.priceInPaise === 0) return <>Create an account. {isOneCourse(plan) ? 'This course' : plan.name} is free.</>;
  // A coupon may leave nothing to pay.
  return <>Step 1 of 2. {hasCoupon ? 'You see your price in the next step.' : 'You pay in the next step.'}</>;
}

/** "Log in or create an account to subscribe. ₹499 for 1 year." */
export function SubscribeLead({ checkout }: { checkout: string }) {
  const { currencySymbol } = useSite();
  const { plan } = useOrderOf(checkout);
  if (!plan) return <>Log in or create an account to subscribe.</>;
  const { priceInPaise, term } = plan;
  if (priceInPaise === 0)
    return <>Log in or create an account. {isOneCourse(plan) ? 'This course' : plan.name} is free.</>;
  const price = `${formatMoney(priceInPaise, currencySymbol)} ${forLengthOf(term)}.`;
  return (
    <>
      Log in or create an account to {opensEverything(plan) ? 'subscribe' : 'buy'}. {price}
    </>
  );
}
