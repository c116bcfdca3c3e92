import { z } from 'zod';
import type { Money } from './provider.ts';
import { createRazorpayHttp, type RazorpayAccess } from './razorpay-http.ts';

const Plan = z.object({
  id: z.string(),
  period: z.string().max(64),
  interval: z.coerce.number().int(),
  item: z.object({ amount: z.coerce.number().int(), currency: z.string().max(8) }),
});

/** What a plan charges, and how often: every `interval` × `period`. */
export interface PlanFacts {
  ref: string;
  money: Money;
  period: string;
  interval: number;
}

/** Reads a plan as the provider has it. Throws ProviderError; `rejected` when these keys know no such plan. */
export const createRazorpayPlans = (access: RazorpayAccess): ((ref: string) => Promise<PlanFacts>) => {
  const http = createRazorpayHttp(access);
  return async (ref) => {
    const { id, period, interval, item } = await http({ method: 'GET', path: ['plans', ref] }, Plan);
    return {
      ref: id,
      period,
      interval,
      money: { amountInPaise: item.amount, currency: item.currency.toUpperCase() },
    };
  };
};
