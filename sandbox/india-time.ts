import type { Period } from './records.ts';

const indiaOffsetSeconds = 19_800;
export const daySeconds = 86_400;

const monthsPerStep = { monthly: 1, quarterly: 3, yearly: 12 } as const;
const daysPerStep = { daily: 1, weekly: 7 } as const;

/**
 * When cycle `index` (from 0) of a subscription begins, in Unix seconds. The first begins at the payment itself,
 * each later one at midnight India time on the same day of the month, or on the month's last day when it has no such day.
 */
export const cycleStart = (startAt: number, plan: { period: Period; interval: number }, index: number): number => {
  if (index === 0) return startAt;
  const local = new Date((startAt + indiaOffsetSeconds) * 1000);
  const [year, month, day] = [local.getUTCFullYear(), local.getUTCMonth(), local.getUTCDate()];
  const steps = index * plan.interval;
  const { period } = plan;
  if (period === 'daily' || period === 'weekly') {
    return toSeconds(Date.UTC(year, month, day + steps * daysPerStep[period]));
  }
  const targetMonth = month + steps * monthsPerStep[period];
  const lastDay = new Date(Date.UTC(year, targetMonth + 1, 0)).getUTCDate();
  return toSeconds(Date.UTC(year, targetMonth, Math.min(day, lastDay)));
};

const toSeconds = (localMidnightMs: number): number => localMidnightMs / 1000 - indiaOffsetSeconds;
