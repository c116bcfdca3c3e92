import { msg, plural } from '@lingui/core/macro';
import { useQueries } from '@tanstack/react-query';
import type { Plan } from '#contract/billing/plans.ts';
import { courseDescriptionQuery } from '#web/api/course-queries.ts';
import { listOf } from '#contract/format.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const NAMED_MAX = 6;

/** What a plan opens, in words: "All courses", "Statistics and Monsoon", "12 courses". */
export const useOpened = ({ opens }: Plan): string => {
  const ids = opens === 'everything' || opens.courseIds.length > NAMED_MAX ? [] : opens.courseIds;
  const titles = useQueries({ queries: ids.map(courseDescriptionQuery) }).map(({ data }) => data?.course.title);
  const { _, locale } = useLanguage();
  if (opens === 'everything') return _(msg`All courses`);
  const known = titles.filter((title) => title !== undefined);
  const { length: total } = opens.courseIds;
  if (known.length === total) return listOf(known, locale);
  return _(msg({ message: plural(total, { one: '# course', other: '# courses' }) }));
};
