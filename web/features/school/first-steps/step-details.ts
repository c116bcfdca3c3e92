import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { FirstStepName, FirstSteps } from '#contract/catalog/first-steps.ts';
import { firstChoice } from '#web/features/billing/plan-terms.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { formatMoney } from '#contract/format.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import { useTermWords } from '#web/ui/language/term-words.ts';

export const titles: Record<FirstStepName, MessageDescriptor> = {
  brand: msg`Name and brand`,
  course: msg`Your first course`,
  price: msg`Price`,
  email: msg`Email`,
  ways: msg`UPI, bank and cash`,
  payments: msg`Payments`,
  legal: msg`Legal pages`,
  backup: msg`First verified backup`,
  share: msg`Share`,
};

/** "₹499 for 1 year of every course". */
export const useOffer = (): string => {
  const { t } = useLingui();
  const { forLength } = useTermWords();
  const { plans, priceInPaise, currencySymbol } = useSite();
  const plan = firstChoice(plans);
  const price = formatMoney(plan?.priceInPaise ?? priceInPaise, currencySymbol);
  return plan ? t`${price} ${{ length: forLength(plan.term) }} of every course` : price;
};

const courseDetail = ({ course }: FirstSteps, { _ }: Language): string => {
  if (!course) return _(msg`Start empty, from a folder of videos or from a sample`);
  return _(course.isDraft ? msg`${{ title: course.title }}, draft` : msg`${{ title: course.title }}, published`);
};

/** What is known of each step, or what there is to do. */
export const useStepDetails = (guide: FirstSteps): Record<FirstStepName, string> => {
  const { t } = useLingui();
  const language = useLanguage();
  const { brandName, logo } = useSite();
  const offer = useOffer();
  const done = new Set(guide.steps.filter(({ isDone }) => isDone).map(({ name }) => name));
  const toSell = guide.hasSale
    ? t`The test purchase is made. Next: connect Razorpay`
    : t`Sign up as a learner in a private window and buy once: nobody is charged. Then connect Razorpay`;
  return {
    brand: done.has('brand') ? (logo === '' ? brandName : t`${brandName}, with a logo`) : t`Name, logo and colour`,
    course: courseDetail(guide, language),
    price: done.has('price') ? offer : t`Suggested: ${offer}`,
    email: done.has('email')
      ? t`Your mail server is set`
      : t`Without it, receipts and password links wait under Emails`,
    ways: done.has('ways')
      ? t`Buyers can pay the school itself`
      : t`Sell today, without any account: you confirm what came`,
    payments: done.has('payments') ? t`Live payments are on` : toSell,
    legal: done.has('legal')
      ? t`Terms, privacy and refunds are published`
      : t`Terms, privacy and refunds are drafted. Read and publish them`,
    backup: done.has('backup')
      ? t`Your school was saved and restored for a test`
      : t`Choose a folder or a bucket. If the server is lost, the school is not`,
    share: t`A link, a QR code and a message for WhatsApp`,
  };
};
