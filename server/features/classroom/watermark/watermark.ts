import type { FoundWatermark, Watermark, WatermarkKind } from '#contract/classroom/watermark.ts';
import { readWatermarkCode, WATERMARK_LENGTH, WATERMARK_SIGNS } from '#contract/classroom/watermark-code.ts';
import { countAudit } from '#server/audit/audit.ts';
import { recordChange } from '#server/audit/context.ts';
import { cachedByTopic } from '#server/database/cached-by-topic.ts';
import { unlessReadOnly } from '#server/database/failures.ts';
import { CATALOG_TOPIC } from '#server/database/topics.ts';
import { fail } from '#server/errors.ts';
import type { Platform } from '#server/platform.ts';
import {
  findCode,
  findNameAndEmail,
  findOwner,
  findWatermark,
  insertCode,
  listWatched,
  listWatermarked,
  setWatermark,
} from './watermark.queries.ts';

/** Codes of one person and month that are tried before the request fails: each is taken with a chance of one in a hundred at most. */
const TRIES = 8;

const MASK = '•••';

/** `s•••@example.in`. */
const maskedEmail = (email: string): string => {
  const [first = ''] = email;
  return `${first}${MASK}${email.slice(email.lastIndexOf('@'))}`;
};

export type Watermarks = ReturnType<typeof createWatermarks>;

/**
 * What is drawn over the videos and PDFs of a course while a person watches, and whose code a copy shows. The code of a person
 * and month is derived from the secret of the school and stored when it is first drawn: it stays findable when the secret changes.
 */
export const createWatermarks = ({ database, settings, secretKey, clock }: Platform) => {
  const { db } = database;
  const watermarked = cachedByTopic(database, CATALOG_TOPIC, listWatermarked);

  const codeFrom = (userId: string, month: string, attempt: number): string => {
    const bytes = secretKey.derive(`watermark ${userId} ${month} ${attempt}`);
    let number = bytes.readUIntBE(0, 6);
    let code = '';
    for (let at = 0; at < WATERMARK_LENGTH; at += 1) {
      code += WATERMARK_SIGNS.charAt(number % WATERMARK_SIGNS.length);
      number = Math.floor(number / WATERMARK_SIGNS.length);
    }
    return code;
  };

  const codeOf = async (userId: string): Promise<string> => {
    const now = clock.now();
    const month = (await settings.calendar()).dayOf(now).slice(0, 7);
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const known = await findCode(db, { userId, month });
      if (known !== undefined) return known;
      const code = codeFrom(userId, month, attempt);
      // A school that is read-only still plays: the same code is stored later.
      const isStored = await database
        .transaction((tx) => insertCode(tx, { userId, month }, code, now))
        .catch((error: unknown) => {
          unlessReadOnly(error);
          return true;
        });
      if (isStored) return code;
    }
    throw new Error('No free code was found for a watermark');
  };

  const textOf = async (kind: WatermarkKind, userId: string): Promise<string> => {
    if (kind === 'code') return codeOf(userId);
    const { full_name: name, email } = await findNameAndEmail(db, userId);
    return kind === 'name' ? name : maskedEmail(email);
  };

  return {
    /** What is drawn for a person who watches a course. */
    shownTo: async (userId: string, courseId: string): Promise<Watermark | null> => {
      const kind = (await watermarked()).get(courseId);
      return kind === undefined ? null : { kind, text: await textOf(kind, userId) };
    },

    /** Throws `course_not_found`. */
    ofCourse: async (courseId: string): Promise<WatermarkKind | null> => {
      const found = await findWatermark(db, courseId);
      if (!found) throw fail('course_not_found');
      return found.watermark;
    },

    /** Throws `course_not_found`. */
    set: (courseId: string, watermark: WatermarkKind | null): Promise<void> =>
      database.transaction(async (tx) => {
        const before = await findWatermark(tx, courseId);
        if (!before || !(await setWatermark(tx, { courseId, watermark, now: clock.now() })))
          throw fail('course_not_found');
        recordChange({ before: { watermark: before.watermark }, after: { watermark } });
        await database.topics.raise(tx, CATALOG_TOPIC);
      }),

    /** One entry in the history of the person for each course and day, however often it is reported. */
    tampered: async (userId: string, courseId: string): Promise<void> => {
      const course = await findWatermark(db, courseId);
      if (!course || course.watermark === null) return;
      const at = clock.now();
      await countAudit(db, {
        id: `watermark-${(await settings.calendar()).dayOf(at)}-${userId}-${courseId}`,
        at,
        source: { kind: 'user', id: userId },
        userId,
        courseId,
        kind: 'watermark_tampered',
        detail: { course: course.title },
      });
    },

    /** Whose code it is, of whatever month. */
    find: async (typed: string): Promise<FoundWatermark | null> => {
      const code = readWatermarkCode(typed);
      const owner = code === undefined ? undefined : await findOwner(db, code);
      if (code === undefined || !owner) return null;
      const { id: userId, full_name: fullName, email, month } = owner;
      const calendar = await settings.calendar();
      const from = calendar.startOf(`${month}-01`);
      const until = calendar.add(from, 1, 'month') - 1;
      const courses = await listWatched(db, { userId, from, until });
      return { code, month, person: { _id: userId, fullName, email }, courses };
    },

    /** As a search of people finds them; undefined for what is no code of a person. */
    peopleOf: async (typed: string): Promise<string[] | undefined> => {
      const code = readWatermarkCode(typed);
      const owner = code === undefined ? undefined : await findOwner(db, code);
      return owner && [owner.id];
    },
  };
};
