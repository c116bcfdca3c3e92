import { z } from 'zod';
import { Id, Instant, oneLine } from '../fields.ts';
import { batchMessages as words } from './batch-messages.ts';

const PLACES_MAX = 100_000;
const DAYS_MAX = 3 * 366;

const BatchState = z.enum(['coming', 'running', 'ended']);

/** On which weekdays (1 is Monday) classes are, and from when to when where the school is: `18:30` to `19:30`. */
const Pattern = z.object({ weekdays: z.array(z.int().min(1).max(7)), from: z.string(), to: z.string() });

/** A batch of a course as learners see it. Days are those of the school's calendar; the last one is one of the batch. */
export const Batch = z.object({
  _id: z.string(),
  name: z.string(),
  startsOn: z.iso.date(),
  endsOn: z.iso.date(),
  /** Null without a timetable. */
  pattern: Pattern.nullable(),
  state: BatchState,
});
export type Batch = z.output<typeof Batch>;

/** A batch that can be chosen, or is full. */
export const BatchChoice = Batch.extend({
  /** The last day on which it can be joined. */
  joinUntil: z.iso.date(),
  /** The plan whose buyers it is for; null for everybody who has the course. */
  planId: z.string().nullable(),
  /** Both null without a limit, and where the school does not show them. */
  places: z.int().nullable(),
  placesLeft: z.int().nullable(),
  isFull: z.boolean(),
  /** Classes that were already held: of them a late member sees what there is. */
  heldClasses: z.int(),
  /** Whether you get a notice when a place opens. */
  isWaiting: z.boolean(),
  /** What members have of the lectures after its end. */
  afterEnd: z.enum(['open', 'closed']),
});
export type BatchChoice = z.output<typeof BatchChoice>;

/** A course with a batch that can be joined. */
export const CourseWithBatches = z.object({ _id: z.string(), title: z.string() });
export type CourseWithBatches = z.output<typeof CourseWithBatches>;

/** Of an active code. */
export const BatchCode = z.object({
  code: z.string(),
  /** The page of it. */
  link: z.url(),
  /** How many people it takes in; null for no limit. */
  limit: z.int().nullable(),
  used: z.int(),
  /** Its last day; null while the batch can be joined. */
  endsOn: z.iso.date().nullable(),
  /** It opens the course too, until the end of this day; null where it takes in only who has the course. */
  opensUntil: z.iso.date().nullable(),
});
export type BatchCode = z.output<typeof BatchCode>;

/** A batch as teachers and assistants of its course see it. */
export const ManagedBatch = Batch.extend({
  joinUntil: z.iso.date(),
  planId: z.string().nullable(),
  places: z.int().nullable(),
  /** Present members, and places that are held for who is buying now. */
  members: z.int(),
  held: z.int(),
  /** How many asked to be told when a place opens. */
  waiting: z.int(),
  /** What members have of the lectures after its end. */
  afterEnd: z.enum(['open', 'closed']),
  showsPlaces: z.boolean(),
  /** The next class; null without one. */
  nextClassAt: Instant.nullable(),
  /** Null without one. An assistant does not see it. */
  code: BatchCode.nullable(),
});
export type ManagedBatch = z.output<typeof ManagedBatch>;

const day = z.iso.date({ error: words.dayMissing });

const isOrdered = ({ startsOn, endsOn }: { startsOn: string; endsOn: string }): boolean => startsOn <= endsOn;

export const BatchBody = z
  .object({
    name: oneLine(100, words.nameMissing),
    startsOn: day,
    endsOn: day,
    /** Null for no limit. */
    places: z.int({ error: words.placesMissing }).min(1, words.placesMissing).max(PLACES_MAX).nullable().default(null),
    /** The last day on which it can be joined: the first day of the batch, unless it says another one. */
    joinUntil: day.nullable().default(null),
    /** Only for buyers of this plan. */
    planId: Id.nullable().default(null),
    /** After its end, members keep the lectures while they have the course, or have them no more. */
    afterEnd: z.enum(['open', 'closed']).default('open'),
    /** Whether the course's page says how many places are left. */
    showsPlaces: z.boolean().default(true),
  })
  .refine(isOrdered, { path: ['endsOn'], error: words.endBeforeStart })
  .refine(({ startsOn, endsOn }) => Date.parse(endsOn) - Date.parse(startsOn) <= DAYS_MAX * 86_400_000, {
    path: ['endsOn'],
    error: words.tooLong,
  })
  .refine(({ joinUntil, endsOn }) => joinUntil === null || joinUntil <= endsOn, {
    path: ['joinUntil'],
    error: words.joinAfterEnd,
  });
export type BatchBody = z.output<typeof BatchBody>;

export const CodeBody = z.object({
  /** Without it, links of before take nobody in. */
  isOn: z.boolean(),
  limit: z.int({ error: words.placesMissing }).min(1, words.placesMissing).max(PLACES_MAX).nullable().default(null),
  endsOn: day.nullable().default(null),
  opensUntil: day.nullable().default(null),
  /** Another code, in place of the one before. */
  isNew: z.boolean().default(false),
});

/** The weekly pattern of the live classes of a batch. */
export const Timetable = z.object({
  /** 1 is Monday. */
  weekdays: z.array(z.int().min(1).max(7)).min(1, words.weekdayMissing).max(7),
  /** Where the school is. */
  time: z.string({ error: words.timeMissing }).regex(/^([01]\d|2[0-3]):[0-5]\d$/, words.timeMissing),
  minutes: z.int({ error: words.minutesMissing }).min(1, words.minutesMissing).max(1440, words.minutesMissing),
  /** Days without a class. */
  holidays: z.array(day).max(400).default([]),
});
export type Timetable = z.output<typeof Timetable>;

export const TimetableBody = Timetable.extend({
  /** Computes what it would do, and writes nothing. */
  isDryRun: z.boolean().default(false),
});

/** A live class of the course, and when a batch has it. */
export const BatchClass = z.object({
  lectureId: z.string(),
  title: z.string(),
  /** Null while the batch has no date for it: members see the lecture's own. */
  startsAt: Instant.nullable(),
  durationMinutes: z.int(),
  /** Moved manually: the timetable does not change it. */
  isMoved: z.boolean(),
  /** It does not take place in this batch. */
  isCancelled: z.boolean(),
});
export type BatchClass = z.output<typeof BatchClass>;

/** purchase: with a payment; code: with a link; joined: who had the course; admin: a person of the school did it; moved: from another batch. */
export const MemberSource = z.enum(['purchase', 'code', 'joined', 'admin', 'moved']);

/** Why a place cannot be had. */
export const joinErrors = [
  'batch_not_found',
  'batch_full',
  'batch_closed',
  'batch_of_plan',
  'already_in_batch',
] as const;
