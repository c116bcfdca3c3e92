import { pages } from '#contract/pages.ts';
import { salesMessages } from '#contract/sales-messages.ts';
import type { Email } from '#server/email/mailer.ts';
import { Failure } from '#server/errors.ts';
import type { Coupons } from '../coupons/coupons.ts';
import type { Plans } from '../plans/plans.ts';
import type { UnfinishedRow } from './recovery.queries.ts';

const { email: messages } = salesMessages.recovery;

/** The code of an attempt, if its buyer can still use it. */
export const usableCoupon = async (
  { plans, coupons }: { plans: Plans; coupons: Coupons },
  { coupon_code: code, plan_id: planId, user_id: userId }: UnfinishedRow,
): Promise<string | undefined> => {
  if (code === null) return undefined;
  try {
    await coupons.preview(await plans.find(planId), { code, address: '' }, userId);
    return code;
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
};

/** One link back to the checkout, and one that stops these emails. */
export const recoveryEmail = (
  row: UnfinishedRow,
  { token, brandName, couponCode }: { token: string; brandName: string; couponCode: string | undefined },
): Email => {
  const order = new URLSearchParams({ plan: row.plan_id, ...(couponCode !== undefined && { coupon: couponCode }) });
  const text = (content: string) => ({ kind: 'text', text: content }) as const;
  return {
    to: [row.email],
    subject: messages.subject(brandName),
    heading: messages.heading,
    parts: [
      ...(row.mode === 'test' ? [text(messages.testMode)] : []),
      text(messages.text(row.plan_name)),
      ...(couponCode === undefined ? [] : [text(messages.withCoupon(couponCode))]),
      { kind: 'button', label: messages.button, path: `${pages.checkout.path}?${order}` },
      text(messages.note),
    ],
    optOut: { label: messages.optOut, path: pages.optOut.path.replace(':token', token) },
  };
};
