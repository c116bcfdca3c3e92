import { z } from 'zod';
import { call } from './call.ts';
import type { Person } from './factories.ts';
import type { TestApp } from './start-app.ts';

const Plan = z.object({ _id: z.string() });
const Started = z.object({ subscription_id: z.string(), isPaid: z.boolean() });

interface TestPlan {
  name?: string;
  courseIds: string[];
  priceInPaise?: number;
  term?: { unit: 'day' | 'month' | 'year' | 'lifetime'; count: number };
  refundDays?: number;
}

/** Sells chosen courses; for life, and without refunds, unless it says otherwise. Returns the id of the plan. */
export const aPlan = async (
  app: TestApp,
  admin: Person,
  {
    name = 'A plan',
    courseIds,
    priceInPaise = 29_900,
    term = { unit: 'lifetime', count: 1 },
    refundDays = 0,
  }: TestPlan,
): Promise<string> => {
  const plan = { name, opens: { courseIds }, priceInPaise, term, refundDays };
  const { body } = await call(app, 'POST', '/admin/plans', { token: admin.token, body: plan });
  return Plan.parse(body['plan'])._id;
};

/** Buys a plan, or the bundle. What costs something is paid in the sandbox: the app has to listen at this origin. */
export const buy = async (
  app: TestApp,
  { token }: Person,
  order: { planId?: string; gift?: object; origin?: string } = {},
): Promise<void> => {
  const { origin, ...body } = order;
  const { subscription_id: ref, isPaid } = Started.parse(
    (await call(app, 'POST', '/payments/subscribe', { token, body })).body,
  );
  if (isPaid) return;
  const purchase = ref.startsWith('order_') ? { order_id: ref } : { subscription_id: ref };
  const response = await fetch(`${origin}/sandbox/control/pay`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...purchase, outcome: 'success' }),
  });
  const proof = z.record(z.string(), z.string()).parse(await response.json());
  const { status } = await call(app, 'POST', '/payments/verify', { token, body: proof });
  if (status !== 200) throw new Error(`the payment was not verified: ${status}`);
};
