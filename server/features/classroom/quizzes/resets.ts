import { type QuizReset, type ResetEffect, SHOWN_NAMES_MAX } from '#contract/classroom/quiz-resets.ts';
import { toInstant } from '#server/clock.ts';
import { CATALOG_TOPIC } from '#server/database/topics.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import type { NoticePort } from '#server/notice-port.ts';
import type { Platform } from '#server/platform.ts';
import { createFinishing, type NotePassed } from './submission.ts';
import { inParts } from './in-parts.ts';
import type { QuizPlace, QuizPlaces } from './places.ts';
import { findQuizNames, lockQuiz } from './quizzes.queries.ts';
import { listPassed } from './regrades.queries.ts';
import { insertReset, listResets, listStanding, markReset, type WhoseAttempts } from './resets.queries.ts';
import type { Versions } from './versions.ts';

export interface ResetsNeeds {
  places: Pick<QuizPlaces, 'find'>;
  versions: Versions;
  notePassed: NotePassed;
  /** The opposite: the quiz is no longer done. */
  noteNotPassed: NotePassed;
  notify: NoticePort['notify'];
}

export interface AskedReset {
  /** Null for everyone. */
  userId: string | null;
  reason: string;
}

export const presentResets = async (db: Db, lectureId: string, id?: string): Promise<QuizReset[]> =>
  (await listResets(db, lectureId, id)).map((row) => ({
    _id: row.id,
    at: toInstant(row.created_at),
    byName: row.by_name,
    fullName: row.full_name,
    reason: row.reason,
    people: row.people,
    attempts: row.attempts,
  }));

/** Resets of attempts: they stay readable, and count for nothing. What was issued stays. */
export const createResets = (
  { database, clock }: Pick<Platform, 'database' | 'clock'>,
  { places, versions, notePassed, noteNotPassed, notify }: ResetsNeeds,
) => {
  const { db } = database;
  // Open attempts are submitted with their saved answers, and pass nothing.
  const finish = createFinishing({ database, clock, versions, notePassed });

  /** Makes the quiz not done for these people, except those who passed again at this moment. */
  const losePass = async (tx: Tx, lectureId: string, userIds: readonly string[]): Promise<void> => {
    for (const part of inParts(userIds)) await noteNotPassed(tx, lectureId, part);
    // Read while their progress is locked.
    const passed = new Set((await listPassed(tx, lectureId)).map(({ user_id: userId }) => userId));
    const again = userIds.filter((userId) => passed.has(userId));
    for (const part of inParts(again)) await notePassed(tx, lectureId, part);
  };

  const tell = async (
    tx: Tx,
    { lectureId, resetId, reason }: { lectureId: string; resetId: string; reason: string },
    userIds: readonly string[],
  ): Promise<void> => {
    const names = await findQuizNames(tx, lectureId);
    if (!names) return;
    const lecture = {
      courseId: names.course_id,
      courseTitle: names.course_title,
      lectureId,
      lectureTitle: names.title,
    };
    for (const part of inParts(userIds))
      await notify(
        tx,
        part.map((userId) => ({
          userId,
          dedupeKey: `attempts_reset:${resetId}:${userId}`,
          content: { kind: 'attempts_reset', ...lecture, reason },
        })),
      );
  };

  const resetIn = async (tx: Tx, { lectureId, userId }: WhoseAttempts, reason: string, byId: string) => {
    const id = newId();
    const attempts = await markReset(tx, { lectureId, userId }, id);
    if (attempts.length === 0) throw fail('attempt_not_found');
    for (const attempt of attempts) if (attempt.state === 'open') await finish(tx, attempt);
    const idsOf = (rows: typeof attempts) => [...new Set(rows.map((row) => row.user_id))].toSorted();
    const people = idsOf(attempts);
    await insertReset(tx, {
      id,
      lecture_id: lectureId,
      user_id: userId,
      reason,
      people: people.length,
      attempts: attempts.length,
      created_by: byId,
      created_at: clock.now(),
    });
    await losePass(tx, lectureId, idsOf(attempts.filter((attempt) => attempt.has_passed === 1)));
    await tell(tx, { lectureId, resetId: id, reason }, people);
    await database.topics.raise(tx, CATALOG_TOPIC);
    return id;
  };

  return {
    preview: async (place: QuizPlace, userId: string | null): Promise<ResetEffect> => {
      await places.find(place);
      const rows = await listStanding(db, { lectureId: place.lectureId, userId });
      const peopleOf = (some: typeof rows) => new Map(some.map((row) => [row.user_id, row.full_name]));
      const passed = peopleOf(rows.filter((row) => row.has_passed === 1));
      return {
        people: peopleOf(rows).size,
        attempts: rows.length,
        open: rows.filter(({ state }) => state === 'open').length,
        passed: passed.size,
        names: [...passed.values()].slice(0, SHOWN_NAMES_MAX),
      };
    },

    /** Throws `attempt_not_found` when there is nothing to reset. */
    reset: async (place: QuizPlace, { userId, reason }: AskedReset, byId: string): Promise<QuizReset> => {
      const { settings } = await places.find(place);
      const { lectureId } = place;
      const id = await database.transaction(async (tx) => {
        await lockQuiz(tx, lectureId, JSON.stringify(settings), clock.now());
        return resetIn(tx, { lectureId, userId }, reason, byId);
      });
      const [reset] = await presentResets(db, lectureId, id);
      if (!reset) throw fail('attempt_not_found');
      return reset;
    },
  };
};
