import { courseAddress } from '#contract/catalog/course-address.ts';
import { CourseSlug } from '#contract/catalog/catalog.ts';
import { Id } from '#contract/fields.ts';
import { type CourseOfPage, type Page, pageList, pages, writtenPath } from '#contract/pages.ts';
import type { SiteFacts } from '#contract/school/setup.ts';

/** The lookups of courses that pages need. */
export interface PageCourses {
  has(courseId: string, kind: CourseOfPage): Promise<boolean>;
  /** The words in the addresses of teachers, by name. */
  teacherSlugs(): Promise<ReadonlyMap<string, string>>;
  addresses: {
    find(slug: string): Promise<{ slug: string } | undefined>;
    list(): Promise<{ id: string; slug: string | null; updated_at: number }[]>;
    /** The courses and lectures that were published last. */
    newest(): Promise<PublishedItem[]>;
  };
}

/** The lookups of certificates that pages need. */
export interface PageCertificates {
  /** The code of a certificate, as it was issued, however it is typed. */
  findCode(given: string): Promise<string | undefined>;
}

/** A published course, or a lecture that was added to one. */
export interface PublishedItem {
  id: string;
  course_id: string;
  course_title: string;
  slug: string | null;
  /** Null for the course itself. */
  lecture_title: string | null;
  /** Of the course. */
  description: string;
  published_at: number;
}

/** The page at an address. */
export interface FoundPage {
  status: 200 | 403 | 404;
  /** The address to render, without unused parameters; undefined for a page that the browser draws. */
  rendered: string | undefined;
  /** The browser draws another page there, such as an error. */
  isReplaced: boolean;
  /** The current path of the page. */
  movedTo?: string;
}

/** Compared as by the browser's router: ignoring case and trailing slashes. */
const known = pageList.map((page) => ({
  pattern: new RegExp(`^${page.path.replaceAll(/:\w+/g, '[^/]+')}/*$`, 'i'),
  page,
}));

/** No page has this address, so the page for unknown ones is rendered. */
const UNKNOWN_PATH = '/404';
const NOWHERE: FoundPage = { status: 404, rendered: UNKNOWN_PATH, isReplaced: false };

const OF_PROGRAMS = /^\/(?:api|media|files|sandbox)(?:[/?#]|$)/;

/** Whether a request is for a page or one of its files. */
export const asksForPage = ({ method, url = '' }: { method?: string | undefined; url?: string | undefined }): boolean =>
  (method === 'GET' || method === 'HEAD') && !OF_PROGRAMS.test(url);

/** PostgreSQL can neither store NUL nor compare with it. */
const NUL = /%00/;

/**
 * `route_not_found` or `malformed_request` for an address of programs whose path or query has NUL, or escapes that are not UTF-8.
 * The router looks at escapes in paths alone.
 */
export const problemOfAddress = (url: string): 'route_not_found' | 'malformed_request' | undefined => {
  if (!url.includes('%')) return undefined;
  const at = url.indexOf('?');
  if (NUL.test(at < 0 ? url : url.slice(0, at))) return 'route_not_found';
  if (at < 0) return undefined;
  const query = url.slice(at);
  return NUL.test(query) || !isDecodable(query) ? 'malformed_request' : undefined;
};

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

/** The address of a request, or that of no page if it has NUL or cannot be decoded, which the router rejects with JSON. */
export const readableAddress = (request: { method?: string | undefined; url?: string | undefined }): string => {
  const { url = '/' } = request;
  if (!url.includes('%') || !asksForPage(request)) return url;
  return NUL.test(url) || !isDecodable(url.replace(/[?#].*/s, '')) ? UNKNOWN_PATH : url;
};

const renderedAddress = (
  { path, query = [], course, isRendered }: Page,
  given: URLSearchParams,
): string | undefined => {
  if (isRendered !== true || (course !== undefined && !given.get('course'))) return undefined;
  const names = course === undefined ? query : ['course', ...query];
  const kept = names.flatMap((name) => {
    const value = given.get(name);
    return value === null ? [] : [[name, value]];
  });
  return kept.length === 0 ? path : `${path}?${new URLSearchParams(kept)}`;
};

/** The path of the page of a teacher. */
export const teacherPath = (slug: string): string => pages.teacher.path.replace(':slug', encodeURIComponent(slug));

const lastPart = (path: string): string => decodeURIComponent(path.split('/').filter(Boolean).at(-1) ?? '');

const findWritten = (path: string, written: Page, published: SiteFacts['sitePages']): FoundPage => {
  const slug = lastPart(path).toLowerCase();
  if (!published.some((page) => page.slug === slug)) return { ...NOWHERE, isReplaced: true };
  const address = writtenPath(slug);
  const isHere = written.path.replace(':slug', slug) === address;
  return { status: 200, rendered: address, isReplaced: false, ...(isHere ? {} : { movedTo: address }) };
};

const findBySlug = async (path: string, courses: PageCourses): Promise<FoundPage> => {
  const given = lastPart(path);
  const slug = CourseSlug.safeParse(given.normalize('NFC').toLowerCase());
  const found = slug.success ? await courses.addresses.find(slug.data) : undefined;
  if (!found) return { ...NOWHERE, isReplaced: true };
  const address = courseAddress('', found.slug);
  return { status: 200, rendered: address, isReplaced: false, ...(found.slug === given ? {} : { movedTo: address }) };
};

const findTeacher = async (path: string, courses: PageCourses): Promise<FoundPage> => {
  const given = lastPart(path);
  const slug = given.normalize('NFC').toLowerCase();
  if (![...(await courses.teacherSlugs()).values()].includes(slug)) return { ...NOWHERE, isReplaced: true };
  const address = teacherPath(slug);
  return { status: 200, rendered: address, isReplaced: false, ...(slug === given ? {} : { movedTo: address }) };
};

const findCertificate = async (path: string, certificates: PageCertificates): Promise<FoundPage> => {
  const given = lastPart(path);
  const code = await certificates.findCode(given);
  if (code === undefined) return { ...NOWHERE, isReplaced: true };
  const address = pages.certificate.path.replace(':code', code);
  return { status: 200, rendered: address, isReplaced: false, ...(code === given ? {} : { movedTo: address }) };
};

/**
 * Finds the page at `path`, whose escapes are well-formed. A deleted course is 404 as in the
 * API, not 410: it can be restored for a day. Without a course in its query a page about one leads to the list.
 */
export const findPage = async (
  path: string,
  query: string,
  {
    courses,
    certificates,
    sitePages,
  }: { courses: PageCourses; certificates: PageCertificates; sitePages: () => Promise<SiteFacts['sitePages']> },
): Promise<FoundPage> => {
  const decoded = decodeURI(path);
  const page = known.find(({ pattern }) => pattern.test(decoded))?.page;
  if (!page) return NOWHERE;
  if (page.path === pages.courseBySlug.path) return findBySlug(path, courses);
  if (page.path === pages.certificate.path) return findCertificate(path, certificates);
  if (page.path === pages.teacher.path) return findTeacher(path, courses);
  if (page.isWritten) return findWritten(path, page, await sitePages());
  const { course: kind, isRefusal } = page;
  const given = new URLSearchParams(query);
  const courseId = given.get('course');
  if (kind !== undefined && courseId) {
    const exists = Id.safeParse(courseId).success && (await courses.has(courseId, kind));
    if (!exists) return { ...NOWHERE, isReplaced: true };
  }
  return { status: isRefusal ? 403 : 200, rendered: renderedAddress(page, given), isReplaced: false };
};
