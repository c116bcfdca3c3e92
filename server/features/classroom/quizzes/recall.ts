import { DAY_MS } from '#contract/durations.ts';
import { RECALL_MAX, type RecallQuestion } from '#contract/classroom/recall.ts';
import type { AttemptQuestion } from '#contract/classroom/quiz-fields.ts';
import { isGradedByPerson } from '#contract/classroom/quiz-words.ts';
import type { SubmittedAnswer } from '#contract/classroom/quiz-questions.ts';
import { textsForReader } from '#server/database/translations.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { CourseLocks, CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import { isShown } from './attempt-rules.ts';
import { grade, hundredthsOf } from './grading.ts';
import { itemsOf, newAttempt } from './new-attempt.ts';
import { AT_MOMENTS, type QuizPlace } from './places.ts';
import { createPresent } from './present.ts';
import {
  findAsked,
  findRecallSettings,
  listRecalled,
  listWrong,
  writeRecalled,
  type WrongAnswer,
} from './recall.queries.ts';
import type { Reminders } from './recall-reminders.ts';
import { nextStep, type Recalled, restOf } from './recall-schedule.ts';
import type { QuestionOfQuiz } from './quizzes.queries.ts';
import { readQuestion, readSettings, type Versions } from './versions.ts';

/** Older mistakes are forgotten. */
const SINCE_MS = 60 * DAY_MS;
const WRONG_MAX = 500;
const NOTHING_REACHED = { hasPassed: false, areUsedUp: false, hasClosed: false };
const SETTINGS = { ...readSettings(null), ...AT_MOMENTS };

interface Due {
  wrong: WrongAnswer;
  last: Recalled | undefined;
}

/** A test may keep its answers to itself until it is passed: its questions do not come back before. */
const isOpen = ({ settings, at_ms: atMs, passes }: WrongAnswer): boolean => {
  const { mode, shows } = readSettings(settings);
  return (
    atMs !== null || mode === 'practice' || isShown(shows.answers, { ...NOTHING_REACHED, hasPassed: (passes ?? 0) > 0 })
  );
};

/** Questions that went wrong come back after 1, 3 and 7 days, as practice that counts nowhere. */
export const createRecall = (
  platform: Pick<Platform, 'database' | 'clock' | 'settings'>,
  {
    versions,
    policy,
    reminders,
  }: {
    versions: Versions;
    policy: Pick<CoursePolicy, 'opened' | 'locksIn'>;
    reminders: Pick<Reminders, 'plan' | 'calendarOf'>;
  },
) => {
  const { database, clock } = platform;
  const { db } = database;
  const present = createPresent(platform, versions);
  const { calendarOf } = reminders;

  /** The ones that wait longest first. */
  const dueFor = async (actor: Pick<Actor, 'id' | 'role'>): Promise<Due[]> => {
    const now = clock.now();
    const wrong = (await listWrong(db, actor.id, now - SINCE_MS, WRONG_MAX)).filter(isOpen);
    if (wrong.length === 0) return [];
    const calendar = await calendarOf(db, actor.id);
    const beginOfDay = ({ since, days }: { since: number; days: number }): number =>
      calendar.startOf(calendar.dayOf(calendar.add(since, days, 'day')));
    // The latest mistake of each question counts.
    const latest = [...new Map(wrong.toReversed().map((one) => [one.question_id, one])).values()];
    const recalled = new Map(
      (await listRecalled(db, actor.id)).map(({ question_id: id, step, answered_at: at }) => [id, { step, at }]),
    );
    const due = latest
      .flatMap((one): (Due & { at: number })[] => {
        const last = recalled.get(one.question_id);
        const rest = restOf(one.submitted_at ?? now, last);
        return rest ? [{ wrong: one, last, at: beginOfDay(rest) }] : [];
      })
      .filter(({ at }) => at <= now)
      .toSorted((a, b) => a.at - b.at);
    if (due.length === 0) return [];
    const opened = await policy.opened(actor, [...new Set(due.map(({ wrong: { course_id: id } }) => id))]);
    const locks = new Map<string, CourseLocks>();
    for (const courseId of opened) locks.set(courseId, await policy.locksIn(actor, courseId));
    return due.filter(
      ({ wrong }) => locks.get(wrong.course_id)?.(wrong.lecture_id) === undefined && opened.has(wrong.course_id),
    );
  };

  const shown = async ({ id: userId, language }: Actor, row: QuestionOfQuiz, given?: SubmittedAnswer) => {
    const now = clock.now();
    const id = newId();
    const [item] = itemsOf(id, [row], SETTINGS);
    if (!item) throw fail('question_not_found');
    const earned = given && grade(readQuestion(row.content), { ...given, file: null }, SETTINGS);
    const items = [
      given ? { ...item, answer: JSON.stringify(given), seq: 1, locked_at: now, earned: earned ?? null } : item,
    ];
    const attempt = newAttempt({ id, lectureId: '', userId, isPreview: true, settings: SETTINGS, items, now });
    const { questions } = await present({ attempt, items, now, reached: NOTHING_REACHED, language });
    const [question] = questions;
    if (!question) throw fail('question_not_found');
    return { question, isRight: (earned ?? 0) >= hundredthsOf(item.points) };
  };

  const rowsOf = async (due: readonly Due[]): Promise<Map<string, QuestionOfQuiz>> => {
    const ids = due.map(({ wrong }) => wrong.question_id);
    const rows = ids.length === 0 ? [] : await findAsked(db, ids);
    return new Map(
      rows.filter(({ content }) => !isGradedByPerson(readQuestion(content).type)).map((row) => [row.id, row]),
    );
  };

  return {
    due: async (actor: Actor) => {
      const settings = await findRecallSettings(db, actor.id);
      const choice = { isOn: settings?.is_on !== 0, reminds: settings?.reminds === 1 };
      const due = choice.isOn ? (await dueFor(actor)).slice(0, 2 * RECALL_MAX) : [];
      const rows = await rowsOf(due);
      const courseIds = due.map(({ wrong }) => wrong.course_id);
      const texts = await textsForReader(platform, actor, { courseIds, fields: ['title'] });
      const questions: RecallQuestion[] = [];
      for (const { wrong } of due.filter((one) => rows.has(one.wrong.question_id)).slice(0, RECALL_MAX)) {
        const row = rows.get(wrong.question_id);
        if (!row) continue;
        questions.push({
          _id: row.id,
          course: { _id: wrong.course_id, title: texts.of(wrong.course_id, 'title', wrong.course_title) },
          lecture: { _id: wrong.lecture_id, title: texts.of(wrong.lecture_id, 'title', wrong.title) },
          question: (await shown(actor, row)).question,
        });
      }
      return { ...choice, questions };
    },

    /** How many are due, for a reminder. */
    countDue: async (userId: string): Promise<number> =>
      Math.min(RECALL_MAX, (await dueFor({ id: userId, role: 'USER' })).length),

    /** Grades it and plans when it comes back. Throws `question_not_found` for one that is not due. */
    answer: async (
      actor: Actor,
      questionId: string,
      answer: SubmittedAnswer,
    ): Promise<{ question: AttemptQuestion; place: QuizPlace }> => {
      const due = (await dueFor(actor)).find(({ wrong }) => wrong.question_id === questionId);
      const row = due && (await rowsOf([due])).get(questionId);
      if (!due || !row) throw fail('question_not_found');
      const { question, isRight } = await shown(actor, row, answer);
      const now = clock.now();
      const step = nextStep(due.wrong.submitted_at ?? now, due.last, isRight);
      await database.transaction(async (tx) => {
        await writeRecalled(tx, { user_id: actor.id, question_id: questionId, step, answered_at: now });
        await reminders.plan(tx, actor.id);
      });
      return { question, place: { courseId: due.wrong.course_id, lectureId: due.wrong.lecture_id } };
    },
  };
};
