import type { LockedBy } from '../access/locked-by.ts';
import { dateFormat, formatCalendarDay } from '../format.ts';

export const batchMessages = {
  nameMissing: 'Enter a name',
  dayMissing: 'Choose a day',
  endBeforeStart: 'The last day cannot be before the first',
  joinAfterEnd: 'Joining cannot end after the batch',
  tooLong: 'A batch lasts three years at most',
  placesMissing: 'Enter how many places there are, or leave it empty for no limit',
  placesTaken: (taken: number) => `${taken} places are taken. Enter as many or more.`,
  keepsOpen: 'Members were told that they keep the lectures. Only a batch without members can close.',
  planElsewhere: 'Choose a plan that opens this course',
  weekdayMissing: 'Choose at least one weekday',
  timeMissing: 'Enter a time',
  minutesMissing: 'Enter how many minutes a class lasts',
  notWithGift: 'A gift is for no batch. Who gets it chooses one.',
  reasonTooLong: 'Enter up to 200 characters',
  saved: 'Saved',
  removed: 'Batch deleted',
  added: 'Added to the batch',
  memberRemoved: 'Removed from the batch',
  joined: 'You joined the batch',
  moved: 'Moved to the other batch',
  waits: 'We tell you if a place opens',
  waitsNoMore: 'We won’t tell you any more',
  /** Why a code takes nobody in now. */
  codes: {
    over: 'This link has ended',
    removed: 'The school removed you from this batch. Ask it to add you again.',
    usedUp: 'This link has been used as often as it may be',
  },
} as const;

type OfBatch = Extract<LockedBy, { batchName: string }>;

const daysOf = (day: string, format: Intl.DateTimeFormatOptions): string =>
  dateFormat('en-GB', { ...format, timeZone: 'UTC' }).format(new Date(`${day}T12:00:00Z`));

/** "Monday, 7 December". */
const weekdayOf = (day: string): string =>
  `${daysOf(day, { weekday: 'long' })}, ${daysOf(day, { day: 'numeric', month: 'long' })}`;

/** Why a lecture is locked by the batch of its learner: "Your batch begins on Monday, 7 December". */
export const lockedByBatch = ({ kind, on }: OfBatch): string =>
  kind === 'batch-not-begun' ? `Your batch begins on ${weekdayOf(on)}` : `Your batch ended on ${formatCalendarDay(on)}`;
