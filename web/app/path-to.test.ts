import { expect, test } from 'vitest';
import { pathTo } from './path-to.ts';

test('a path is filled with its parameters', () => {
  expect(pathTo('courses')).toBe('/courses');
  expect(pathTo('payment', { paymentId: 'pay_1/2' })).toBe('/admin/payments/pay_1%2F2');
});

test('what the path does not name goes into the query', () => {
  expect(pathTo('editCourse', { course: 'c1' })).toBe('/course/edit?course=c1');
  expect(pathTo('classroom', { course: 'c1', lecture: 'l1' })).toBe('/course/displaylectures?course=c1&lecture=l1');
  expect(pathTo('freePreview', { course: 'c1', lecture: undefined })).toBe('/courses/preview?course=c1');
});

test('a missing parameter is a type error', () => {
  // @ts-expect-error -- the page is about a course
  pathTo('editCourse');
  // @ts-expect-error -- the path has a parameter
  pathTo('payment', {});
  // @ts-expect-error -- the page has no such parameter
  pathTo('courses', { course: 'c1' });
});
