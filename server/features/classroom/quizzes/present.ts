import { z } from 'zod';
import { mediaKindOf } from '#contract/lecture-media.ts';
import { QuizAnswer, type QuizQuestion } from '#contract/quiz-questions.ts';
import type { AttemptQuestion, QuizAttempt, QuizItemResult, QuizMoment, QuizSettings } from '#contract/quiz-fields.ts';
import { toInstant, toInstantOrNull } from '#server/clock.ts';
import type { Db } from '#server/database/database.ts';
import type { QuizAttemptItemRow, QuizAttemptRow } from '#server/database/quiz-tables.ts';
import { readMarkdown } from '#server/rich-text.ts';
import { askedOf, keyOf, remarksOn } from './asked.ts';
import { hundredthsOf } from './grading.ts';
import { findMomentLectures, newestVersionsOf } from './quizzes.queries.ts';
import { findReset } from './resets.queries.ts';
import { attemptScore } from './scoring.ts';
import { readSettings, type Versions } from './versions.ts';

const Order = z.array(z.string());

/** The ids of the options in the order of an attempt. */
export const readOrder = (order: string): string[] => Order.parse(JSON.parse(order));

const Watched = z.array(z.tuple([z.int(), z.int()]));
/** So much of the minute counts as watched. */
const WATCHED_FROM = 0.8;

export const readAnswer = (answer: string | null): QuizAnswer | null =>
  answer === null ? null : QuizAnswer.parse(JSON.parse(answer));

const NO_ANSWER: QuizAnswer = { choices: [], text: '', parts: [], file: null };

const isWatched = (watched: string | null, { fromMs, toMs }: { fromMs: number; toMs: number }): boolean => {
  const spans = watched === null ? [] : Watched.parse(JSON.parse(watched));
  const seen = spans.reduce((sum, [from, to]) => sum + Math.max(0, Math.min(to, toMs) - Math.max(from, fromMs)), 0);
  return seen >= WATCHED_FROM * (toMs - fromMs);
};

type Moments = (question: QuizQuestion) => QuizMoment | null;

const readMoments = async (db: Db, questions: readonly QuizQuestion[], userId: string): Promise<Moments> => {
  const ids = [...new Set(questions.flatMap(({ explainedAt }) => explainedAt?.lectureId ?? []))];
  const found = ids.length === 0 ? [] : await findMomentLectures(db, ids, userId);
  const lectures = new Map(found.map((lecture) => [lecture.id, lecture]));
  return ({ explainedAt }) => {
    const lecture = lectures.get(explainedAt?.lectureId ?? '');
    if (!explainedAt || !lecture) return null;
    const { title, number, watched } = lecture;
    return { ...explainedAt, title, number, hasWatched: isWatched(watched, explainedAt) };
  };
};

const verdictOf = ({ earned, points }: QuizAttemptItemRow): QuizItemResult['verdict'] => {
  if (earned === null) return 'waiting';
  if (earned >= hundredthsOf(points)) return 'right';
  return earned > 0 ? 'partly' : 'wrong';
};

/** What may be shown of a question: nothing, the verdict, or the solution too. */
type Shown = 'nothing' | 'marks' | 'answers';

/** Decides it for one item. The one place where the mode opens the key. */
const shownOf = (
  item: QuizAttemptItemRow,
  { state, has_passed: hasPassed }: QuizAttemptRow,
  { settings: { mode, reveal }, areUsedUp }: { settings: QuizSettings; areUsedUp: boolean },
): Shown => {
  if (mode === 'practice') return state !== 'open' || item.locked_at !== null ? 'answers' : 'nothing';
  if (state === 'open' || reveal === 'nothing') return 'nothing';
  if (reveal === 'answers' || (reveal === 'answers_once_passed' && (hasPassed === 1 || areUsedUp))) return 'answers';
  return 'marks';
};

export interface PresentedAttempt {
  attempt: QuizAttemptRow;
  items: readonly QuizAttemptItemRow[];
  now: number;
  /** The learner has no further attempt. */
  areUsedUp: boolean;
  /** The key is open whatever the mode is. */
  isForTeacher?: boolean;
}

/** Presents attempts to their learners, and to the teachers of the course. Pictures and sounds have names, not addresses yet. */
export const createPresent = (db: Db, versions: Versions) => {
  const presentItem = async (
    { asked, newest, moments }: { asked: QuizQuestion; newest: QuizQuestion; moments: Moments },
    item: QuizAttemptItemRow,
    shown: Shown,
  ): Promise<AttemptQuestion> => {
    const answer = readAnswer(item.answer);
    const solution = async (): Promise<QuizItemResult['solution']> => ({
      ...keyOf(newest),
      remarks: remarksOn(asked, answer ?? NO_ANSWER),
      explanation: await readMarkdown(newest.explanation, mediaKindOf),
      explainedAt: moments(newest),
    });
    return {
      ...askedOf(asked, readOrder(item.option_order)),
      points: item.points,
      position: item.position,
      blocks: await readMarkdown(asked.text, mediaKindOf),
      answer: answer ?? NO_ANSWER,
      seq: item.seq,
      isLocked: item.locked_at !== null,
      isLate: item.late_answer !== null,
      result:
        shown === 'nothing'
          ? null
          : {
              verdict: verdictOf(item),
              earned: item.earned,
              comment: item.comment,
              solution: shown === 'answers' ? await solution() : null,
            },
    };
  };

  const resetOf = async ({ reset_id: id }: QuizAttemptRow): Promise<QuizAttempt['reset']> => {
    const reset = id === null ? undefined : await findReset(db, id);
    return reset ? { at: toInstant(reset.created_at), reason: reset.reason } : null;
  };

  /** The explanation, and the key, are those of the newest version, also for earlier attempts. */
  return async ({ attempt, items, now, areUsedUp, isForTeacher = false }: PresentedAttempt): Promise<QuizAttempt> => {
    const settings = readSettings(attempt.settings);
    const shown = items.map((item) => (isForTeacher ? 'answers' : shownOf(item, attempt, { settings, areUsedUp })));
    const explained = items.filter((_, index) => shown[index] === 'answers').map((item) => item.question_id);
    const newestRows = explained.length === 0 ? [] : await newestVersionsOf(db, explained);
    const newestIds = new Map(newestRows.map((row) => [row.id, row.version_id]));
    const version = await versions.read(db, [...items.map((item) => item.version_id), ...newestIds.values()]);
    const newestOf = ({ question_id: id, version_id: own }: QuizAttemptItemRow) => version(newestIds.get(id) ?? own);
    const moments = await readMoments(
      db,
      items.filter((item) => newestIds.has(item.question_id)).map(newestOf),
      attempt.user_id,
    );
    return {
      _id: attempt.id,
      number: attempt.number,
      state: attempt.state,
      mode: settings.mode,
      passPercent: settings.passPercent,
      startedAt: toInstant(attempt.started_at),
      deadlineAt: toInstantOrNull(attempt.deadline_at),
      submittedAt: toInstantOrNull(attempt.submitted_at),
      now: toInstant(now),
      questions: await Promise.all(
        items.map((item, index) =>
          presentItem(
            { asked: version(item.version_id), newest: newestOf(item), moments },
            item,
            shown[index] ?? 'nothing',
          ),
        ),
      ),
      score: attemptScore(attempt),
      reset: await resetOf(attempt),
    };
  };
};
