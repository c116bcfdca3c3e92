import { DAY_MS, WEEK_MS } from '#server/clock.ts';
import { REWIND_BUCKET_MS } from '#contract/classroom/question-length.ts';
import { REWOUND_LECTURES_MAX, REWOUND_PARTS_MAX, type RewoundLecture } from '#contract/classroom/rewinds.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import type { Platform } from '#server/platform.ts';
import {
  countAskers,
  countPeopleIn,
  countRewinds,
  insertRewinds,
  listBuckets,
  listRewoundLectures,
} from './rewinds.queries.ts';

/** The first Monday of the epoch. */
const FIRST_MONDAY_MS = 4 * DAY_MS;
/** Of one person in one lecture and week. */
const REWINDS_MAX = 200;

/** Weeks begin on Mondays, in UTC. */
export const weekOf = (ms: number): number => Math.floor((ms - FIRST_MONDAY_MS) / WEEK_MS);
const beginOf = (week: number): number => FIRST_MONDAY_MS + week * WEEK_MS;

interface Bucket {
  bucket: number;
  people: number;
}

/** The parts around the buckets with the most people: neighbours with at least half as many belong to them. */
export const partsOf = (buckets: readonly Bucket[]): { from: number; to: number }[] => {
  const people = new Map(buckets.map(({ bucket, people: count }) => [bucket, count]));
  const parts: { from: number; to: number }[] = [];
  for (const peak of buckets.toSorted((a, b) => b.people - a.people)) {
    if (parts.length === REWOUND_PARTS_MAX) break;
    if (!people.has(peak.bucket)) continue;
    const belongs = (bucket: number): boolean => (people.get(bucket) ?? 0) >= peak.people / 2;
    let [from, to] = [peak.bucket, peak.bucket];
    while (belongs(from - 1)) from -= 1;
    while (belongs(to + 1)) to += 1;
    for (let bucket = from; bucket <= to; bucket += 1) people.delete(bucket);
    parts.push({ from, to });
  }
  return parts;
};

/** Where people go back in lectures: facts of their own, because watched ranges merge. */
export const createRewinds = (
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  policy: Pick<CoursePolicy, 'staffOf'>,
) => {
  const { db } = database;

  const partIn = async (lectureId: string, week: number, { from, to }: { from: number; to: number }) => {
    const [fromMs, toMs] = [from * REWIND_BUCKET_MS, (to + 1) * REWIND_BUCKET_MS];
    const time = { sinceMs: beginOf(week), untilMs: beginOf(week + 1) };
    return {
      fromMs,
      toMs,
      people: await countPeopleIn(db, { lectureId, week, from, to }),
      asked: await countAskers(db, lectureId, { fromMs, toMs, ...time }),
    };
  };

  return {
    /** Each part of a lecture counts once for a person and a week. */
    record: async (
      userId: string,
      { id: lectureId, duration_ms: durationMs }: { id: string; duration_ms: number | null },
      positionsMs: readonly number[],
    ): Promise<void> => {
      const inVideo = positionsMs.filter((ms) => durationMs === null || ms < durationMs);
      const buckets = [...new Set(inVideo.map((ms) => Math.floor(ms / REWIND_BUCKET_MS)))];
      if (buckets.length === 0) return;
      const key = { lecture_id: lectureId, week: weekOf(clock.now()), user_id: userId };
      await database.transaction(async (tx) => {
        if ((await countRewinds(tx, key)) >= REWINDS_MAX) return;
        await insertRewinds(
          tx,
          buckets.map((bucket) => ({ ...key, bucket })),
        );
      });
    },

    /** In the lectures of the courses that the user works on; of every course for admins. */
    ofWeek: async (
      actor: Actor,
      { week: which, courseId }: { week: 'this' | 'last'; courseId?: string | undefined },
    ): Promise<RewoundLecture[]> => {
      const week = weekOf(clock.now()) - (which === 'last' ? 1 : 0);
      const own = await policy.staffOf(actor);
      const courseIds = courseId === undefined ? own : [courseId].filter((id) => own?.includes(id) ?? true);
      const lectures: RewoundLecture[] = [];
      for (const row of await listRewoundLectures(db, { week, courseIds, limit: REWOUND_LECTURES_MAX })) {
        const buckets = await listBuckets(db, row.id, week);
        const parts: RewoundLecture['parts'] = [];
        for (const part of partsOf(buckets)) parts.push(await partIn(row.id, week, part));
        lectures.push({
          course: { _id: row.course_id, title: row.course_title },
          lecture: { _id: row.id, title: row.title, durationMs: row.duration_ms },
          people: row.people,
          parts,
          buckets: buckets.map(({ bucket, people }) => ({ fromMs: bucket * REWIND_BUCKET_MS, people })),
        });
      }
      return lectures;
    },
  };
};
