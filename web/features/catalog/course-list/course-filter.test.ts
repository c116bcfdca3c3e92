import { expect, test } from 'vitest';
import { pagesToShow } from './page-links.tsx';
import { filterOf, NO_FILTER, pageInstead, requestOf, withFilter } from './use-course-filter.ts';

test('an address holds the filter, and any change but that of the page returns to the first page', () => {
  const filter = filterOf(new URLSearchParams('search=+car+&category=Music&free=true&length=long&sort=title&page=3'));
  expect(filter).toEqual({
    ...NO_FILTER,
    search: 'car',
    category: 'Music',
    free: 'true',
    length: 'long',
    sort: 'title',
    page: 3,
  });
  expect(withFilter(filter, { page: 4 })).toBe(
    '/courses?search=car&category=Music&free=true&length=long&sort=title&page=4',
  );
  expect(withFilter(filter, { search: '', free: '', length: '', sort: '' })).toBe('/courses?category=Music');
  expect(withFilter(NO_FILTER, {})).toBe('/courses');
  expect(requestOf(filter)).toMatchObject({ limit: 9, offset: 18, search: 'car', teacher: undefined });
});

test('in place of a page past the end there is the last one', () => {
  const filter = filterOf(new URLSearchParams('category=Music&page=9'));
  expect(pageInstead(filter, { courses: [], total: 18 })).toBe('/courses?category=Music&page=2');
  expect(pageInstead(filter, { courses: [], total: 0 })).toBe('/courses?category=Music');
  expect(pageInstead(filter, { courses: ['any'], total: 73 })).toBeUndefined();
  expect(pageInstead(NO_FILTER, { courses: [], total: 0 })).toBeUndefined();
});

test('what no filter can be is left out', () => {
  expect(filterOf(new URLSearchParams('free=yes&length=constructor&sort=best&page=-1'))).toEqual(NO_FILTER);
  expect(filterOf(new URLSearchParams('page=1.5')).page).toBe(1);
});

test.each([
  [1, 8, [1, 2, 3, 4, 0, 8]],
  [4, 8, [1, 2, 3, 4, 5, 0, 8]],
  [5, 9, [1, 0, 4, 5, 6, 0, 9]],
  [8, 8, [1, 0, 5, 6, 7, 8]],
  [1, 2, [1, 2]],
  [3, 5, [1, 2, 3, 4, 5]],
])('page %i of %i shows the numbers %j', (page, pageCount, shown) => {
  expect(pagesToShow(page, pageCount)).toEqual(shown);
});
