import { z } from 'zod';
import { get, post, put, success, saying } from '../endpoint.ts';
import { Id, Instant, Paise } from '../fields.ts';
import { foldText } from '../fold-text.ts';
import { messages } from '../messages.ts';

/** The discounts and limits of a coupon; null is no limit. */
const terms = {
  /** Of the price, from 1 to 100; either this or an amount. */
  percentOff: z
    .int({ error: messages.coupons.badPercent })
    .min(1, messages.coupons.badPercent)
    .max(100, messages.coupons.badPercent)
    .nullable(),
  amountOffInPaise: z
    .int({ error: messages.coupons.badAmount })
    .min(100, messages.coupons.badAmount)
    .max(100_000_000, messages.coupons.badAmount)
    .nullable(),
  maxUses: z
    .int({ error: messages.coupons.badLimit })
    .min(1, messages.coupons.badLimit)
    .max(1_000_000, messages.coupons.badLimit)
    .nullable(),
  maxUsesPerPerson: z
    .int({ error: messages.coupons.badLimit })
    .min(1, messages.coupons.badLimit)
    .max(1000, messages.coupons.badLimit)
    .nullable(),
  startsAt: Instant.nullable(),
  /** It is accepted before this moment. */
  endsAt: Instant.nullable(),
  /** The only plan that it is for; null for every plan. */
  planId: Id.nullable(),
  /** The only course that it is for, in the plans that open it and not everything; null for every plan. */
  courseId: Id.nullable(),
  /** Only for buyers without a paid purchase. */
  isFirstPurchaseOnly: z.boolean(),
};

/** In capital letters, with plain dashes and digits, and without spaces and signs that nobody sees, which come along when pasted. */
const foldCouponCode = (code: string): string => foldText(code).replaceAll(' ', '').toUpperCase();

export const CouponBody = z
  .object({
    /** Stored and compared as `foldCouponCode` writes it. */
    code: z
      .string({ error: messages.coupons.badCode })
      .max(100, messages.coupons.badCode)
      .overwrite(foldCouponCode)
      .regex(/^[A-Z0-9][A-Z0-9_-]{2,31}$/, messages.coupons.badCode),
    percentOff: terms.percentOff.default(null),
    amountOffInPaise: terms.amountOffInPaise.default(null),
    maxUses: terms.maxUses.default(null),
    maxUsesPerPerson: terms.maxUsesPerPerson.default(null),
    startsAt: terms.startsAt.default(null),
    endsAt: terms.endsAt.default(null),
    planId: terms.planId.default(null),
    courseId: terms.courseId.default(null),
    isFirstPurchaseOnly: terms.isFirstPurchaseOnly.default(false),
  })
  .refine(({ percentOff, amountOffInPaise }) => (percentOff === null) !== (amountOffInPaise === null), {
    error: messages.coupons.oneDiscount,
    path: ['percentOff'],
  })
  .refine(({ planId, courseId }) => planId === null || courseId === null, {
    error: messages.coupons.planOrCourse,
    path: ['courseId'],
  })
  .refine(({ startsAt, endsAt }) => startsAt === null || endsAt === null || startsAt < endsAt, {
    error: messages.coupons.endsBeforeStart,
    path: ['endsAt'],
  });
export type CouponBody = z.output<typeof CouponBody>;

/** Why a code takes nothing off; `too_many_requests` for a network that tried too many codes that do not exist. */
export const couponErrors = ['coupon_not_found', 'coupon_not_valid', 'coupon_used_up', 'too_many_requests'] as const;

/** A code as a buyer types it. */
export const CouponCode = z.string().trim().max(64).overwrite(foldCouponCode);

export const Coupon = z.object({
  _id: z.string(),
  code: z.string(),
  percentOff: z.int().nullable(),
  amountOffInPaise: Paise.nullable(),
  maxUses: z.int().nullable(),
  maxUsesPerPerson: z.int().nullable(),
  startsAt: Instant.nullable(),
  endsAt: Instant.nullable(),
  planId: z.string().nullable(),
  courseId: z.string().nullable(),
  isFirstPurchaseOnly: z.boolean(),
  state: z.enum(['scheduled', 'active', 'used_up', 'ended']),
  /** Purchases that were paid with it and not refunded. */
  uses: z.int(),
  /** Payments with it that can still be made. */
  reserved: z.int(),
  /** The discounts of its uses. */
  discountInPaise: Paise,
});
export type Coupon = z.output<typeof Coupon>;

export const coupons = {
  list: get('/admin/coupons', {
    access: 'admin',
    summary: 'List coupons with their uses, newest first',
    response: success({ coupons: z.array(Coupon) }),
  }),
  create: post('/admin/coupons', {
    access: 'admin',
    audit: 'itself',
    summary: 'Create a coupon',
    body: CouponBody,
    status: 201,
    errors: ['coupon_code_taken', 'plan_not_found', 'course_not_found'],
    response: success({ coupon: Coupon }),
  }),
  change: put('/admin/coupons/:couponId', {
    access: 'admin',
    audit: 'itself',
    summary: 'Change a coupon for purchases that begin from now on',
    params: z.object({ couponId: Id }),
    notFound: 'coupon_not_found',
    body: CouponBody,
    errors: ['coupon_code_taken', 'plan_not_found', 'course_not_found'],
    response: saying('Coupon saved', { coupon: Coupon }),
  }),
};
