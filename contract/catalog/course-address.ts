import { pages } from '../pages.ts';

/** The path by which a course is shared and found: by its name; by its id until it has one. */
export const courseAddress = (id: string, slug: string | null | undefined): string =>
  slug
    ? pages.courseBySlug.path.replace(':slug', encodeURIComponent(slug))
    : `${pages.course.path}?course=${encodeURIComponent(id)}`;

/** The id of the course whose page this path is, as notices and lists have it. */
export const courseIdIn = (path: string): string | undefined =>
  path.startsWith(`${pages.course.path}?course=`) ? decodeURIComponent(path.split('=')[1] ?? '') : undefined;
