import { z } from 'zod';
import { LATE_MS, type AttemptQuestion, type QuizAttempt, type SavedAnswer } from '#contract/classroom/quiz-fields.ts';
import { type QuizSettings } from '#contract/classroom/quiz-settings.ts';
import type { SubmittedAnswer, QuizAnswer } from '#contract/classroom/quiz-questions.ts';
import { MINUTE_MS, toInstant } from '#server/clock.ts';
import type { Tx } from '#server/database/database.ts';
import type { QuizAttemptRow } from '#server/database/tables/quizzes.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import { newId } from '#server/ids.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/platform.ts';
import { itemsOf, newAttempt } from './new-attempt.ts';
import {
  findAttempt,
  insertAttempt,
  insertItems,
  listAttempts,
  listExpired,
  listItems,
  lockAttempt,
  lockItem,
  saveAnswer,
  saveLateAnswer,
} from './attempts.queries.ts';
import {
  availabilityOf,
  deadlineOf,
  isExpired,
  isOneWay,
  nextAt,
  reachedIn,
  shownItems,
  usedUp,
} from './attempt-rules.ts';
import { createFinishing, type NotePassed } from './submission.ts';
import { grade } from './grading.ts';
import { createPresent, readAnswer } from './present.ts';
import type { QuizPlace, QuizPlaces } from './places.ts';
import { keepQuiz, listQuestions } from './quizzes.queries.ts';
import { readSettings, type Versions } from './versions.ts';

const EXPIRED_TOGETHER = 200;

/** A closed laptop submits what was saved. Every read of an attempt does the same. */
const submitExpiredJob = defineJob({
  name: 'classroom.submit-expired-attempts',
  lane: 'upkeep',
  payload: z.object({}),
  everyMs: MINUTE_MS,
});

export interface AttemptsNeeds {
  versions: Versions;
  places: QuizPlaces;
  notePassed: NotePassed;
}

export interface AttemptPlace extends QuizPlace {
  attemptId: string;
}

/** An answer, which may be a file. */
type StoredAnswer = Omit<SavedAnswer, 'answer'> & { answer: SubmittedAnswer & Partial<Pick<QuizAnswer, 'file'>> };

/** Throws `quiz_not_open`, `quiz_closed` and `attempt_too_early`. */
const assertBeginsNow = (before: readonly QuizAttemptRow[], settings: QuizSettings, now: number): void => {
  const availability = availabilityOf(settings, now);
  if (availability === 'not_yet') throw fail('quiz_not_open');
  if (availability === 'closed') throw fail('quiz_closed');
  if (nextAt(before, settings, now) !== null) throw fail('attempt_too_early');
};

/** Attempts of learners at quizzes: started, saved, checked, submitted. */
export const createAttempts = (platform: Platform, { versions, places, notePassed }: AttemptsNeeds) => {
  const { database, clock, jobs } = platform;
  const { db } = database;
  const present = createPresent(platform, versions);
  const finish = createFinishing({ database, clock, versions, notePassed });

  /** Submits it if its time is over; the row as it is then. */
  const settle = async (attempt: QuizAttemptRow): Promise<QuizAttemptRow> =>
    isExpired(attempt, clock.now()) ? database.transaction((tx) => settleIn(tx, attempt.id)) : attempt;

  const settleIn = async (tx: Tx, attemptId: string): Promise<QuizAttemptRow> => {
    const attempt = await lockAttempt(tx, attemptId, clock.now());
    if (!attempt) throw fail('attempt_not_found');
    return isExpired(attempt, clock.now()) ? finish(tx, attempt) : attempt;
  };

  const ownAttempts = async (lectureId: string, userId: string): Promise<QuizAttemptRow[]> => {
    const settled: QuizAttemptRow[] = [];
    for (const attempt of await listAttempts(db, { lectureId, userId })) settled.push(await settle(attempt));
    return settled;
  };

  /** Throws `attempt_not_found`, also for those of other people. */
  const find = async (actor: Actor, place: AttemptPlace) => {
    const { settings } = await places.forLearner(actor, place);
    const attempt = await findAttempt(db, place.attemptId);
    if (attempt?.user_id !== actor.id || attempt.lecture_id !== place.lectureId) throw fail('attempt_not_found');
    return { attempt, settings };
  };

  /** `settings` as they are now: whether there is a further attempt, and whether the quiz has closed, depends on them. */
  const presented = async (
    { language }: Actor,
    attempt: QuizAttemptRow,
    settings: QuizSettings,
  ): Promise<QuizAttempt> => {
    const all = await listAttempts(db, { lectureId: attempt.lecture_id, userId: attempt.user_id });
    const now = clock.now();
    const reached = reachedIn(all, { settings, isPreview: attempt.is_preview === 1, now });
    return present({ attempt, items: await listItems(db, attempt.id), now, reached, language });
  };

  const begin = async (
    actor: Actor,
    place: QuizPlace,
    { settings, before }: { settings: QuizSettings; before: readonly QuizAttemptRow[] },
  ): Promise<QuizAttemptRow> => {
    const isPreview = await places.isPreview(actor, place);
    const now = clock.now();
    if (usedUp(before, settings, isPreview)) throw fail('no_attempts_left');
    if (!isPreview) assertBeginsNow(before, settings, now);
    const id = newId();
    return database.transaction(async (tx) => {
      await keepQuiz(tx, place.lectureId, database.supportsSkipLocked);
      const items = itemsOf(id, await listQuestions(tx, place.lectureId), settings);
      if (items.length === 0) throw fail('quiz_not_found');
      const attempt: QuizAttemptRow = {
        ...newAttempt({ id, lectureId: place.lectureId, userId: actor.id, isPreview, settings, items, now }),
        number: (before.at(-1)?.number ?? 0) + 1,
        deadline_at: deadlineOf(settings, { startedAt: now, isPreview }),
      };
      if (await insertAttempt(tx, attempt)) {
        await insertItems(tx, items);
        return attempt;
      }
      // Another tab has begun one at this moment.
      const open = (await listAttempts(tx, { lectureId: place.lectureId, userId: actor.id })).findLast(
        ({ state }) => state === 'open',
      );
      if (!open) throw fail('busy');
      return open;
    });
  };

  /** The question that an attempt shows which cannot go back; undefined for one that can. */
  const onlyIn = async (tx: Tx, attempt: QuizAttemptRow): Promise<number | undefined> => {
    const settings = readSettings(attempt.settings);
    if (attempt.state !== 'open' || !isOneWay(settings)) return undefined;
    return shownItems(attempt, await listItems(tx, attempt.id), settings).at(-1)?.position;
  };

  /** Returns whether it came too late to count. Throws `attempt_over` once the learner has submitted it, and `question_locked`. */
  const saveIn = async (tx: Tx, attempt: QuizAttemptRow, { position, answer, seq }: StoredAnswer): Promise<boolean> => {
    const text = JSON.stringify(answer);
    const only = await onlyIn(tx, attempt);
    if (only !== undefined && only !== position) throw fail('question_locked');
    if (attempt.state === 'open') {
      await saveAnswer(tx, { attemptId: attempt.id, position, answer: text, seq });
      return false;
    }
    if (attempt.has_expired === 0) throw fail('attempt_over');
    await saveLateAnswer(tx, attempt.id, position, text);
    return true;
  };

  const checkIn = async (tx: Tx, attempt: QuizAttemptRow, position: number): Promise<void> => {
    const item = (await listItems(tx, attempt.id)).find((one) => one.position === position);
    if (!item) throw fail('attempt_not_found');
    const question = (await versions.read(tx, [item.version_id]))(item.version_id);
    const settings = readSettings(attempt.settings);
    const earned = grade({ ...question, points: item.points }, readAnswer(item.answer), settings);
    await lockItem(tx, { attemptId: attempt.id, position, earned, now: clock.now() });
  };

  const submitExpired = async (): Promise<void> => {
    for (const id of await listExpired(db, clock.now() - LATE_MS, EXPIRED_TOGETHER))
      await database.transaction((tx) => settleIn(tx, id));
  };
  jobs.handle(submitExpiredJob, submitExpired);

  return {
    /** In the order of their numbers, as they are now. */
    own: ownAttempts,

    /** The open one, as it was left, or a new one. */
    start: async (actor: Actor, place: QuizPlace): Promise<QuizAttempt> => {
      const { settings } = await places.forLearner(actor, place);
      const attempts = await ownAttempts(place.lectureId, actor.id);
      const open = attempts.find(({ state }) => state === 'open');
      return presented(actor, open ?? (await begin(actor, place, { settings, before: attempts })), settings);
    },

    read: async (actor: Actor, place: AttemptPlace): Promise<QuizAttempt> => {
      const { attempt, settings } = await find(actor, place);
      return presented(actor, await settle(attempt), settings);
    },

    /** Throws `attempt_not_found`, also for those of other people. */
    assertOwn: async (actor: Actor, place: AttemptPlace): Promise<void> => {
      await find(actor, place);
    },

    /** Saves an answer in a transaction that does more; returns whether it came too late to count. */
    saveIn: async (tx: Tx, attemptId: string, saved: StoredAnswer): Promise<boolean> =>
      saveIn(tx, await settleIn(tx, attemptId), saved),

    save: async (actor: Actor, place: AttemptPlace, saved: SavedAnswer) => {
      await find(actor, place);
      const isLate = await database.transaction(async (tx) => saveIn(tx, await settleIn(tx, place.attemptId), saved));
      return { seq: saved.seq, savedAt: toInstant(clock.now()), isLate };
    },

    /** Throws `not_in_test`: there, answers are checked at the end. In one that cannot go back, it only locks the question. */
    check: async (actor: Actor, place: AttemptPlace, saved: SavedAnswer): Promise<AttemptQuestion> => {
      const { attempt, settings } = await find(actor, place);
      const begunWith = readSettings(attempt.settings);
      if (begunWith.mode === 'test' && !isOneWay(begunWith)) throw fail('not_in_test');
      await database.transaction(async (tx) => {
        const locked = await settleIn(tx, place.attemptId);
        await saveIn(tx, locked, saved);
        if (locked.state === 'open') await checkIn(tx, locked, saved.position);
      });
      const question = (await presented(actor, attempt, settings)).questions.find(
        ({ position }) => position === saved.position,
      );
      if (!question) throw fail('attempt_not_found');
      return question;
    },

    /** One that is submitted already stays as it is. */
    submit: async (actor: Actor, place: AttemptPlace, answers: readonly SavedAnswer[]): Promise<QuizAttempt> => {
      const { settings } = await find(actor, place);
      const finished = await database.transaction(async (tx) => {
        const attempt = await settleIn(tx, place.attemptId);
        if (attempt.state !== 'open' && attempt.has_expired === 0) return attempt;
        const only = await onlyIn(tx, attempt);
        for (const answer of answers)
          if (only === undefined || answer.position === only) await saveIn(tx, attempt, answer);
        return attempt.state === 'open' ? finish(tx, attempt) : attempt;
      });
      return presented(actor, finished, settings);
    },
  };
};

export type Attempts = ReturnType<typeof createAttempts>;
