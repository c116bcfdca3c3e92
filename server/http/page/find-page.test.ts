import { expect, test } from 'vitest';
import { courseAddress } from '#contract/catalog/course-address.ts';
import { asksForPage, findPage, type PageCourses, readableAddress } from './page-status.ts';

const ID = '0123456789abcdef01234567';
const courses: PageCourses = {
  has: async (courseId, kind) => courseId === ID && kind === 'shown',
  teacherSlugs: async () => new Map([['Ila Rao', 'ila-rao']]),
  addresses: {
    find: async (slug) =>
      ({ 'salt-fire': { slug: 'salt-fire' }, salt: { slug: 'salt-fire' }, मिट्टी: { slug: 'मिट्टी' } })[slug],
    list: async () => [],
    newest: async () => [],
  },
};
const certificates = {
  findCode: async (given: string) => (given.toUpperCase() === '7KQ2-9MHD-4TXR' ? '7KQ2-9MHD-4TXR' : undefined),
};
const sitePages = async () => [
  { slug: 'privacy', title: 'Privacy', version: 1, askedVersion: 0 },
  { slug: 'visit-us', title: 'Visit us', version: 1, askedVersion: 0 },
];
const rendered = (address: string) => ({ status: 200, rendered: address, isReplaced: false });
const byBrowser = { status: 200, rendered: undefined, isReplaced: false };
const nowhere = { status: 404, rendered: '/404', isReplaced: false };
const missing = { ...nowhere, isReplaced: true };

test.each([
  ['/', '', rendered('/')],
  ['/about', 'from=mail', rendered('/about')],
  ['/About//', '', rendered('/about')],
  ['/%61bout', '', rendered('/about')],
  ['/aboutus', '', nowhere],
  ['/x/about', '', nowhere],
  ['/courses', 'page=2&search=a+b&from=mail', rendered('/courses?search=a+b&page=2')],
  ['/courses', 'search=', rendered('/courses?search=')],
  ['/denied', '', { ...rendered('/denied'), status: 403 }],
  ['/user/profile', '', byBrowser],
  ['/admin/payments/pay_1', '', byBrowser],
  ['/admin/payments/pay_1/more', '', nowhere],
  ['/courses/description', '', byBrowser],
  ['/courses/description', 'course=', byBrowser],
  ['/courses/description', `from=mail&course=${ID}`, rendered(`/courses/description?course=${ID}`)],
  ['/courses/preview', `lecture=l1&course=${ID}`, rendered(`/courses/preview?course=${ID}&lecture=l1`)],
  ['/courses/description', 'course=gone', missing],
  ['/courses/description', 'course=0123456789abcdef01234568', missing],
  // Drafts are for their authors.
  ['/course/edit', `course=${ID}`, missing],
  ['/about', 'course=gone', rendered('/about')],
  ['/certificates/7KQ2-9MHD-4TXR', '', rendered('/certificates/7KQ2-9MHD-4TXR')],
  [
    '/certificates/7kq2-9mhd-4txr',
    '',
    { ...rendered('/certificates/7KQ2-9MHD-4TXR'), movedTo: '/certificates/7KQ2-9MHD-4TXR' },
  ],
  ['/certificates/0000-0000-0000', '', missing],
  ['/courses/salt-fire', '', rendered('/courses/salt-fire')],
  ['/courses/salt-fire/', '', rendered('/courses/salt-fire')],
  ['/courses/salt', '', { ...rendered('/courses/salt-fire'), movedTo: '/courses/salt-fire' }],
  ['/courses/Salt-Fire', '', { ...rendered('/courses/salt-fire'), movedTo: '/courses/salt-fire' }],
  ['/courses/none', '', missing],
  ['/courses/%00', '', missing],
  ['/teachers/ila-rao', 'from=mail', rendered('/teachers/ila-rao')],
  ['/teachers/Ila-Rao/', '', { ...rendered('/teachers/ila-rao'), movedTo: '/teachers/ila-rao' }],
  ['/teachers/nobody', '', missing],
  ['/teach/learners', '', byBrowser],
  ['/privacy', '', rendered('/privacy')],
  ['/Privacy/', 'utm=1', rendered('/privacy')],
  ['/refund', '', missing],
  ['/pages/visit-us', '', rendered('/pages/visit-us')],
  ['/pages/draft', '', missing],
  ['/pages/privacy', '', { ...rendered('/privacy'), movedTo: '/privacy' }],
  [`/courses/${encodeURI('मिट्टी')}`, '', rendered(`/courses/${encodeURI('मिट्टी')}`)],
])('%s?%s is found as %o', async (path, query, found) => {
  expect(await findPage(path, query, { courses, certificates, sitePages })).toEqual(found);
});

test('the path of a course has its words escaped', () => {
  expect([courseAddress('', 'salt-fire'), courseAddress('', 'a/b?')]).toEqual([
    '/courses/salt-fire',
    '/courses/a%2Fb%3F',
  ]);
});

test.each([
  ['GET', '/', true],
  ['HEAD', '/about', true],
  ['POST', '/about', false],
  [undefined, '/about', false],
  ['GET', undefined, true],
  ['GET', '/api', false],
  ['GET', '/api/v1/courses', false],
  ['GET', '/media?x', false],
  ['GET', '/files#x', false],
  ['GET', '/sandbox/', false],
  ['GET', '/apiary', true],
  ['GET', '/x/api', true],
])('a %s of %s asks for a page: %s', (method, url, asks) => {
  expect(asksForPage({ method, url })).toBe(asks);
});

test.each([
  ['GET', '/about?a=%zz#%zz', '/about?a=%zz#%zz'],
  ['GET', '/%61bout', '/%61bout'],
  ['GET', '/%zz', '/404'],
  ['GET', '/%E0%A4%A?page=2', '/404'],
  ['GET', '/a#%zz', '/a#%zz'],
  ['POST', '/%zz', '/%zz'],
  ['GET', '/api/%zz', '/api/%zz'],
  ['GET', undefined, '/'],
])('the address of a %s of %s is %s', (method, url, address) => {
  expect(readableAddress({ method, url })).toBe(address);
});
