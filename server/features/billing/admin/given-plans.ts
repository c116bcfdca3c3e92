import type { BillingPlatform } from '../billing-platform.ts';
import { endOfTerm, isOver, type Plans } from '../plans/plans.ts';

/** The plans that an import may name, each with the last day of a term that begins today. */
export const createGrantedPlans =
  ({ clock, settings }: BillingPlatform, plans: Plans) =>
  async () => {
    const [now, calendar] = [clock.now(), await settings.calendar()];
    const known = await plans.listAll();
    return {
      today: calendar.dayOf(now),
      plans: known
        .filter(({ current: { term } }) => !isOver(term, { today: calendar.dayOf(now) }))
        .map(({ name, current: { opens, term } }) => ({
          name,
          courseIds: opens === 'everything' ? undefined : opens.courseIds,
          // Access for life ends on the last day.
          untilDay: calendar.dayOf(endOfTerm(now, term, { calendar })),
        })),
    };
  };
