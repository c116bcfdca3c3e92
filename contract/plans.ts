import { z } from 'zod';
import { endpoint, success } from './endpoint.ts';
import { Id, Paise } from './fields.ts';

/** How long a purchase gives access. */
const Term = z.object({
  unit: z.enum(['day', 'month', 'year', 'lifetime']),
  /** 1 for a lifetime. */
  count: z.int(),
});

/** Something that is sold: access to every lecture for a term. */
export const Plan = z.object({
  _id: z.string(),
  name: z.string(),
  priceInPaise: Paise,
  /** A higher price to compare with, which nobody pays. */
  comparePriceInPaise: Paise.nullable(),
  term: Term,
  /** Whether it is charged again at the end of each term. */
  isRenewing: z.boolean(),
  /** The whole price is refunded on cancellation until the end of the day that is so many days after the payment. */
  refundDays: z.int(),
});
export type Plan = z.output<typeof Plan>;

export const plans = {
  list: endpoint({
    method: 'GET',
    path: '/plans',
    access: 'public',
    summary: 'List the plans that the site shows, the shortest term first',
    response: success({ plans: z.array(Plan) }),
  }),
  price: endpoint({
    method: 'GET',
    path: '/plans/:planId/price',
    access: 'public',
    summary: 'Get what a plan costs now, also one that is sold by its link only',
    params: z.object({ planId: Id }),
    notFound: 'plan_not_found',
    response: success({
      plan: Plan,
      priceInPaise: Paise,
      discountInPaise: Paise,
      /** What is paid. */
      totalInPaise: Paise,
    }),
  }),
};
