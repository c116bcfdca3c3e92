import { pages } from '#contract/pages.ts';
import { type Said, say } from '#contract/languages/say.ts';
import type { Email, Mailer } from '#server/email/mailer.ts';
import { EXAMPLE_SCHOOL } from '#server/email/wording.ts';
import { Failure } from '#server/errors.ts';
import type { Coupons } from '../coupons/coupons.ts';
import type { Plans } from '../plans/plans.ts';
import type { UnfinishedRow } from './recovery.queries.ts';

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
  row: Pick<UnfinishedRow, 'plan_id' | 'plan_name' | 'email' | 'mode'>,
  { token, brandName, couponCode }: { token: string; brandName: string; couponCode: string | undefined },
): Email => {
  const order = new URLSearchParams({ plan: row.plan_id, ...(couponCode !== undefined && { coupon: couponCode }) });
  const text = (content: Said) => ({ kind: 'text', text: content }) as const;
  const coupon = couponCode === undefined ? '' : say('Your code {code} is still valid.', { code: couponCode });
  return {
    to: [row.email],
    wording: { id: 'recovery', values: { plan: row.plan_name, coupon } },
    subject: say('Your purchase at {school} is not finished', { school: brandName }),
    heading: say('Continue where you stopped'),
    parts: [
      ...(row.mode === 'test'
        ? [{ ...text(say('TEST: this school sells with test money.')), belongsTo: 'top' as const }]
        : []),
      text(
        say('You began to buy “{plan}”, but the payment was not completed. You can continue where you stopped.', {
          plan: row.plan_name,
        }),
      ),
      ...(coupon === '' ? [] : [text(coupon)]),
      { kind: 'button', label: say('Continue to checkout'), path: `${pages.checkout.path}?${order}` },
      text(say('We send one email about this.')),
    ],
    optOut: {
      label: say('No more emails about unfinished purchases'),
      path: pages.optOut.path.replace(':token', token),
    },
  };
};

export const defineRecoveryText = ({ define }: Mailer['texts']): void => {
  const example = { plan_id: 'example', plan_name: 'Everything', email: '', mode: 'live' } as const;
  define(recoveryEmail(example, { token: 'example', brandName: EXAMPLE_SCHOOL, couponCode: 'DIWALI' }), ['link']);
};
