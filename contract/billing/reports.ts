import { z } from 'zod';
import { get, success } from '../endpoint.ts';
import { Id, Instant, Paise } from '../fields.ts';
import { ofLectureId } from '../classroom/progress.ts';

const Year = z.coerce.number().int().min(2000).max(2200);
const DAYS_IN_YEAR = 366;
/** More years of sales than any school has. */
const MAX_YEARS = 100;

/** The sales of some days. A refund, a dispute and a fee count on the day of their payment. */
const Revenue = z.object({
  grossInPaise: Paise,
  refundedInPaise: Paise,
  /** Lost in disputes. */
  lostInPaise: Paise,
  /** Kept by the payment provider, tax included. */
  feesInPaise: Paise,
  netInPaise: Paise,
});

const RevenuePoint = Revenue.extend({
  /** Such as `2026`, `2026-06` or `2026-06-15`. */
  period: z.string(),
});
export type RevenuePoint = z.output<typeof RevenuePoint>;

const RefundCounts = z.object({
  payments: z.int(),
  /** Of these, how many were refunded wholly or in part. */
  refunded: z.int(),
  refundedInPaise: Paise,
});

/** The sales of a plan or a course in a year. A refund and a lost dispute count in the year of their payment. */
const SoldItem = z.object({
  _id: z.string(),
  name: z.string(),
  payments: z.int(),
  grossInPaise: Paise,
  /** Refunded, or lost in disputes. */
  returnedInPaise: Paise,
  netInPaise: Paise,
});

const CheckoutCounts = z.object({
  started: z.int(),
  windowsOpened: z.int(),
  paid: z.int(),
});

const Watching = z.object({
  /** People who have watched some of it. */
  viewers: z.int(),
  watchedMs: z.int(),
  /** From 0 to 100: of a lecture, how many of its viewers completed it; of a course, how much of it they completed. */
  completedPercent: z.int(),
});

const LecturePlace = z.object({ _id: z.string(), title: z.string(), number: z.int() });

export const reports = {
  revenue: get('/admin/reports/revenue', {
    access: 'admin',
    scope: 'reports:read',
    summary: 'Net revenue by day, month or year, compared with another year',
    query: z.object({
      per: z.enum(['day', 'month', 'year']).default('month'),
      /** The current year by default. */
      year: Year.optional(),
      compareWith: Year.optional(),
    }),
    response: success({
      year: z.int(),
      total: Revenue,
      /** Of the payments in `total`, those whose fee the provider has not reported. */
      paymentsWithoutFee: z.int(),
      /** Up to the present one, also those without payments. Of `per=year`: every year. */
      points: z.array(RevenuePoint).max(DAYS_IN_YEAR),
      comparison: z
        .object({
          year: z.int(),
          points: z.array(RevenuePoint).max(DAYS_IN_YEAR),
          /** Of the days that `total` is about. */
          sameDays: Revenue,
        })
        .nullable(),
      /** Years with payments, and the current one; the newest first. */
      years: z.array(z.int()).max(MAX_YEARS),
    }),
  }),
  sales: get('/admin/reports/sales', {
    access: 'admin',
    scope: 'reports:read',
    summary: 'Revenue of a year by plan, and of plans of chosen courses by course',
    query: z.object({ year: Year.optional() }),
    response: success({
      year: z.int(),
      plans: z.array(SoldItem),
      /** What was paid for several courses on a day is split evenly among them. */
      courses: z.array(SoldItem),
    }),
  }),
  members: get('/admin/reports/members', {
    access: 'admin',
    scope: 'reports:read',
    summary: 'Count new, renewed and lost members in each of the last six months',
    response: success({
      months: z.array(
        z.object({
          month: z.string(),
          /** Payments that began access, also of returning users. */
          joined: z.int(),
          renewed: z.int(),
          /** Whose access ended. */
          left: z.int(),
        }),
      ),
    }),
  }),
  refunds: get('/admin/reports/refunds', {
    access: 'admin',
    scope: 'reports:read',
    summary: 'Count the payments of a year and of each of its months that were refunded',
    query: z.object({ year: Year.optional() }),
    response: success({
      year: z.int(),
      total: RefundCounts,
      months: z.array(RefundCounts.extend({ month: z.string() })),
      yearBefore: RefundCounts,
    }),
  }),
  checkout: get('/admin/reports/checkout', {
    access: 'admin',
    scope: 'reports:read',
    summary: 'Count started checkouts, opened payment windows and payments of the last days',
    response: success({ days: z.int(), counts: CheckoutCounts, before: CheckoutCounts }),
  }),
  watching: get('/admin/reports/watching', {
    access: 'admin',
    scope: 'reports:read',
    summary: 'List the most watched courses',
    query: z.object({ limit: z.coerce.number().int().min(1).max(50).default(5) }),
    response: success({
      courses: z.array(
        Watching.extend({
          _id: z.string(),
          title: z.string(),
          thumbnail: z.string().nullable(),
          /** The lecture after which most viewers do not watch the next one, and how many of a hundred viewers those are. */
          stopsAt: LecturePlace.extend({ percent: z.int() }).nullable(),
        }),
      ),
    }),
  }),
  courseWatching: get('/admin/reports/watching/:courseId', {
    access: { course: 'see-figures' },
    summary: 'List the lectures of a course with their viewers and where these leave',
    params: z.object({ courseId: Id }),
    notFound: 'course_not_found',
    response: success({
      lectures: z.array(LecturePlace.extend(Watching.shape)).max(2000),
      /** When these figures were computed; null before the first viewer. */
      computedAt: Instant.nullable(),
    }),
  }),
  lectureWatching: get('/admin/reports/lectures/:lectureId', {
    access: { course: 'see-figures' },
    summary: 'Get how many viewers of a lecture are still watching at each of its minutes',
    ...ofLectureId,
    response: success({
      viewers: z.int(),
      /** Viewers whose last watched moment is in this minute of the video or after it. */
      stillWatching: z.array(z.int()).max(7 * 24 * 60 + 1),
      /** The minute in which most viewers leave before the end; null when none does. */
      leaveMinute: z.int().nullable(),
    }),
  }),
};
