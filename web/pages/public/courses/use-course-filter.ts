import { useSearchParams } from 'react-router';

export interface CourseFilter {
  search: string;
  category: string;
  /** Starts at 1. */
  page: number;
}

const pageIn = (text: string | null): number => {
  const page = Number(text ?? '1');
  return Number.isInteger(page) && page > 0 && page < 10_000 ? page : 1;
};

/** The filter is part of the address, so that it can be shared and survives a reload. */
export function useCourseFilter() {
  const [address, setAddress] = useSearchParams();
  const filter: CourseFilter = {
    search: (address.get('search') ?? '').slice(0, 200),
    category: (address.get('category') ?? '').slice(0, 100),
    page: pageIn(address.get('page')),
  };

  /** Any change except that of the page returns to the first page. */
  const change = (part: Partial<CourseFilter>, { replaces = false } = {}): void => {
    const next = { ...filter, page: 1, ...part };
    const entries = Object.entries({ ...next, page: next.page > 1 ? String(next.page) : '' });
    setAddress(new URLSearchParams(entries.filter(([, value]) => value !== '')), {
      replace: replaces,
      preventScrollReset: part.page === undefined,
    });
  };

  return { filter, change };
}
