import { z } from 'zod';
import { get, put, success } from '../endpoint.ts';
import { Id, Paise } from '../fields.ts';
import { messages } from '../messages.ts';
import { Plan, PlanPrice, RefundDays, TermBody } from './plans.ts';

/** free: anyone with an account opens it; once: it is sold alone; bundles: it has no price of its own. */
const CoursePriceKind = z.enum(['free', 'once', 'bundles']);
export type CoursePriceKind = z.output<typeof CoursePriceKind>;

const CoursePrice = z.object({
  kind: CoursePriceKind,
  /** The plan that this price is; null without one. */
  planId: z.string().nullable(),
  /** What visitors are offered on the page of the course once it is published, the shortest term first. */
  offers: z.array(Plan),
  /** What the course costs alone; null where it is not sold alone, as all terms are. */
  priceInPaise: Paise.nullable(),
  comparePriceInPaise: Paise.nullable(),
  term: Plan.shape.term.nullable(),
  refundDays: z.int().nullable(),
  /** How many learners have it alone now. They keep it, whatever is changed. */
  holders: z.int(),
  /** The latest purchases of it alone that can still be refunded. */
  refundable: z.array(z.object({ paymentId: z.string(), fullName: z.string() })),
  /** The other plans on sale that open it. */
  bundles: z.array(
    Plan.pick({ name: true, priceInPaise: true, term: true }).extend({
      planId: z.string(),
      /** How many it opens; null for everything. */
      courses: z.int().nullable(),
      holders: z.int(),
    }),
  ),
});
export type CoursePrice = z.output<typeof CoursePrice>;

export const CoursePriceBody = z
  .object({
    kind: CoursePriceKind,
    /** Of `once`. */
    priceInPaise: PlanPrice.optional(),
    /** When absent: unchanged, or for life for a new price. */
    term: TermBody.optional(),
    /** A higher price, shown for comparison. Unchanged when absent. */
    comparePriceInPaise: PlanPrice.nullable().optional(),
    /** When absent: unchanged, or seven for a new price. */
    refundDays: RefundDays.optional(),
  })
  .refine(({ kind, priceInPaise }) => kind !== 'once' || priceInPaise !== undefined, {
    path: ['priceInPaise'],
    error: messages.plans.priceMissing,
  })
  .refine(
    ({ priceInPaise, comparePriceInPaise }) =>
      comparePriceInPaise === null || (comparePriceInPaise ?? Infinity) > (priceInPaise ?? 0),
    { path: ['comparePriceInPaise'], error: messages.plans.comparePriceTooSmall },
  );
export type CoursePriceBody = z.output<typeof CoursePriceBody>;

const ofCourse = { params: z.object({ courseId: Id }), notFound: 'course_not_found' } as const;
const priced = success({ price: CoursePrice });

export const coursePrices = {
  read: get('/admin/courses/:courseId/price', {
    access: 'admin',
    summary: 'Get how people get a course: free, with one payment, or only in bundles',
    ...ofCourse,
    response: priced,
  }),
  set: put('/admin/courses/:courseId/price', {
    access: 'admin',
    audit: 'itself',
    summary: 'Set how people get a course; those who have it keep what they were promised',
    ...ofCourse,
    body: CoursePriceBody,
    incomplete: messages.plans.priceMissing,
    errors: ['validation_failed', 'course_in_no_bundle', 'last_visible_plan', 'too_many_plans'],
    response: priced,
  }),
};
