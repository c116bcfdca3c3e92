import { z } from 'zod';
import { get, post, success } from '../endpoint.ts';
import { Instant, Paise, text } from '../fields.ts';
import { messages } from '../messages.ts';

const day = z.iso.date({ error: messages.admin.dayMissing });

/** The sales of some days, after refunds and lost disputes. Those count on the day of their payment. */
const Sales = z.object({
  inPaise: z.int(),
  /** Payments that cost something and opened something, also those that were refunded since. */
  sales: z.int(),
});

const SoldPlan = Sales.extend({
  planId: z.string(),
  name: z.string(),
  /** The number of `sales` that were refunded in full or in part. */
  refunded: z.int(),
  /** Null for everything. */
  courses: z.int().nullable(),
});
export type SoldPlan = z.output<typeof SoldPlan>;

/** The first sale for money, for seven days or until it is closed. */
const FirstSale = z.object({
  paymentId: z.string(),
  /** Of the buyer. */
  userId: z.string(),
  buyer: z.string(),
  /** The last two buyers since, the latest first. */
  others: z.array(z.string()),
  planName: z.string(),
  /** The one that the plan opens; null for a bundle. */
  course: z.object({ _id: z.string(), title: z.string() }).nullable(),
  isGift: z.boolean(),
  amountInPaise: Paise,
  at: Instant,
  /** The thank-you, which is emailed at `undoUntil`. */
  thanks: z.object({ text: z.string(), at: Instant, undoUntil: Instant }).nullable(),
});
export type FirstSale = z.output<typeof FirstSale>;

export const overview = {
  read: get('/admin/overview', {
    access: 'admin',
    scope: 'reports:read',
    summary: 'Get what was sold between two days, who has access now, and who learned this week, all of one moment',
    query: z
      .object({
        /** The first and the last day. By default, those of this month up to today. */
        from: day.optional(),
        to: day.optional(),
      })
      .refine(({ from, to }) => from === undefined || to === undefined || from <= to, {
        path: ['to'],
        error: messages.admin.dayMissing,
      }),
    response: success({
      from: z.iso.date(),
      to: z.iso.date(),
      /** In the school's time zone. */
      today: z.iso.date(),
      countedAt: Instant,
      revenue: Sales.extend({ refunded: z.int(), returnedInPaise: Paise }),
      /** The same days of the month before, if these are of one month and there were sales before; otherwise null. */
      before: Sales.extend({ from: z.iso.date(), to: z.iso.date() }).nullable(),
      accounts: z.int(),
      /** Learners with access of any kind. */
      withAccess: z.int(),
      /** Those of them who watched, read, answered or asked since Monday. */
      activeThisWeek: z.int(),
      /** They add up to `revenue`, the largest first. */
      sold: z.array(SoldPlan),
      /** Null for an API key. */
      firstSale: FirstSale.nullable(),
    }),
  }),
  thank: post('/admin/overview/first-sale/thank', {
    access: 'admin',
    audit: 'itself',
    summary: 'Email a thank-you to the buyer of the first sale, after a moment in which it can be undone',
    body: z.object({ text: text(5000, messages.admin.thanksMissing) }),
    incomplete: messages.admin.thanksMissing,
    errors: ['person_not_found'],
    response: success({ thanks: FirstSale.shape.thanks.unwrap() }),
  }),
  undoThanks: post('/admin/overview/first-sale/undo-thanks', {
    access: 'admin',
    summary: 'Undo the thank-you, unless it was emailed',
    response: success({ isUndone: z.boolean() }),
  }),
  closeFirstSale: post('/admin/overview/first-sale/close', {
    access: 'admin',
    summary: 'Hide the first sale on the overview',
    response: success({}),
  }),
};
