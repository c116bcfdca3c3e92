import { setImmediate } from 'node:timers/promises';
import { cachedByTopic } from '#server/database/cached-by-topic.ts';
import type { Tx } from '#server/database/database.ts';
import type { Platform } from '#server/platform.ts';
import {
  type AddressedCourse,
  findCourseAt,
  findTitleAndSlug,
  listAddressed,
  listNewest,
  listWithoutAddress,
  type PublishedItem,
  takeSlug,
} from './course-addresses.queries.ts';
import { numbered, slugOf } from './course-slug.ts';

/** Requests after a step read the whole catalogue again, and on SQLite they wait for the step. */
const COURSES_AT_ONCE = 400;

const FEED_MAX = 50;

/** Courses by the words in their addresses, such as `the-shopkeepers-balance-sheet`. */
export type CourseAddresses = ReturnType<typeof createCourseAddresses>;

/** Found by doubling and halving: thousands of courses may have the same title. */
const freeNumber = async (after: number, isTaken: (number: number) => Promise<boolean>): Promise<number> => {
  let taken = after;
  let free = after + 1;
  while (await isTaken(free)) [taken, free] = [free, free * 2];
  while (free - taken > 1) {
    const middle = Math.floor((taken + free) / 2);
    if (await isTaken(middle)) taken = middle;
    else free = middle;
  }
  return free;
};

export const createCourseAddresses = ({ database, clock }: Pick<Platform, 'database' | 'clock'>, topic: string) => {
  const { db } = database;
  const index = cachedByTopic(database, topic, async () => {
    const courses = await listAddressed(db);
    return {
      courses,
      byId: new Map(courses.map((course) => [course.id, course])),
      bySlug: new Map(courses.map((course) => [course.slug, course])),
    };
  });

  const newest = cachedByTopic(database, topic, (from) => listNewest(from, FEED_MAX));

  /** `numbers` has the last number that each slug was seen with, and learns the next. */
  const assign = async (tx: Tx, courseId: string, numbers = new Map<string, number>()): Promise<void> => {
    const course = await findTitleAndSlug(tx, courseId);
    if (!course) return;
    const wanted = slugOf(course.title);
    const isNumbered =
      course.slug?.startsWith(`${wanted}-`) === true && /^\d+$/.test(course.slug.slice(wanted.length + 1));
    if (course.slug === wanted || isNumbered) return;
    const isTaken = async (number: number): Promise<boolean> => {
      const owner = await findCourseAt(tx, numbered(wanted, number));
      return owner !== undefined && owner !== courseId;
    };
    for (;;) {
      const number = await freeNumber(numbers.get(wanted) ?? 0, isTaken);
      numbers.set(wanted, number);
      if (await takeSlug(tx, { slug: numbered(wanted, number), courseId, now: clock.now() })) return;
    }
  };

  return {
    /** Gives a course the address of its title; the addresses that it had lead there. */
    assign: (tx: Tx, courseId: string): Promise<void> => assign(tx, courseId),
    /** Every course that is shown, the newest first. */
    list: async (): Promise<AddressedCourse[]> => (await index()).courses,
    /** Every course that is shown; a slug is null until it has one. */
    byId: async (): Promise<ReadonlyMap<string, AddressedCourse>> => (await index()).byId,
    /** The courses and lectures that were published last, the newest first. A new course brings its lectures. */
    newest: (): Promise<PublishedItem[]> => newest(),

    /** The course that is shown at an address, which may be a former one, with its present address. */
    find: async (slug: string): Promise<{ courseId: string; slug: string } | undefined> => {
      const { byId, bySlug } = await index();
      const courseId = bySlug.get(slug)?.id ?? (await findCourseAt(db, slug));
      const present = courseId === undefined ? undefined : byId.get(courseId);
      return present?.slug ? { courseId: present.id, slug: present.slug } : undefined;
    },

    /** Gives an address to every course that has none: after an upgrade, or written by the previous version. */
    prepare: async (changed: (tx: Tx) => Promise<void>, signal?: AbortSignal): Promise<void> => {
      const numbers = new Map<string, number>();
      for (;;) {
        const ids = await listWithoutAddress(db, COURSES_AT_ONCE);
        if (ids.length === 0 || signal?.aborted === true) return;
        await database.transaction(async (tx) => {
          for (const id of ids) await assign(tx, id, numbers);
          await changed(tx);
        });
        // On SQLite nothing else would run before the last course.
        await setImmediate();
      }
    },
  };
};
