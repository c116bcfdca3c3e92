import { type CourseOfPage, pageList } from '#contract/pages.ts';
import { Id } from '#contract/fields.ts';

export type HasCourse = (courseId: string, kind: CourseOfPage) => Promise<boolean>;

/** As the browser's router compares: without regard to case and to slashes at the end. */
const known = pageList.map((page) => ({
  pattern: new RegExp(`^${page.path.replaceAll(/:\w+/g, '[^/]+')}/*$`, 'i'),
  page,
}));

/**
 * The HTTP status of the page at `path`, whose escapes are well-formed: the server refuses others. A deleted course is 404
 * as in the API, not 410: it can be restored for a day. Without a course in its query a page about one leads to the list.
 */
export const pageStatus = async (path: string, query: string, hasCourse: HasCourse): Promise<200 | 403 | 404> => {
  const page = known.find(({ pattern }) => pattern.test(decodeURI(path)))?.page;
  if (!page) return 404;
  const { course: kind, isRefusal } = page;
  const courseId = new URLSearchParams(query).get('course');
  if (kind !== undefined && courseId) {
    const isThere = Id.safeParse(courseId).success && (await hasCourse(courseId, kind));
    return isThere ? 200 : 404;
  }
  return isRefusal ? 403 : 200;
};
