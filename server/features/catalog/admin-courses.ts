import type { z } from 'zod';
import type { CourseSort, CourseState, ListedCourse } from '#contract/catalog/authoring.ts';
import { toInstant } from '#server/clock.ts';
import type { Column } from '#server/http/file/csv.ts';
import type { Platform } from '#server/platform.ts';
import { findPresent } from './catalog.queries.ts';
import { createCourseRatings } from './course-ratings.ts';
import { presentManaged } from './course-columns.ts';
import { listSamples } from './sample-courses.ts';
import {
  countByState,
  countCourses,
  type CourseListFilter,
  listCategories,
  pageOfCourses,
} from './admin-courses.queries.ts';

type Listed = z.input<typeof ListedCourse>;

const BATCH = 500;

export interface CourseListNeeds {
  /** The number of viewers and the finished share of courses with viewers, by their ids. */
  watchingOf: (courseIds: readonly string[]) => Promise<Map<string, { viewers: number; completedPercent: number }>>;
}

export interface CourseListQuery extends CourseListFilter {
  sort: CourseSort;
  limit: number;
  offset: number;
}

type Samples = Awaited<ReturnType<typeof listSamples>>;

export interface CourseListPage {
  courses: Listed[];
  total: number;
  counts: Record<CourseState, number>;
  categories: string[];
  samples: Samples;
}

/** Every course that is not deleted, as admins see it. */
export interface CourseList {
  page(query: CourseListQuery, origin: string): Promise<CourseListPage>;
  /** By title. */
  find(search: string, limit: number): Promise<{ _id: string; title: string; isDraft: boolean }[]>;
  /** Some of them, those changed last first. */
  ofIds(ids: readonly string[], origin: string): Promise<Listed[]>;
  /** Every course of a filter, read a few hundred at a time. */
  all(query: CourseListFilter & { sort: CourseSort }, origin: string): AsyncGenerator<Listed>;
}

/** The columns of the export. */
export const courseColumns: readonly Column<Listed>[] = [
  ['Title', (course) => course.title],
  ['Category', (course) => course.category],
  ['Instructor', (course) => course.createdBy],
  ['State', (course) => (course.isDraft ? 'draft' : 'published')],
  ['Lectures', (course) => String(course.numberOfLectures)],
  ['Minutes', (course) => String(Math.round(course.totalDurationMs / 60_000))],
  ['Viewers', (course) => String(course.viewers)],
  ['Completed %', (course) => (course.completedPercent === null ? null : String(course.completedPercent))],
  ['Rating', ({ rating }) => (rating === null ? null : rating.average.toFixed(1))],
  ['Reviews', ({ rating }) => (rating === null ? null : String(rating.reviews))],
  ['Created', (course) => course.createdAt],
  ['Changed', (course) => course.changedAt],
  ['Id', (course) => course._id],
];

export const createCourseList = (platform: Platform, { watchingOf }: CourseListNeeds): CourseList => {
  const { db } = platform.database;
  const ratingsOf = createCourseRatings(platform);

  const read = async (query: CourseListQuery, origin: string, known?: Samples): Promise<Listed[]> => {
    const page = await pageOfCourses(db, query, query);
    if (page.length === 0) return [];
    const ids = page.map(({ id }) => id);
    const rows = new Map((await findPresent(db, ids)).map((row) => [row.id, row]));
    const samples = new Set((known ?? (await listSamples(db))).map(({ _id }) => _id));
    const [watching, rated] = [await watchingOf(ids), await ratingsOf(ids)];
    return page.flatMap(({ id, updated_at: changedAt }) => {
      const row = rows.get(id);
      if (!row) return [];
      const { viewers, completedPercent } = watching.get(id) ?? { viewers: 0, completedPercent: null };
      const rating = rated.get(id) ?? null;
      const facts = { viewers, completedPercent, rating, isSample: samples.has(id), changedAt: toInstant(changedAt) };
      return [{ ...presentManaged(row, origin), ...facts }];
    });
  };

  return {
    page: async (query, origin) => {
      const samples = await listSamples(db);
      const courses = await read(query, origin, samples);
      const [total, counts] = [await countCourses(db, query), await countByState(db)];
      return { courses, total, counts, categories: await listCategories(db), samples };
    },

    find: async (search, limit) => {
      const rows = await pageOfCourses(db, { search }, { sort: 'title', limit, offset: 0 });
      return rows.map(({ id, title, published_at: publishedAt }) => ({
        _id: id,
        title,
        isDraft: publishedAt === null,
      }));
    },

    ofIds: async (ids, origin) =>
      ids.length === 0 ? [] : read({ search: '', ids, sort: '-changed', limit: ids.length, offset: 0 }, origin),

    all: async function* all(query, origin) {
      for (let offset = 0; ; offset += BATCH) {
        const courses = await read({ ...query, limit: BATCH, offset }, origin);
        yield* courses;
        if (courses.length < BATCH) return;
      }
    },
  };
};
