import { DAY_MS } from '#server/clock.ts';
import { calendarMessages } from '#contract/classroom/calendar-messages.ts';
import { pages } from '#contract/pages.ts';
import { batchDatesOf } from '#server/database/batch-classes.ts';
import { textsForReader } from '#server/database/translations.ts';
import { fail, type Failure } from '#server/errors.ts';
import type { CourseLocks, CoursePolicy, LectureLock, PolicyActor } from '#server/http/endpoint/course-policy.ts';
import { createPersonalAddresses } from '#server/http/page/personal-address.ts';
import type { Platform } from '#server/platform.ts';
import { datedFor, endOfClass, readLive } from '../kinds/kinds.ts';
import type { Playback } from '../playback/playback.ts';
import { listClasses } from './calendar.queries.ts';
import { type CalendarEvent, writeCalendar } from '#contract/classroom/icalendar.ts';

/** Classes that are over for longer are left out. */
const KEPT_MS = 30 * DAY_MS;

const waitsForDay = ({ lockedBy: { kind } }: LectureLock): boolean =>
  kind === 'days' || kind === 'date' || kind === 'batch-not-begun';

/** Reasons for a person who has the course. */
const EXPLAINED: ReadonlySet<string> = new Set(['lecture_locked', 'quiz_not_passed', 'parts_overdue']);

export const CALENDAR_PATH = '/calendar';

export type Calendar = ReturnType<typeof createCalendar>;

/** The live classes of each person as a calendar, at an address of the person. */
export const createCalendar = (
  { database, settings, secretKey, clock, publicAddress }: Platform,
  { playback, policy }: { playback: Playback; policy: Pick<CoursePolicy, 'opened' | 'locksIn' | 'refusalInLink'> },
) => {
  const { db } = database;
  const purpose = 'calendar-address';
  const addresses = createPersonalAddresses({ db, secretKey, purpose, table: 'calendar_addresses' });

  const classesOf = async (person: PolicyActor): Promise<CalendarEvent[]> => {
    const [site, since] = [await publicAddress(), clock.now() - KEPT_MS];
    const dates = await batchDatesOf(db, person.id);
    const rows = (await listClasses(db))
      .map(({ content, ...row }) => ({ ...row, live: datedFor(readLive(JSON.parse(content)), dates.get(row.id)) }))
      .filter(({ live }) => endOfClass(live) >= since);
    const opened = await policy.opened(person, [...new Set(rows.map((row) => row.course_id))]);
    const locks = new Map<string, CourseLocks>();
    for (const courseId of opened) locks.set(courseId, await policy.locksIn(person, courseId));
    /** A class that waits for its day alone can be planned for. */
    const isOpenThen = (row: (typeof rows)[number]): boolean => {
      const lock = locks.get(row.course_id)?.(row.id);
      return !lock || (waitsForDay(lock) && (lock.opensAt ?? 0) < endOfClass(row.live));
    };
    const open = rows.filter((row) => opened.has(row.course_id) && isOpenThen(row));
    const thingIds = open.flatMap((row) => [row.id, row.course_id]);
    const texts = await textsForReader({ database, settings }, { id: person.id }, { thingIds, fields: ['title'] });
    return open.map(({ id, title, live, ...row }) => {
      const address = `${site}${pages.classroom.path}?course=${row.course_id}&lecture=${id}`;
      const isDeleted = row.deleted_at !== null;
      return {
        id,
        title: `${texts.of(id, 'title', title)} (${texts.of(row.course_id, 'title', row.course_title)})`,
        description: calendarMessages.join(address),
        address,
        startsAt: live.startsAt,
        endsAt: endOfClass(live),
        sequence: live.sequence + (isDeleted ? 1 : 0),
        isCancelled: isDeleted || live.isCancelled === true,
        changedAt: Math.max(row.updated_at, row.deleted_at ?? 0, dates.get(id)?.changedAt ?? 0),
      };
    });
  };

  /** Why a class has no entry; undefined for a user without a right to it. */
  const noEntry = async (person: PolicyActor, lectureId: string): Promise<Failure> => {
    const [known] = await listClasses(db, lectureId);
    const closed = known && (await policy.refusalInLink(person, 'watch', { lectureId }));
    return closed && EXPLAINED.has(closed.code) ? closed : fail('file_not_found');
  };

  const describe = async (person: PolicyActor) => {
    const now = clock.now();
    const coming = (await classesOf(person)).filter(({ isCancelled, endsAt }) => !isCancelled && endsAt > now);
    const token = await addresses.tokenOf(person.id);
    return { address: `${await publicAddress()}${CALENDAR_PATH}/${token}`, classes: coming.length };
  };

  return {
    describe,

    /** Another address, instead of the one before. */
    renew: async (person: PolicyActor) => {
      await addresses.renew(person.id, clock.now());
      return describe(person);
    },

    /** The feed of a person, or one class. Throws `file_not_found`, also for a class that is not theirs, and why one is locked. */
    feed: async (token: string, lectureId?: string): Promise<string> => {
      const userId = await addresses.userOf(token);
      const person = userId === undefined ? undefined : await playback.personOf(userId);
      if (!person) throw fail('file_not_found');
      const events = (await classesOf(person)).filter(({ id }) => lectureId === undefined || id === lectureId);
      if (lectureId !== undefined && events.length === 0) throw await noEntry(person, lectureId);
      const { brandName } = await settings.school();
      return writeCalendar(
        { name: calendarMessages.name(brandName), host: new URL(await publicAddress()).host },
        events,
      );
    },
  };
};
