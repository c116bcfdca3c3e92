import { keepPreviousData } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { type CallOptions, type ResponseOf } from '#web/api/call.ts';
import { endpointQuery } from '#web/api/query.ts';

type RevenueChoice = NonNullable<CallOptions<'GET /admin/reports/revenue'>['query']>;
export type RevenueReport = ResponseOf<'GET /admin/reports/revenue'>;
export type MembersReport = ResponseOf<'GET /admin/reports/members'>;
export type RefundsReport = ResponseOf<'GET /admin/reports/refunds'>;
export type OverviewFigures = ResponseOf<'GET /admin/overview'>;
export type CashBook = ResponseOf<'GET /admin/reports/ways'>;
export type CheckoutReport = ResponseOf<'GET /admin/reports/checkout'>;
export type WatchedCourse = ResponseOf<'GET /admin/reports/watching'>['courses'][number];
export type LectureAudience = ResponseOf<'GET /admin/reports/lectures/:lectureId'>;
export type AttentionItem = ResponseOf<'GET /admin/attention'>['items'][number];

export const revenueQuery = (choice: RevenueChoice) =>
  endpointQuery('reports', 'GET /admin/reports/revenue', { query: choice, placeholderData: keepPreviousData });

export const membersQuery = () => endpointQuery('reports', 'GET /admin/reports/members');

export const refundsQuery = (year: number | undefined) =>
  endpointQuery('reports', 'GET /admin/reports/refunds', { query: { year }, placeholderData: keepPreviousData });

export const cashBookQuery = (from: string, to: string) =>
  endpointQuery('reports', 'GET /admin/reports/ways', { query: { from, to }, placeholderData: keepPreviousData });

/** The first and the last day of a month such as `2026-06`. */
const daysOf = (month: string) => {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return { from: `${month}-01`, to: new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10) };
};

/** Without a month, those of this one up to today. */
export const overviewQuery = (month: string | undefined) => {
  const query = month === undefined ? {} : daysOf(month);
  return endpointQuery('overview', 'GET /admin/overview', { query, placeholderData: keepPreviousData, staleTime: 0 });
};

/** The month of the overview, which is in the address. */
export function useOverviewMonth() {
  const [address, setAddress] = useSearchParams();
  return {
    month: /^20\d\d-(0[1-9]|1[0-2])$/.exec(address.get('month') ?? '')?.[0],
    choose: (month: string | undefined) => {
      const next = new URLSearchParams(address);
      if (month === undefined) next.delete('month');
      else next.set('month', month);
      setAddress(next, { preventScrollReset: true });
    },
  };
}

export const checkoutReportQuery = () => endpointQuery('reports', 'GET /admin/reports/checkout');

export const watchingQuery = () => endpointQuery('reports', 'GET /admin/reports/watching');

export const courseWatchingQuery = (courseId: string) =>
  endpointQuery('reports', 'GET /admin/reports/watching/:courseId', { params: { courseId } });

export const lectureWatchingQuery = (lectureId: string) =>
  endpointQuery('reports', 'GET /admin/reports/lectures/:lectureId', {
    params: { lectureId },
    placeholderData: keepPreviousData,
  });

export const attentionQuery = () => endpointQuery('attention', 'GET /admin/attention', { staleTime: 0 });

export const PERIODS = ['day', 'month', 'year'] as const;
export type Period = (typeof PERIODS)[number];

const yearIn = (address: URLSearchParams, name: string): number | undefined => {
  const year = Number(address.get(name));
  return Number.isInteger(year) && year >= 2000 && year <= 2200 ? year : undefined;
};

const idIn = (address: URLSearchParams, name: string): string | undefined =>
  /^[\w-]{1,64}$/.exec(address.get(name) ?? '')?.[0];

/** The choices of the reports, which are in the address. */
export function useReportChoices() {
  const [address, setAddress] = useSearchParams();
  return {
    per: PERIODS.find((period) => period === address.get('per')) ?? 'month',
    year: yearIn(address, 'year'),
    compareWith: yearIn(address, 'compare'),
    courseId: idIn(address, 'course'),
    lectureId: idIn(address, 'lecture'),
    /** An empty value removes a choice. */
    choose: (choices: Readonly<Record<string, string>>) => {
      const next = new URLSearchParams(address);
      for (const [name, value] of Object.entries(choices)) {
        if (value === '') next.delete(name);
        else next.set(name, value);
      }
      setAddress(next, { preventScrollReset: true });
    },
  };
}
