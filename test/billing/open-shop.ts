import { z } from 'zod';
import type { PlanTerm } from '#contract/billing/plan-term.ts';
import { aCourse } from '../factories.ts';
import { openBilling } from './open-billing.ts';

const Plan = z.object({ plan: z.object({ _id: z.string() }) });
const Rights = z.object({
  rights: z.array(z.object({ scope: z.string(), endsAt: z.string().nullable(), source: z.string() })),
});

/** What a plan opens and costs; for life, and without refunds, unless it says otherwise. */
interface TestPlan {
  name?: string;
  opens?: 'everything' | { courseIds: string[] };
  priceInPaise?: number;
  term?: PlanTerm;
  refundDays?: number;
  isRenewing?: boolean;
}

/** A school with an admin, and three published courses: Statistics, Monsoon and Pottery. */
export const openShop = async (options: Parameters<typeof openBilling>[0] = {}) => {
  const money = await openBilling(options);
  const admin = await money.aUser('ADMIN');
  const courses = {
    statistics: await aCourse(money, { title: 'Statistics' }),
    monsoon: await aCourse(money, { title: 'Monsoon' }),
    pottery: await aCourse(money, { title: 'Pottery' }),
  };
  const nameOf = (scope: string): string => Object.entries(courses).find(([, id]) => id === scope)?.[0] ?? scope;

  const bodyOf = (plan: TestPlan) => ({
    name: 'A plan',
    priceInPaise: 29_900,
    term: { unit: 'lifetime', count: 1 },
    refundDays: 0,
    ...plan,
  });
  const addPlan = async (plan: TestPlan): Promise<string> => {
    // Plans are listed in the order in which they were added.
    money.clock.advance(1000);
    return Plan.parse((await money.admin(admin, 'POST', '/plans', bodyOf(plan))).body).plan._id;
  };
  const changePlan = async (planId: string, plan: TestPlan): Promise<number> => {
    const { status } = await money.admin(admin, 'PUT', `/plans/${planId}`, bodyOf(plan));
    await money.jobs.runDue();
    return status;
  };
  const send = (userId: string, path: string) =>
    money.send('GET', `/api/v1${path}`, undefined, { authorization: `Bearer ${userId}` });
  /** Such as `statistics until 2027-06-15 by payment`. */
  const rightsOf = async (userId: string): Promise<string[]> =>
    Rights.parse((await send(userId, '/user/rights')).body)
      .rights.map(({ scope, endsAt, source }) => `${nameOf(scope)} ${endsAt?.slice(0, 10) ?? 'for life'} by ${source}`)
      .toSorted();
  const takeFree = (userId: string, planId: string) => money.call(userId, 'POST', '/subscribe', { planId });
  return { ...money, adminId: admin, courses, addPlan, changePlan, rightsOf, takeFree };
};
