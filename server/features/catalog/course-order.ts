import { HOUR_MS } from '#server/clock.ts';
import type { CourseFilter, CourseLength, CourseSort } from '#contract/catalog/catalog.ts';
import type { FoundCourses } from '#server/search/texts.ts';
import type { OrderedCourse } from './catalog.queries.ts';
import { numbered, slugOf } from './course-slug.ts';
import { type Teacher, TeacherNames } from './teacher-names.ts';

const LENGTHS: Record<CourseLength, { fromMs: number; belowMs: number }> = {
  short: { fromMs: 1, belowMs: HOUR_MS },
  medium: { fromMs: HOUR_MS, belowMs: 3 * HOUR_MS },
  long: { fromMs: 3 * HOUR_MS, belowMs: Number.POSITIVE_INFINITY },
};

const byName = new Intl.Collator('en', { numeric: true }).compare;
const COMPARE: Record<CourseSort, (a: OrderedCourse, b: OrderedCourse) => number> = {
  newest: () => 0,
  // As they are shown: of the same average, more reviews first.
  rated: ({ rating: a }, { rating: b }) =>
    (b?.average ?? 0) - (a?.average ?? 0) || (b?.reviews ?? 0) - (a?.reviews ?? 0),
  watched: (a, b) => b.viewers - a.viewers,
  shortest: (a, b) => a.duration_ms - b.duration_ms,
  longest: (a, b) => b.duration_ms - a.duration_ms,
  title: (a, b) => byName(a.title, b.title),
};

/** Those without lectures last; otherwise in the order they had. */
const emptyLast = (courses: readonly OrderedCourse[]): OrderedCourse[] => [
  ...courses.filter(({ lecture_count: lectures }) => lectures > 0),
  ...courses.filter(({ lecture_count: lectures }) => lectures === 0),
];

const valuesOf = (values: string[]): string[] => [...new Set(values)].toSorted((a, b) => byName(a, b));

/** Courses in one order; a search reads arrays of numbers, which takes a tenth of the time. */
class SortedCourses {
  readonly courses: readonly OrderedCourse[];
  readonly numbers: Int32Array;
  readonly lectureCounts: Int32Array;

  constructor(courses: readonly OrderedCourse[]) {
    this.courses = courses;
    this.numbers = Int32Array.from(courses, ({ number }) => number ?? 0);
    this.lectureCounts = Int32Array.from(courses, ({ lecture_count: lectures }) => lectures);
  }
}

export interface ListedCourses {
  total: number;
  totalLectures: number;
  ids(start: number, count: number): string[];
}

/** All courses that are shown, small enough to keep, so that any page of any filter is a slice. */
export class CourseOrder {
  readonly #newest: readonly OrderedCourse[];
  readonly #titled: ReadonlyMap<string, ReadonlySet<string>>;
  #byId: ReadonlyMap<string, OrderedCourse> | undefined;
  #teacherSlugs: ReadonlyMap<string, string> | undefined;
  readonly #sorted = new Map<CourseSort, SortedCourses>();
  readonly ids: ReadonlySet<string>;
  readonly categories: string[];
  readonly teachers: readonly Teacher[];
  readonly teacherNames: TeacherNames;

  /** `titled` has, by language, the courses whose titles are translated into it. */
  constructor(rows: readonly OrderedCourse[], titled: ReadonlyMap<string, ReadonlySet<string>> = new Map()) {
    this.#titled = titled;
    this.#newest = emptyLast(rows);
    this.ids = new Set(rows.map(({ id }) => id));
    this.categories = valuesOf(rows.map(({ category }) => category));
    const byTeacher = Map.groupBy(rows, (row) => row.created_by);
    this.teachers = [...byTeacher]
      .map(([name, courses]) => ({ name, courses: courses.length }))
      .toSorted((a, b) => byName(a.name, b.name));
    this.teacherNames = new TeacherNames(this.teachers);
  }

  /** The words in the addresses of teachers, by name: of two with the same words, the second has a number. */
  get teacherSlugs(): ReadonlyMap<string, string> {
    if (this.#teacherSlugs) return this.#teacherSlugs;
    const taken = new Set<string>();
    const slugs = new Map<string, string>();
    for (const { name } of this.teachers) {
      let number = 1;
      while (taken.has(numbered(slugOf(name), number))) number += 1;
      const slug = numbered(slugOf(name), number);
      taken.add(slug);
      slugs.set(name, slug);
    }
    return (this.#teacherSlugs = slugs);
  }

  /** The newest first: of a name, and those of the ids. */
  taughtBy(name: string, ids: ReadonlySet<string>): string[] {
    return this.#newest.filter((course) => course.created_by === name || ids.has(course.id)).map(({ id }) => id);
  }

  reviewsOf(courseId: string): Pick<OrderedCourse, 'rating' | 'numberOfReviews'> {
    this.#byId ??= new Map(this.#newest.map((course) => [course.id, course]));
    const { rating = null, numberOfReviews = null } = this.#byId.get(courseId) ?? {};
    return { rating, numberOfReviews };
  }

  coursesBy(teacher: string): number {
    return this.teachers.find(({ name }) => name === teacher)?.courses ?? 0;
  }

  #by(sort: CourseSort): SortedCourses {
    const known = this.#sorted.get(sort);
    if (known) return known;
    const sorted = new SortedCourses(emptyLast(this.#newest.toSorted(COMPARE[sort])));
    this.#sorted.set(sort, sorted);
    return sorted;
  }

  /** Courses related to one: of its category, then of its teacher, then all; the most watched first. */
  related(courseId: string, max: number): OrderedCourse[] {
    const course = this.#newest.find(({ id }) => id === courseId);
    const tierOf = ({ category, created_by: teacher }: OrderedCourse): number => {
      if (category === course?.category) return 0;
      return teacher === course?.created_by ? 1 : 2;
    };
    const others = this.#by('watched').courses.filter(
      ({ id, lecture_count: lectures }) => id !== courseId && lectures > 0,
    );
    return [0, 1, 2].flatMap((tier) => others.filter((other) => tierOf(other) === tier)).slice(0, max);
  }

  /**
   * Courses of a filter in its order; those found by a search, unless it says otherwise the best ones first, and of the same those
   * that the reader can read.
   */
  list(
    { category, teacher, free, length, sort, language }: CourseFilter,
    found: FoundCourses | undefined,
  ): ListedCourses {
    const { courses, numbers, lectureCounts } = this.#by(sort ?? 'newest');
    const { fromMs, belowMs } = length ? LENGTHS[length] : { fromMs: 0, belowMs: Number.POSITIVE_INFINITY };
    const isIn = (course: OrderedCourse | undefined): boolean =>
      course !== undefined &&
      (category === undefined || course.category === category) &&
      (teacher === undefined || course.created_by === teacher) &&
      (free === undefined || course.has_free_lecture === 1) &&
      course.duration_ms >= fromMs &&
      course.duration_ms < belowMs;
    const hasFilter = [category, teacher, free, length].some((choice) => choice !== undefined);
    const titled = language === undefined ? undefined : this.#titled.get(language);
    const isRead = (course: OrderedCourse | undefined): boolean =>
      language === undefined || course?.language === language || titled?.has(course?.id ?? '') === true;
    const tiers: number[][] = [[], [], [], [], [], []];
    let totalLectures = 0;
    for (let place = 0; place < courses.length; place += 1) {
      const tier = found ? found.tierOf(numbers[place] ?? 0) : 0;
      if (tier === undefined || (hasFilter && !isIn(courses[place]))) continue;
      tiers[found && sort === undefined ? 2 * tier + (isRead(courses[place]) ? 0 : 1) : 0]?.push(place);
      totalLectures += lectureCounts[place] ?? 0;
    }
    const places = tiers.flat();
    return {
      total: places.length,
      totalLectures,
      ids: (start, count) => places.slice(start, start + count).flatMap((place) => courses[place]?.id ?? []),
    };
  }
}
