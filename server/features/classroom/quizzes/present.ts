import { setImmediate } from 'node:timers/promises';
import { z } from 'zod';
import { mediaKindOf } from '#contract/classroom/lecture-media.ts';
import { mapTexts, QuizAnswer, type QuizQuestion } from '#contract/classroom/quiz-questions.ts';
import type {
  AttemptQuestion,
  QuizAttempt,
  QuizItemResult,
  QuizMoment,
  QuizScore,
} from '#contract/classroom/quiz-fields.ts';
import type { QuizSettings } from '#contract/classroom/quiz-settings.ts';
import { toInstant, toInstantOrNull } from '#server/clock.ts';
import type { Db } from '#server/database/database.ts';
import type { QuizAttemptItemRow, QuizAttemptRow } from '#server/database/tables/quizzes.ts';
import { asWritten, type ReaderTexts, textsForReader } from '#server/database/translations.ts';
import type { Platform } from '#server/platform.ts';
import { readMarkdown } from '#server/rich-text/rich-text.ts';
import { isOneWay, isShown, type Reached, shownItems } from './attempt-rules.ts';
import { askedOf, keyOf, remarksOn } from './question-bank.ts';
import { hundredthsOf, partsOf } from './grading.ts';
import { findMomentLectures, newestVersionsOf } from './quizzes.queries.ts';
import { findReset } from './resets.queries.ts';
import { attemptScore } from './scoring.ts';
import type { QuestionTexts } from './question-texts.ts';
import { readSettings, type Versions } from './versions.ts';

export const OptionOrder = z.array(z.string());

/** The ids of the options in the order of an attempt. */
export const readOrder = (order: string): string[] => OptionOrder.parse(JSON.parse(order));

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

const readMoments = async (
  db: Db,
  questions: readonly QuizQuestion[],
  { userId, inLanguage }: { userId: string; inLanguage: ReaderTexts },
): Promise<Moments> => {
  const ids = [...new Set(questions.flatMap(({ explainedAt }) => explainedAt?.lectureId ?? []))];
  const found = ids.length === 0 ? [] : await findMomentLectures(db, ids, userId);
  const lectures = new Map(found.map((lecture) => [lecture.id, lecture]));
  return ({ explainedAt }) => {
    const lecture = lectures.get(explainedAt?.lectureId ?? '');
    if (!explainedAt || !lecture) return null;
    const { id, number, watched } = lecture;
    const title = inLanguage.of(id, 'title', lecture.title);
    return { ...explainedAt, title, number, hasWatched: isWatched(watched, explainedAt) };
  };
};

const verdictOf = ({ earned, points }: QuizAttemptItemRow): QuizItemResult['verdict'] => {
  if (earned === null) return 'waiting';
  if (earned >= hundredthsOf(points)) return 'right';
  return earned > 0 ? 'partly' : 'wrong';
};

/** What may be seen of an answer. */
interface Shown {
  marks: boolean;
  answers: boolean;
  explanations: boolean;
}

const ALL: Shown = { marks: true, answers: true, explanations: true };
const NOTHING: Shown = { marks: false, answers: false, explanations: false };

/** Decides it for one item, by the rules of its attempt. */
const shownOf = (
  item: QuizAttemptItemRow,
  { state }: QuizAttemptRow,
  { settings: { mode, shows }, reached }: { settings: QuizSettings; reached: Reached },
): Shown => {
  if (mode === 'practice') return state !== 'open' || item.locked_at !== null ? ALL : NOTHING;
  if (state === 'open') return NOTHING;
  return {
    marks: isShown(shows.marks, reached),
    answers: isShown(shows.answers, reached),
    explanations: isShown(shows.explanations, reached),
  };
};

/** The score of an attempt as its learner may see it. */
export const shownScore = (attempt: QuizAttemptRow, reached: Reached): QuizScore | null => {
  const { mode, shows } = readSettings(attempt.settings);
  return mode === 'practice' || isShown(shows.score, reached) ? attemptScore(attempt) : null;
};

export interface PresentedAttempt {
  /** Of the page of its learner. */
  language?: string | undefined;
  attempt: QuizAttemptRow;
  items: readonly QuizAttemptItemRow[];
  now: number;
  /** Undefined for teachers: the key is open whatever the mode is. */
  reached: Reached | undefined;
}

interface ShownQuestion {
  question: QuizQuestion;
  texts: QuestionTexts;
}

/** A question with the texts that its reader gets. */
const inTheirLanguage = (
  { question: written, texts }: ShownQuestion,
  textOf: (name: string, text: string) => string,
): ShownQuestion => {
  const question = mapTexts(written, textOf);
  const blocksOf = (name: 'text' | 'explanation') =>
    question[name] === written[name] ? texts[name] : readMarkdown(question[name], mediaKindOf);
  return { question, texts: { text: blocksOf('text'), explanation: blocksOf('explanation') } };
};

/** Each version once: its Markdown is read, and requests are answered in between. */
const readVersions = async (
  items: readonly QuizAttemptItemRow[],
  newestIdOf: (item: QuizAttemptItemRow) => string,
  read: (questionId: string, versionId: string) => ShownQuestion,
): Promise<(versionId: string) => ShownQuestion> => {
  const known = new Map<string, ShownQuestion>();
  for (const item of items) {
    for (const id of new Set([item.version_id, newestIdOf(item)])) known.set(id, read(item.question_id, id));
    await setImmediate();
  }
  return (versionId) => {
    const found = known.get(versionId);
    if (!found) throw new Error(`The version ${versionId} of a question was not read`);
    return found;
  };
};

interface PresentedWith {
  asked: ShownQuestion;
  newest: ShownQuestion;
  /** The newest one as its editors wrote it: answers are judged by it in every language. */
  key: QuizQuestion;
  moments: Moments;
  isSubmitted: boolean;
}

/** Presents attempts to their learners, and to the teachers of the course. Pictures and sounds have names, not addresses yet. */
export const createPresent = (platform: Pick<Platform, 'database' | 'settings'>, versions: Versions) => {
  const { db } = platform.database;

  const presentItem = (
    { asked, newest, key, moments, isSubmitted }: PresentedWith,
    item: QuizAttemptItemRow,
    shown: Shown,
  ): AttemptQuestion => {
    const answer = readAnswer(item.answer);
    const solution = (): QuizItemResult['solution'] => ({
      ...(shown.answers ? { ...keyOf(newest.question), choices: keyOf(key).choices } : { choices: null, texts: null }),
      ...(shown.explanations
        ? {
            remarks: remarksOn(asked.question, answer ?? NO_ANSWER),
            explanation: newest.texts.explanation,
            explainedAt: moments(key),
          }
        : { remarks: [], explanation: [], explainedAt: null }),
    });
    const hasSolution = shown.answers || shown.explanations;
    // That a person grades it is no secret.
    const isWaiting = isSubmitted && item.earned === null;
    return {
      ...askedOf(asked.question, readOrder(item.option_order)),
      points: item.points,
      position: item.position,
      blocks: asked.texts.text,
      answer: answer ?? NO_ANSWER,
      seq: item.seq,
      isLocked: item.locked_at !== null,
      isLate: item.late_answer !== null,
      result:
        shown.marks || hasSolution || isWaiting
          ? {
              verdict: shown.marks || isWaiting ? verdictOf(item) : null,
              earned: shown.marks ? item.earned : null,
              comment: shown.marks ? item.comment : '',
              parts: shown.marks ? partsOf(key, answer ?? NO_ANSWER) : [],
              solution: hasSolution ? solution() : null,
            }
          : null,
    };
  };

  const resetOf = async ({ reset_id: id }: QuizAttemptRow): Promise<QuizAttempt['reset']> => {
    const reset = id === null ? undefined : await findReset(db, id);
    return reset ? { at: toInstant(reset.created_at), reason: reset.reason } : null;
  };

  /** The explanation, and the key, are those of the newest version, also for earlier attempts. */
  return async ({ attempt, items: all, now, reached, language }: PresentedAttempt): Promise<QuizAttempt> => {
    const settings = readSettings(attempt.settings);
    const items = shownItems(attempt, all, settings);
    const shown = items.map((item) => (reached ? shownOf(item, attempt, { settings, reached }) : ALL));
    const explained = items
      .filter((_, index) => shown[index]?.answers === true || shown[index]?.explanations === true)
      .map((item) => item.question_id);
    const newestRows = explained.length === 0 ? [] : await newestVersionsOf(db, explained);
    const newestIds = new Map(newestRows.map((row) => [row.id, row.version_id]));
    const versionIds = [...items.map((item) => item.version_id), ...newestIds.values()];
    const version = await versions.read(db, versionIds);
    const texts = await versions.texts(db, versionIds);
    const newestIdOf = ({ question_id: id, version_id: own }: QuizAttemptItemRow) => newestIds.get(id) ?? own;
    const newestOf = (item: QuizAttemptItemRow) => version(newestIdOf(item));
    const shownNewest = items.filter((item) => newestIds.has(item.question_id)).map(newestOf);
    const thingIds = [
      ...items.map((item) => item.question_id),
      ...shownNewest.flatMap(({ explainedAt }) => explainedAt?.lectureId ?? []),
    ];
    const inLanguage = reached
      ? await textsForReader(platform, { id: attempt.user_id, language }, { thingIds })
      : asWritten;
    const shownVersions = await readVersions(items, newestIdOf, (questionId, id) =>
      inTheirLanguage({ question: version(id), texts: texts(id) }, (name, text) =>
        inLanguage.exactly(questionId, name, text),
      ),
    );
    const moments = await readMoments(db, shownNewest, { userId: attempt.user_id, inLanguage });
    return {
      _id: attempt.id,
      number: attempt.number,
      state: attempt.state,
      mode: settings.mode,
      passPercent: settings.passPercent,
      isOnePage: settings.mode === 'test' && settings.isOnePage,
      canGoBack: !isOneWay(settings),
      showsScore: settings.mode === 'practice' ? 'at_once' : settings.shows.score,
      startedAt: toInstant(attempt.started_at),
      deadlineAt: toInstantOrNull(attempt.deadline_at),
      submittedAt: toInstantOrNull(attempt.submitted_at),
      now: toInstant(now),
      count: all.length,
      questions: items.map((item, index) =>
        presentItem(
          {
            asked: shownVersions(item.version_id),
            newest: shownVersions(newestIdOf(item)),
            key: newestOf(item),
            moments,
            isSubmitted: attempt.state !== 'open',
          },
          item,
          shown[index] ?? NOTHING,
        ),
      ),
      score: reached ? shownScore(attempt, reached) : attemptScore(attempt),
      reset: await resetOf(attempt),
    };
  };
};
