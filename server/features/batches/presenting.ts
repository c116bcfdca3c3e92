import type { z } from 'zod';
import { batchState } from '#contract/batches/batch-days.ts';
import type { Batch, BatchChoice, BatchCode, ManagedBatch } from '#contract/batches/batch-fields.ts';
import { pages } from '#contract/pages.ts';
import { MINUTE_MS, toInstant } from '#server/clock.ts';
import type { Taken } from '#server/database/batch-places.ts';
import type { BatchRow } from '#server/database/tables/batches.ts';
import { timetableOf } from './batches.queries.ts';

const endTime = (time: string, minutes: number): string =>
  new Date(Date.parse(`2000-01-01T${time}Z`) + minutes * MINUTE_MS).toISOString().slice(11, 16);

const patternOf = (row: Pick<BatchRow, 'timetable'>): Batch['pattern'] => {
  const timetable = timetableOf(row);
  if (!timetable) return null;
  const { weekdays, time, minutes } = timetable;
  return { weekdays, from: time, to: endTime(time, minutes) };
};

export type Shown = Pick<BatchRow, 'id' | 'name' | 'starts_on' | 'ends_on' | 'timetable'>;

export const presentBatch = (row: Shown, today: string): Batch => {
  const days = { startsOn: row.starts_on, endsOn: row.ends_on };
  return { _id: row.id, name: row.name, ...days, pattern: patternOf(row), state: batchState(days, today) };
};

const isFull = ({ places }: BatchRow, { members, held }: Taken): boolean => places !== null && members + held >= places;

export const presentChoice = (
  row: BatchRow,
  { today, taken, heldClasses, isWaiting }: { today: string; taken: Taken; heldClasses: number; isWaiting: boolean },
): BatchChoice => {
  const places = row.shows_places === 1 ? row.places : null;
  return {
    ...presentBatch(row, today),
    joinUntil: row.join_until,
    planId: row.plan_id,
    places,
    placesLeft: places === null ? null : Math.max(0, places - taken.members - taken.held),
    isFull: isFull(row, taken),
    heldClasses,
    isWaiting,
    afterEnd: row.after_end,
  };
};

export const presentCode = (row: BatchRow, { used, site }: { used: number; site: string }): BatchCode | null =>
  row.code === null
    ? null
    : {
        code: row.code,
        link: `${site}${pages.joinBatch.path.replace(':token', row.code)}`,
        limit: row.code_limit,
        used,
        endsOn: row.code_ends_on,
        opensUntil: row.code_opens_until,
      };

export const presentManaged = (
  row: BatchRow,
  facts: { today: string; taken: Taken; waiting: number; nextAt: number | undefined; code: BatchCode | null },
): z.input<typeof ManagedBatch> => ({
  ...presentBatch(row, facts.today),
  joinUntil: row.join_until,
  planId: row.plan_id,
  places: row.places,
  ...facts.taken,
  waiting: facts.waiting,
  afterEnd: row.after_end,
  showsPlaces: row.shows_places === 1,
  nextClassAt: facts.nextAt === undefined ? null : toInstant(facts.nextAt),
  code: facts.code,
});

/** Why nobody can join with a code now; undefined while somebody can. */
export const problemOfCode = (
  row: BatchRow,
  { today, used, taken }: { today: string; used: number; taken: Taken },
): 'over' | 'used_up' | 'full' | 'closed' | undefined => {
  if (today > row.join_until) return 'closed';
  if (row.code_ends_on !== null && today > row.code_ends_on) return 'over';
  if (row.code_limit !== null && used >= row.code_limit) return 'used_up';
  return isFull(row, taken) ? 'full' : undefined;
};
