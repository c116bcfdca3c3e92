import { msg } from '@lingui/core/macro';
import { useEffect } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { pathTo } from '#web/app/path-to.ts';

export const COURSES_PER_PAGE = 9;

export const LENGTHS = { short: msg`Under 1 hour`, medium: msg`1 to 3 hours`, long: msg`Over 3 hours` } as const;
export const SORTS = {
  newest: msg`Newest`,
  rated: msg`Best rated`,
  watched: msg`Most watched`,
  shortest: msg`Shortest`,
  longest: msg`Longest`,
  title: msg`Title A to Z`,
} as const;

/** An empty text stands for no choice. */
export interface CourseFilter {
  search: string;
  /** Results for the search as it was typed, not for similar words. */
  exact: 'true' | '';
  category: string;
  teacher: string;
  free: 'true' | '';
  length: keyof typeof LENGTHS | '';
  sort: keyof typeof SORTS | '';
  /** Starts at 1. */
  page: number;
}

export const NO_FILTER: CourseFilter = {
  search: '',
  exact: '',
  category: '',
  teacher: '',
  free: '',
  length: '',
  sort: '',
  page: 1,
};

const pageIn = (text: string | null): number => {
  const page = Number(text ?? '1');
  return Number.isInteger(page) && page > 0 && page < 10_000 ? page : 1;
};

const oneOf = <Choice extends string>(choices: Record<Choice, unknown>, text: string | null): Choice | '' => {
  const isChoice = (value: string): value is Choice => Object.hasOwn(choices, value);
  return text !== null && isChoice(text) ? text : '';
};

/** The filter in an address; invalid values are left out. */
export const filterOf = (address: URLSearchParams): CourseFilter => ({
  search: (address.get('search') ?? '').trim().slice(0, 200),
  exact: oneOf({ true: '' }, address.get('exact')),
  category: (address.get('category') ?? '').slice(0, 100),
  teacher: (address.get('teacher') ?? '').slice(0, 100),
  free: oneOf({ true: '' }, address.get('free')),
  length: oneOf(LENGTHS, address.get('length')),
  sort: oneOf(SORTS, address.get('sort')),
  page: pageIn(address.get('page')),
});

/** The address of the list with another filter. Any change except that of the page returns to the first page. */
export const withFilter = (filter: CourseFilter, part: Partial<CourseFilter>): string => {
  const { page, ...choices } = { ...filter, page: 1, ...('search' in part && { exact: '' as const }), ...part };
  const named = Object.fromEntries(Object.entries(choices).map(([name, value]) => [name, value || undefined]));
  return pathTo('courses', { ...named, page: page > 1 ? String(page) : undefined });
};

/** Of a page past the end of its list: the address of the last page that there is. */
export const pageInstead = (
  filter: CourseFilter,
  { courses, total }: { courses: readonly unknown[]; total: number },
): string | undefined =>
  courses.length > 0 || filter.page === 1
    ? undefined
    : withFilter(filter, { page: Math.ceil(total / COURSES_PER_PAGE) });

/** The query of the API. */
export const requestOf = ({ page, search, exact, category, teacher, free, length, sort }: CourseFilter) => ({
  limit: COURSES_PER_PAGE,
  offset: (page - 1) * COURSES_PER_PAGE,
  search: search || undefined,
  exact: exact || undefined,
  category: category || undefined,
  teacher: teacher || undefined,
  free: free || undefined,
  length: length || undefined,
  sort: sort || undefined,
});

/** The filter is part of the address, so that it can be shared and survives a reload. */
export function useCourseFilter() {
  const [address] = useSearchParams();
  const navigate = useNavigate();
  const filter = filterOf(address);
  const change = (part: Partial<CourseFilter>): void =>
    void navigate(withFilter(filter, part), { preventScrollReset: true });
  return { filter, change };
}

/** Goes to a page in place of the one that is open, once there is such a page. */
export const useReplacement = (address: string | undefined): void => {
  const navigate = useNavigate();
  useEffect(() => {
    if (address !== undefined) void navigate(address, { replace: true });
  }, [address, navigate]);
};
