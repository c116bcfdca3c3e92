import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { call, type CallOptions, type ResponseOf } from '#web/api/call.ts';
import { queryKeys } from '#web/api/query-keys.ts';

type RevenueChoice = NonNullable<CallOptions<'GET /admin/reports/revenue'>['query']>;
export type RevenueReport = ResponseOf<'GET /admin/reports/revenue'>;
export type MembersReport = ResponseOf<'GET /admin/reports/members'>;
export type RefundsReport = ResponseOf<'GET /admin/reports/refunds'>;
export type CheckoutReport = ResponseOf<'GET /admin/reports/checkout'>;
export type WatchedCourse = ResponseOf<'GET /admin/reports/watching'>['courses'][number];
export type LectureAudience = ResponseOf<'GET /admin/reports/lectures/:lectureId'>;
export type AttentionItem = ResponseOf<'GET /admin/attention'>['items'][number];

export const revenueQuery = (choice: RevenueChoice) =>
  queryOptions({
    queryKey: queryKeys.report('revenue', choice),
    queryFn: ({ signal }) => call('GET /admin/reports/revenue', { query: choice, signal }),
    placeholderData: keepPreviousData,
  });

export const membersQuery = () =>
  queryOptions({
    queryKey: queryKeys.report('members'),
    queryFn: ({ signal }) => call('GET /admin/reports/members', { signal }),
  });

export const refundsQuery = (year: number | undefined) =>
  queryOptions({
    queryKey: queryKeys.report('refunds', { year }),
    queryFn: ({ signal }) => call('GET /admin/reports/refunds', { query: { year }, signal }),
    placeholderData: keepPreviousData,
  });

export const checkoutReportQuery = () =>
  queryOptions({
    queryKey: queryKeys.report('checkout'),
    queryFn: ({ signal }) => call('GET /admin/reports/checkout', { signal }),
  });

export const watchingQuery = () =>
  queryOptions({
    queryKey: queryKeys.report('watching'),
    queryFn: ({ signal }) => call('GET /admin/reports/watching', { signal }),
  });

export const courseWatchingQuery = (courseId: string) =>
  queryOptions({
    queryKey: queryKeys.report('course-watching', { courseId }),
    queryFn: ({ signal }) => call('GET /admin/reports/watching/:courseId', { params: { courseId }, signal }),
  });

export const lectureWatchingQuery = (lectureId: string) =>
  queryOptions({
    queryKey: queryKeys.report('lecture-watching', { lectureId }),
    queryFn: ({ signal }) => call('GET /admin/reports/lectures/:lectureId', { params: { lectureId }, signal }),
    placeholderData: keepPreviousData,
  });

export const attentionQuery = () =>
  queryOptions({
    queryKey: queryKeys.attention,
    queryFn: ({ signal }) => call('GET /admin/attention', { signal }),
    staleTime: 0,
  });

const PERIODS = ['day', 'month', 'year'] as const;
export type Period = (typeof PERIODS)[number];

const yearIn = (address: URLSearchParams, name: string): number | undefined => {
  const year = Number(address.get(name));
  return Number.isInteger(year) && year >= 2000 && year <= 2200 ? year : undefined;
};

const idIn = (address: URLSearchParams, name: string): string | undefined =>
  /^[\w-]{1,64}$/.exec(address.get(name) ?? '')?.[0];

/** What is chosen in the reports; all of it is in the address. */
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
