import type { api } from '#contract/api.ts';
import type { Result } from '#contract/endpoint.ts';
import type { SchoolCalendar } from '#server/calendar.ts';
import type { BillingParts } from '../parts.ts';
import { countCheckouts, countLeft, type Days, sumDays, sumPeriods, type Sums } from './trends.queries.ts';

const MEMBER_MONTHS = 6;
const CHECKOUT_DAYS = 30;
const DAY_MS = 24 * 60 * 60_000;
const LETTERS = { day: 10, month: 7, year: 4 } as const;
const NO_SALES: Sums = {
  grossInPaise: 0,
  refundedInPaise: 0,
  lostInPaise: 0,
  feesInPaise: 0,
  withoutFee: 0,
  payments: 0,
  withRefund: 0,
  joined: 0,
  renewed: 0,
  fromCheckout: 0,
};

type Report<Name extends keyof typeof api.reports> = Omit<Result<(typeof api.reports)[Name]>, 'message'>;

/** What is sold over time, of the current mode, from the daily sales. */
export interface Trends {
  revenue(query: {
    per: 'day' | 'month' | 'year';
    year?: number | undefined;
    compareWith?: number | undefined;
  }): Promise<Report<'revenue'>>;
  members(): Promise<Report<'members'>>;
  refunds(query: { year?: number | undefined }): Promise<Report<'refunds'>>;
  checkout(): Promise<Report<'checkout'>>;
}

const daysOfYear = (year: number, lastDay = '12-31'): Days => ({ from: `${year}-01-01`, to: `${year}-${lastDay}` });

/** Every day of a year, or every month, up to `last`. */
const periodsOf = (year: number, per: 'day' | 'month', last: string): string[] => {
  const count = per === 'day' ? 366 : 12;
  const all = Array.from({ length: count }, (_, index) => {
    const date = per === 'day' ? new Date(Date.UTC(year, 0, 1 + index)) : new Date(Date.UTC(year, index, 1));
    return date.toISOString().slice(0, LETTERS[per]);
  });
  return all.filter((period) => period.startsWith(String(year)) && period <= last);
};

const toRevenue = ({ grossInPaise, refundedInPaise, lostInPaise, feesInPaise }: Sums) => ({
  grossInPaise,
  refundedInPaise,
  lostInPaise,
  feesInPaise,
  netInPaise: grossInPaise - refundedInPaise - lostInPaise - feesInPaise,
});

const toRefunds = ({ payments, withRefund: refunded, refundedInPaise }: Sums) => ({
  payments,
  refunded,
  refundedInPaise,
});

/** The first day of the month that is `back` months before that of `day`. */
const monthBefore = (day: string, back: number): string => {
  const [year = 0, month = 0] = day.split('-').map(Number);
  return new Date(Date.UTC(year, month - 1 - back, 1)).toISOString().slice(0, 10);
};

/** The days up to that of `at`. */
const daysBefore = (calendar: SchoolCalendar, at: number): Days => ({
  from: calendar.dayOf(at - (CHECKOUT_DAYS - 1) * DAY_MS),
  to: calendar.dayOf(at),
});

export interface TrendsNeeds extends Pick<BillingParts, 'database' | 'clock'> {
  settings: Pick<BillingParts['settings'], 'calendar'>;
  activeProvider: Pick<BillingParts['activeProvider'], 'mode'>;
}

export const createTrends = ({ database: { db }, clock, settings, activeProvider }: TrendsNeeds): Trends => {
  const present = async () => {
    const calendar = await settings.calendar();
    const now = clock.now();
    const today = calendar.dayOf(now);
    return { mode: await activeProvider.mode(), calendar, now, today, thisYear: Number(today.slice(0, 4)) };
  };

  return {
    revenue: async ({ per, year: wanted, compareWith }) => {
      const { mode, today, thisYear } = await present();
      const year = wanted ?? thisYear;
      const byYear = await sumPeriods(db, mode, { from: '0', to: '9' }, LETTERS.year);
      const years = [...new Set([...byYear.keys().map(Number), thisYear])].toSorted((a, b) => b - a);
      const pointsOf = async (which: number) => {
        const periods = per === 'year' ? years.map(String).toReversed() : periodsOf(which, per, today);
        const known = per === 'year' ? byYear : await sumPeriods(db, mode, daysOfYear(which), LETTERS[per]);
        return periods.map((period) => ({ period, ...toRevenue(known.get(period) ?? NO_SALES) }));
      };
      const comparedWith = async (other: number) => {
        const sameDays = daysOfYear(other, year === thisYear ? today.slice(5) : undefined);
        const points = await pointsOf(other);
        return { year: other, points, sameDays: toRevenue(await sumDays(db, mode, sameDays)) };
      };
      const total = byYear.get(String(year)) ?? NO_SALES;
      return {
        year,
        total: toRevenue(total),
        paymentsWithoutFee: total.withoutFee,
        points: await pointsOf(year),
        comparison: compareWith === undefined ? null : await comparedWith(compareWith),
        years,
      };
    },

    members: async () => {
      const { mode, calendar, now, today } = await present();
      const months = Array.from({ length: MEMBER_MONTHS }, (_, index) => monthBefore(today, MEMBER_MONTHS - 1 - index));
      const starts = months.map((day) => calendar.startOf(day));
      const spans = starts.map((from, index) => ({ from, to: starts[index + 1] ?? now }));
      const left = await countLeft(db, mode, spans);
      const known = await sumPeriods(db, mode, { from: months[0] ?? '', to: today }, LETTERS.month);
      return {
        months: months.map((day, index) => {
          const { joined, renewed } = known.get(day.slice(0, 7)) ?? NO_SALES;
          return { month: day.slice(0, 7), joined, renewed, left: left[index] ?? 0 };
        }),
      };
    },

    refunds: async ({ year: wanted }) => {
      const { mode, today, thisYear } = await present();
      const year = wanted ?? thisYear;
      const byMonth = await sumPeriods(db, mode, daysOfYear(year), LETTERS.month);
      const months = periodsOf(year, 'month', today).map((month) => ({
        month,
        ...toRefunds(byMonth.get(month) ?? NO_SALES),
      }));
      const total = toRefunds(await sumDays(db, mode, daysOfYear(year)));
      return { year, total, months, yearBefore: toRefunds(await sumDays(db, mode, daysOfYear(year - 1))) };
    },

    checkout: async () => {
      const { mode, calendar, now } = await present();
      const counts = async (daysAgo: number) => {
        const days = daysBefore(calendar, now - daysAgo * DAY_MS);
        const span = { from: calendar.startOf(days.from), to: calendar.endOf(days.to) + 1 };
        const { fromCheckout: paid } = await sumDays(db, mode, days);
        return { ...(await countCheckouts(db, mode, span)), paid };
      };
      return { days: CHECKOUT_DAYS, counts: await counts(0), before: await counts(CHECKOUT_DAYS) };
    },
  };
};
