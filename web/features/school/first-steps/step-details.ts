import type { FirstStepName, FirstSteps } from '#contract/catalog/first-steps.ts';
import { forLengthOf } from '#contract/billing/plan-term.ts';
import { firstChoice } from '#web/features/billing/plan-terms.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { formatMoney } from '#contract/format.ts';

export const titles: Record<FirstStepName, string> = {
  brand: 'Name and brand',
  course: 'Your first course',
  price: 'Price',
  email: 'Email',
  ways: 'UPI, bank and cash',
  payments: 'Payments',
  legal: 'Legal pages',
  backup: 'First verified backup',
  share: 'Share',
};

/** "₹499 for 1 year of every course". */
export const useOffer = (): string => {
  const { plans, priceInPaise, currencySymbol } = useSite();
  const plan = firstChoice(plans);
  const price = formatMoney(plan?.priceInPaise ?? priceInPaise, currencySymbol);
  return plan ? `${price} ${forLengthOf(plan.term)} of every course` : price;
};

const courseDetail = ({ course }: FirstSteps): string => {
  if (!course) return 'Start empty, from a folder of videos or from a sample';
  return `${course.title}, ${course.isDraft ? 'draft' : 'published'}`;
};

/** What is known of each step, or what there is to do. */
export const useStepDetails = (guide: FirstSteps): Record<FirstStepName, string> => {
  const { brandName, logo } = useSite();
  const offer = useOffer();
  const done = new Set(guide.steps.filter(({ isDone }) => isDone).map(({ name }) => name));
  const toSell = guide.hasSale
    ? 'The test purchase is made. Next: connect Razorpay'
    : 'Sign up as a learner in a private window and buy once: nobody is charged. Then connect Razorpay';
  return {
    brand: done.has('brand') ? `${brandName}${logo === '' ? '' : ', with a logo'}` : 'Name, logo and colour',
    course: courseDetail(guide),
    price: done.has('price') ? offer : `Suggested: ${offer}`,
    email: done.has('email') ? 'Your mail server is set' : 'Without it, receipts and password links wait under Emails',
    ways: done.has('ways')
      ? 'Buyers can pay the school itself'
      : 'Sell today, without any account: you confirm what came',
    payments: done.has('payments') ? 'Live payments are on' : toSell,
    legal: done.has('legal')
      ? 'Terms, privacy and refunds are published'
      : 'Terms, privacy and refunds are drafted. Read and publish them',
    backup: done.has('backup')
      ? 'Your school was saved and restored for a test'
      : 'Choose a folder or a bucket. If the server is lost, the school is not',
    share: 'A link, a QR code and a message for WhatsApp',
  };
};
