import { useQueries } from '@tanstack/react-query';
import type { Plan } from '#contract/billing/plans.ts';
import { courseDescriptionQuery } from '#web/api/course-queries.ts';
import { countOf, listOf } from '#contract/format.ts';

const NAMED_MAX = 6;

/** What a plan opens, in words: "All courses", "Statistics and Monsoon", "12 courses". */
export const useOpened = ({ opens }: Plan): string => {
  const ids = opens === 'everything' || opens.courseIds.length > NAMED_MAX ? [] : opens.courseIds;
  const titles = useQueries({ queries: ids.map(courseDescriptionQuery) }).map(({ data }) => data?.course.title);
  if (opens === 'everything') return 'All courses';
  const known = titles.filter((title) => title !== undefined);
  return known.length === opens.courseIds.length ? listOf(known) : countOf(opens.courseIds.length, 'course');
};
