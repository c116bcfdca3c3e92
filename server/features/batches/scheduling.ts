import type { z } from 'zod';
import type { BatchClass, Timetable } from '#contract/batches/batch-fields.ts';
import { MINUTE_MS, toInstantOrNull } from '#server/clock.ts';
import { findBatch } from '#server/database/batch-places.ts';
import type { Tx } from '#server/database/database.ts';
import type { BatchRow } from '#server/database/tables/batches.ts';
import { fail } from '#server/errors.ts';
import type { Notify } from '#server/notice-port.ts';
import type { Platform } from '#server/platform.ts';
import { listClasses, putClass, removeClass, timetableOf, updateBatch } from './batches.queries.ts';
import { type Listed, ownDateOf, tellChanges } from './class-changes.ts';
import type { Place } from './joining.ts';
import { type DatedClass, daysOf, shift, spread } from './timetable.ts';

type Classes = { classes: z.input<typeof BatchClass>[]; withoutDay: number; daysLeft: number };

/** Changes a batch under its lock, after which everything that depends on its days is read again. */
export type ChangeBatch = <T>(place: Place, work: (tx: Tx, row: BatchRow) => Promise<T>) => Promise<T>;

const USUAL_MINUTES = 60;

const datedOf = (rows: Listed): DatedClass[] =>
  rows.map(({ id, starts_at: startsAt, minutes, duration_ms: durationMs, ...row }) => ({
    lectureId: id,
    startsAt,
    minutes: minutes ?? Math.round((durationMs ?? USUAL_MINUTES * MINUTE_MS) / MINUTE_MS),
    isMoved: row.is_moved === 1,
    isCancelled: row.is_cancelled === 1,
  }));

const presentClasses = (rows: Listed, classes: readonly DatedClass[]): z.input<typeof BatchClass>[] =>
  classes.map(({ lectureId, startsAt, minutes, isMoved, isCancelled }) => ({
    lectureId,
    title: rows.find(({ id }) => id === lectureId)?.title ?? '',
    startsAt: toInstantOrNull(startsAt),
    durationMinutes: minutes,
    isMoved,
    isCancelled,
  }));

/** When a batch has the live classes of its course. Members get one notice of each change. */
export const createScheduling = (
  { database: { db }, clock, settings }: Pick<Platform, 'database' | 'clock' | 'settings'>,
  { notify, change }: { notify: Notify; change: ChangeBatch },
) => {
  /** Writes what differs, and tells it. */
  const writeClasses = async (tx: Tx, batch: BatchRow, rows: Listed, after: DatedClass[]): Promise<void> => {
    const before = datedOf(rows);
    for (const [index, { lectureId, startsAt, minutes, isMoved, isCancelled }] of after.entries()) {
      const was = before[index];
      const isSame =
        was?.startsAt === startsAt &&
        was.isMoved === isMoved &&
        was.isCancelled === isCancelled &&
        was.minutes === minutes;
      if (isSame) continue;
      if (startsAt === null) await removeClass(tx, { batchId: batch.id, lectureId });
      else
        await putClass(tx, {
          batch_id: batch.id,
          lecture_id: lectureId,
          starts_at: startsAt,
          minutes,
          is_moved: isMoved ? 1 : 0,
          is_cancelled: isCancelled ? 1 : 0,
          updated_at: clock.now(),
        });
    }
    await tellChanges(
      tx,
      { batch, rows, before, after },
      { notify, mode: await settings.purchaseMode(tx), now: clock.now() },
    );
  };

  const asTimetable = (rows: Listed, classes: DatedClass[], row: BatchRow): Classes => {
    const timetable = timetableOf(row);
    const withoutDay = classes.filter(({ startsAt }) => startsAt === null).length;
    const days = timetable === null ? 0 : daysOf(timetable, { startsOn: row.starts_on, endsOn: row.ends_on }).length;
    return {
      classes: presentClasses(rows, classes),
      withoutDay,
      daysLeft: Math.max(0, days - (classes.length - withoutDay)),
    };
  };

  /** Changes the classes of a batch, of which this is one. Throws `lecture_not_found`. */
  const changeClass = (
    { lectureId, ...place }: Place & { lectureId: string },
    afterOf: (tx: Tx, classes: DatedClass[], rows: Listed) => Promise<DatedClass[]> | DatedClass[],
  ): Promise<Classes> =>
    change(place, async (tx, row) => {
      const rows = await listClasses(tx, row);
      if (!rows.some(({ id }) => id === lectureId)) throw fail('lecture_not_found');
      const after = await afterOf(tx, datedOf(rows), rows);
      await writeClasses(tx, row, rows, after);
      return asTimetable(rows, after, row);
    });

  return {
    timetable: async ({ courseId, batchId }: Place): Promise<Classes & { timetable: Timetable | null }> => {
      const row = await findBatch(db, batchId);
      if (row?.course_id !== courseId) throw fail('batch_not_found');
      const rows = await listClasses(db, row);
      return { timetable: timetableOf(row), ...asTimetable(rows, datedOf(rows), row) };
    },

    setTimetable: (place: Place, body: Timetable & { isDryRun: boolean }): Promise<Classes> =>
      change(place, async (tx, row) => {
        const { isDryRun, ...timetable } = body;
        const rows = await listClasses(tx, row);
        const calendar = await settings.calendar(tx);
        const days = { startsOn: row.starts_on, endsOn: row.ends_on };
        const { classes, ...counts } = spread(datedOf(rows), timetable, { ...days, calendar, now: clock.now() });
        if (!isDryRun) {
          await writeClasses(tx, row, rows, classes);
          await updateBatch(tx, row.id, { timetable: JSON.stringify(timetable) });
        }
        return { classes: presentClasses(rows, classes), ...counts };
      }),

    /** Throws `lecture_not_found`. */
    moveClass: (
      place: Place & { lectureId: string },
      { startsAt, scope }: { startsAt: string; scope: 'this' | 'following' | 'all' },
    ): Promise<Classes> =>
      changeClass(place, async (tx, classes) => {
        const at = { calendar: await settings.calendar(tx), now: clock.now() };
        return shift(classes, { lectureId: place.lectureId, startsAt: Date.parse(startsAt), scope }, at);
      }),

    /** It keeps the date that its members know. Throws `lecture_not_found`. */
    cancelClass: (place: Place & { lectureId: string }, isCancelled: boolean): Promise<Classes> =>
      changeClass(place, (_, classes, rows) =>
        classes.map((one, index) =>
          one.lectureId === place.lectureId
            ? { ...one, startsAt: one.startsAt ?? ownDateOf(rows[index]), isCancelled }
            : one,
        ),
      ),
  };
};
