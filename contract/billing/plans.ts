import { z } from 'zod';
import { CourseWithBatches } from '../batches/batch-fields.ts';
import { CouponCode, couponErrors } from './coupons.ts';
import { del, get, post, put, success, saying } from '../endpoint.ts';
import { Id, Instant, oneLine, Paise } from '../fields.ts';
import { messages } from '../messages.ts';
import { inLanguage } from '../school/languages.ts';
import { partMessages } from './part-messages.ts';
import { PartToPay, PlanParts } from './part-fields.ts';

const LengthUnit = z.enum(['day', 'month', 'year', 'lifetime']);
export const TermUnit = z.enum([...LengthUnit.options, 'until']);

/** How long a purchase gives access. */
export const Term = z.discriminatedUnion('unit', [
  z.object({
    unit: LengthUnit,
    /** 1 for a lifetime. */
    count: z.int(),
  }),
  /** Until the end of this day, whenever it is bought; after it, nobody can buy it. */
  z.object({ unit: z.literal('until'), date: z.iso.date() }),
]);

/** Price and terms: a change of one of them makes a new version of a plan. */
const terms = {
  priceInPaise: Paise,
  term: Term,
  /** Whether it is charged again at the end of each term. */
  isRenewing: z.boolean(),
  /** The whole price is refunded on cancellation until the end of the day that is so many days after the payment. */
  refundDays: z.int(),
  /** How it is paid in parts, where the buyer chooses that; null where it is paid at once. */
  parts: PlanParts.nullable(),
};

/** What a plan opens: everything, also courses that are published later, or chosen courses. */
const Opens = z.union([z.literal('everything'), z.object({ courseIds: z.array(z.string()) })]);

/** Something that is sold: access to every lecture, or to those of some courses, for a term. A price of 0 is free. */
export const Plan = z.object({
  _id: z.string(),
  name: z.string(),
  /** Of chosen courses, those that are published. */
  opens: Opens,
  /** A higher price, shown for comparison. */
  comparePriceInPaise: Paise.nullable(),
  ...terms,
});
export type Plan = z.output<typeof Plan>;

export const AdminPlan = Plan.extend({
  /** Otherwise it can be bought only with its link. */
  isVisible: z.boolean(),
  /** Also courses that are drafts, but none that was deleted. */
  opens: Opens,
  /** Whether it opens something that visitors see: otherwise nobody can buy it, also with its link. */
  isSold: z.boolean(),
  /** The initial plan of every school, which cannot be deleted. */
  isDefault: z.boolean(),
  /** How many have access by a version of it now. */
  members: z.int(),
  /** How many learners have all that it opens now, whatever gave it: a purchase, a gift, an import or an admin. */
  holders: z.int(),
  /** Its sales in this calendar year, before refunds. */
  salesInPaise: Paise,
  /** The newest first. The first one is sold now. */
  versions: z.array(
    z.object({ number: z.int(), ...terms, madeAt: Instant.nullable(), members: z.int(), salesInPaise: Paise }),
  ),
});
export type AdminPlan = z.output<typeof AdminPlan>;

const MIN_PRICE_IN_PAISE = 100;
const MAX_COURSES = 100;
/** The maximum of one payment at Razorpay without an agreement. */
const MAX_PRICE_IN_PAISE = 50_000_000;
/** Indian banks charge more than this only with a code that the payer enters each time. */
const MAX_RENEWING_PRICE_IN_PAISE = 1_500_000;
/** Shorter ones the provider does not charge by itself. */
const MIN_RENEWING_DAYS = 7;
const MAX_COUNT = { day: 3650, month: 120, year: 10, lifetime: 1 } as const;
/** Refunds are possible for half a year. */
const MAX_REFUND_DAYS = 180;

/** The price range of a plan. */
export const PlanPrice = z
  .int({ error: messages.plans.priceMissing })
  .min(MIN_PRICE_IN_PAISE, messages.plans.priceTooSmall)
  .max(MAX_PRICE_IN_PAISE, messages.plans.priceTooLarge);

/** 0 is a free plan. */
const PlanPriceOrFree = z
  .int({ error: messages.plans.priceMissing })
  .refine((price) => price === 0 || price >= MIN_PRICE_IN_PAISE, messages.plans.priceTooSmall)
  .max(MAX_PRICE_IN_PAISE, messages.plans.priceTooLarge);

const OpensBody = z.union(
  [
    z.literal('everything'),
    z.object({
      courseIds: z
        .array(Id)
        .min(1, messages.plans.coursesMissing)
        .max(MAX_COURSES, messages.plans.tooManyCourses)
        .transform((ids) => [...new Set(ids)]),
    }),
  ],
  { error: messages.plans.coursesMissing },
);

/** How long a purchase gives access, as an owner sets it. */
export const TermBody = z.discriminatedUnion('unit', [
  z
    .object({
      unit: LengthUnit,
      count: z.int({ error: messages.plans.termMissing }).min(1, messages.plans.termMissing).default(1),
    })
    .refine(({ unit, count }) => count <= MAX_COUNT[unit], { path: ['count'], error: messages.plans.termTooLong }),
  z.object({ unit: z.literal('until'), date: z.iso.date({ error: messages.plans.dateMissing }) }),
]);

/** For how many days the whole price is refunded. */
export const RefundDays = z
  .int({ error: messages.plans.refundDaysMissing })
  .min(0, messages.plans.refundDaysMissing)
  .max(MAX_REFUND_DAYS, messages.plans.refundDaysTooMany);

const sumOfParts = ({ list }: PlanParts): number => list.reduce((sum, { amountInPaise }) => sum + amountInPaise, 0);

/** Days and dates are compared when it is bought. */
const areInOrder = ({ list }: PlanParts): boolean =>
  list.slice(1).every(({ due }, index) => {
    const { due: before } = list[index] ?? { due };
    if (due.kind === 'at-start') return false;
    if (due.kind === 'days' && before.kind === 'days') return before.days < due.days;
    return due.kind !== 'date' || before.kind !== 'date' || before.date < due.date;
  });

export const PlanBody = z
  .object({
    name: oneLine(60, messages.plans.nameMissing),
    opens: OpensBody.default('everything'),
    priceInPaise: PlanPriceOrFree,
    comparePriceInPaise: PlanPrice.nullable().default(null),
    term: TermBody,
    isRenewing: z.boolean().default(false),
    refundDays: RefundDays,
    parts: PlanParts.nullable().default(null),
    isVisible: z.boolean().default(true),
  })
  .refine(({ comparePriceInPaise, priceInPaise }) => (comparePriceInPaise ?? Infinity) > priceInPaise, {
    path: ['comparePriceInPaise'],
    error: messages.plans.comparePriceTooSmall,
  })
  .refine(({ priceInPaise, isRenewing }) => !isRenewing || priceInPaise > 0, {
    path: ['isRenewing'],
    error: messages.plans.freeRenews,
  })
  .refine(({ term, isRenewing }) => !isRenewing || term.unit !== 'lifetime', {
    path: ['isRenewing'],
    error: messages.plans.lifetimeRenews,
  })
  .refine(({ term, isRenewing }) => !isRenewing || term.unit !== 'until', {
    path: ['isRenewing'],
    error: messages.plans.dateRenews,
  })
  .refine(({ term, isRenewing }) => !isRenewing || term.unit !== 'day' || term.count >= MIN_RENEWING_DAYS, {
    path: ['term', 'count'],
    error: messages.plans.renewingTermTooShort,
  })
  .refine(({ priceInPaise, isRenewing }) => !isRenewing || priceInPaise <= MAX_RENEWING_PRICE_IN_PAISE, {
    path: ['priceInPaise'],
    error: messages.plans.renewingPriceTooLarge,
  })
  .refine(({ parts, isRenewing }) => parts === null || !isRenewing, { path: ['parts'], error: partMessages.renews })
  .refine(({ parts }) => parts === null || parts.list[0]?.due.kind === 'at-start', {
    path: ['parts'],
    error: partMessages.firstAtStart,
  })
  .refine(({ parts }) => parts === null || areInOrder(parts), { path: ['parts'], error: partMessages.notInOrder })
  .refine(({ parts, priceInPaise }) => parts === null || sumOfParts(parts) === priceInPaise, {
    path: ['parts'],
    error: partMessages.notThePrice,
  });

const ofPlan = { params: z.object({ planId: Id }), notFound: 'plan_not_found' } as const;
const changed = { plan: AdminPlan };

export const plans = {
  list: get('/plans', {
    access: 'public',
    summary: 'List the plans that the site shows, the shortest term first',
    query: z.object(inLanguage),
    response: success({ plans: z.array(Plan) }),
  }),
  price: get('/plans/:planId/price', {
    access: 'public',
    summary: 'Get what a plan costs now, also one that is sold by its link only, and with a coupon',
    ...ofPlan,
    query: z.object({ couponCode: CouponCode.optional(), ...inLanguage }),
    errors: couponErrors,
    response: success({
      plan: Plan,
      priceInPaise: Paise,
      discountInPaise: Paise,
      /** What you paid for single courses in the last 30 days, where the plan opens everything and is not a gift. */
      deductions: z.array(z.object({ name: z.string(), amountInPaise: Paise })),
      /** The amount to pay. */
      totalInPaise: Paise,
      /** What is paid on which day if it is bought in parts now, the first at once; null where it is not. */
      parts: z.array(PartToPay).nullable(),
    }),
  }),
  listAll: get('/admin/plans', {
    access: 'admin',
    summary: 'List all plans with their versions, members and sales',
    response: success({
      plans: z.array(AdminPlan),
      /** Of them a batch can be chosen with a plan that opens them. */
      coursesWithBatches: z.array(CourseWithBatches),
    }),
  }),
  create: post('/admin/plans', {
    access: 'admin',
    audit: 'itself',
    summary: 'Create a plan',
    body: PlanBody,
    incomplete: messages.plans.incomplete,
    status: 201,
    errors: ['too_many_plans', 'course_not_found'],
    response: saying('Plan added', changed),
  }),
  change: put('/admin/plans/:planId', {
    access: 'admin',
    audit: 'itself',
    summary:
      'Change a plan; another price, term, renewal or refund window makes a new version, and purchases keep theirs',
    ...ofPlan,
    body: PlanBody,
    incomplete: messages.plans.incomplete,
    errors: ['last_visible_plan', 'setting_fixed', 'default_plan_scope', 'course_not_found'],
    response: saying('Plan saved', changed),
  }),
  delete: del('/admin/plans/:planId', {
    access: 'admin',
    audit: 'itself',
    summary: 'Stop selling a plan; what was bought stays',
    ...ofPlan,
    errors: ['default_plan', 'last_visible_plan'],
    response: saying('Plan deleted', {}),
  }),
};
