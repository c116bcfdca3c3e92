import type { QueryClient } from '@tanstack/react-query';
import { courseListQuery } from '#web/api/course-queries.ts';
import { filterOf, pageInstead, requestOf } from '#web/features/catalog/course-list/use-course-filter.ts';

/** The address that has what the rendered one asked for; undefined where the rendered one has it. */
export const movedTo = (address: string, queryClient: QueryClient): string | undefined => {
  const filter = filterOf(new URL(address, 'http://pages.invalid').searchParams);
  const list = queryClient.getQueryData(courseListQuery(requestOf(filter)).queryKey);
  return list && pageInstead(filter, list);
};
