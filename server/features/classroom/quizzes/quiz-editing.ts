import { type EditedQuiz, type RegradePolicy } from '#contract/classroom/quiz-fields.ts';
import { QUIZ_QUESTIONS_MAX, type QuizSettings } from '#contract/classroom/quiz-settings.ts';
import type { QuizQuestion } from '#contract/classroom/quiz-questions.ts';
import { recordChange } from '#server/audit/context.ts';
import type { Tx } from '#server/database/database.ts';
import { CATALOG_TOPIC } from '#server/database/topics.ts';
import { fail } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import { withIds } from './question-bank.ts';
import { createQuizReading } from './formats/quiz-file.ts';
import type { QuizFormat } from './formats/read-quiz.ts';
import { writeGift } from './formats/write-gift.ts';
import { extendOpen } from './learner-settings.ts';
import type { QuizPlace, QuizPlaces } from './places.ts';
import {
  countAnswers,
  countAttempts,
  findQuestion,
  insertQuestions,
  insertVersions,
  isLectureOf,
  listQuestions,
  lockQuiz,
  nextVersion,
  retireQuestion,
  setMoment,
  setPosition,
  setVersion,
  writeSettings,
} from './quizzes.queries.ts';
import type { Regrading } from './regrading.ts';
import { toContent } from './question-texts.ts';
import { readQuestion } from './versions.ts';

/** Its pictures and sounds have names, not addresses yet. */
export type QuizWithoutMedia = Omit<EditedQuiz, 'media'>;

/** Who changes which quiz. */
export interface Editing extends QuizPlace {
  userId: string;
}

interface NewQuestion {
  question: QuizQuestion;
  /** Of a video or a sound; null for a question of a quiz, or to leave it where it is. */
  atMs: number | null;
}

const sumOf = (questions: readonly { question: QuizQuestion }[]): number =>
  questions.reduce((sum, { question }) => sum + question.points, 0);

/** Questions and rules of quizzes, for those who edit the course. */
export const createEditing = (
  { database, clock }: Platform,
  { places, regrading }: { places: QuizPlaces; regrading: Regrading },
) => {
  const { db } = database;
  const readFile = createQuizReading();

  const read = async (place: QuizPlace): Promise<QuizWithoutMedia> => {
    const { title, settings, areAtMoments } = await places.find(place);
    const { lectureId } = place;
    const answers = await countAnswers(db, lectureId);
    const questions = (await listQuestions(db, lectureId)).map((row) => ({
      _id: row.id,
      question: readQuestion(row.content),
      atMs: areAtMoments ? (row.at_ms ?? 0) : null,
      version: row.number,
      answers: answers.get(row.id) ?? 0,
    }));
    const { attempts, people } = await countAttempts(db, lectureId);
    return { lectureId, title, settings, areAtMoments, questions, points: sumOf(questions), attempts, people };
  };

  /** One change after the other. Pages of the course show how many questions there are. */
  const change = async <T>(place: QuizPlace, work: (tx: Tx, settings: QuizSettings) => Promise<T>): Promise<T> => {
    const { title, settings } = await places.find(place);
    recordChange({ name: title });
    return database.transaction(async (tx) => {
      await lockQuiz(tx, place.lectureId, JSON.stringify(settings), clock.now());
      const result = await work(tx, settings);
      await database.topics.raise(tx, CATALOG_TOPIC);
      return result;
    });
  };

  /** Throws `too_many_quiz_questions`. Returns their ids. */
  const append = async (
    tx: Tx,
    { lectureId, userId }: Editing,
    { questions, atMs = null }: { questions: readonly QuizQuestion[]; atMs?: number | null },
  ) => {
    const known = await listQuestions(tx, lectureId);
    if (known.length + questions.length > QUIZ_QUESTIONS_MAX) throw fail('too_many_quiz_questions');
    if (questions.length === 0) return [];
    recordChange({ before: { questions: known.length }, after: { questions: known.length + questions.length } });
    const now = clock.now();
    const first = Math.max(0, ...known.map(({ position }) => position)) + 1;
    const rows = questions.map((question, index) => ({
      question: withIds(question),
      row: {
        id: newId(),
        lecture_id: lectureId,
        position: first + index,
        at_ms: atMs,
        version_id: newId(),
        created_at: now,
      },
    }));
    await insertQuestions(
      tx,
      rows.map(({ row }) => row),
    );
    await insertVersions(
      tx,
      rows.map(({ question, row }) => ({
        id: row.version_id,
        question_id: row.id,
        number: 1,
        content: toContent(question),
        created_by: userId,
        created_at: now,
      })),
    );
    return rows.map(({ row }) => row.id);
  };

  /** Throws `file_in_video`: a file is sent to an attempt, which a question at a moment has only once it is answered. */
  const assertAskable = async (place: QuizPlace, { type }: QuizQuestion): Promise<void> => {
    if (type === 'file' && (await places.find(place)).areAtMoments) throw fail('file_in_video');
  };

  /** Throws `explained_elsewhere`; what was chosen before may stay, also once its lecture is gone. */
  const assertExplained = async (
    tx: Tx,
    courseId: string,
    next: QuizQuestion,
    before?: QuizQuestion,
  ): Promise<void> => {
    const lectureId = next.explainedAt?.lectureId;
    if (lectureId === undefined || lectureId === before?.explainedAt?.lectureId) return;
    if (!(await isLectureOf(tx, courseId, lectureId))) throw fail('explained_elsewhere');
  };

  /** Throws `question_not_found`. */
  const findIn = async (tx: Tx, lectureId: string, questionId: string) => {
    const row = await findQuestion(tx, lectureId, questionId);
    if (!row || row.retired_at !== null) throw fail('question_not_found');
    return row;
  };

  return {
    read,

    saveSettings: async (place: QuizPlace, settings: QuizSettings): Promise<QuizWithoutMedia> => {
      await change(place, async (tx, before) => {
        recordChange({ before, after: settings });
        await writeSettings(tx, place.lectureId, settings, clock.now());
        await extendOpen(tx, settings, { lectureId: place.lectureId });
      });
      return read(place);
    },

    add: async (editing: Editing, { question, atMs }: NewQuestion) => {
      await assertAskable(editing, question);
      const [questionId = ''] = await change(editing, async (tx) => {
        await assertExplained(tx, editing.courseId, question);
        return append(tx, editing, { questions: [question], atMs });
      });
      return { quiz: await read(editing), questionId };
    },

    preview: async (place: QuizPlace, questionId: string, question: QuizQuestion) => {
      await places.find(place);
      const row = await findQuestion(db, place.lectureId, questionId);
      if (!row || row.retired_at !== null) throw fail('question_not_found');
      return regrading.preview(db, { lectureId: place.lectureId, questionId, question: withIds(question) });
    },

    /** A new version; earlier attempts keep theirs, and their scores change as the policy says. */
    change: async (
      editing: Editing,
      questionId: string,
      { question: given, atMs, policy }: NewQuestion & { policy: RegradePolicy },
    ): Promise<QuizWithoutMedia> => {
      const { lectureId, userId } = editing;
      const question = withIds(given);
      await assertAskable(editing, question);
      await change(editing, async (tx) => {
        const before = await findIn(tx, lectureId, questionId);
        await assertExplained(tx, editing.courseId, question, readQuestion(before.content));
        if (atMs !== null) await setMoment(tx, questionId, atMs);
        // A stored version may lack what questions have gained since.
        const isSame = JSON.stringify(question) === JSON.stringify(readQuestion(before.content));
        if (isSame && !(await regrading.changes(tx, { lectureId, questionId, question }, policy))) return;
        const [id, number] = [newId(), await nextVersion(tx, questionId)];
        recordChange({
          before: { version: before.number, points: readQuestion(before.content).points },
          after: { version: number, points: question.points },
        });
        const row = { id, question_id: questionId, number, created_by: userId, created_at: clock.now() };
        await insertVersions(tx, [{ ...row, content: toContent(question) }]);
        await setVersion(tx, questionId, id);
        const versions = { policy, fromVersionId: before.version_id, toVersionId: id, userId };
        await regrading.apply(tx, { lectureId, questionId, question }, versions);
      });
      return read(editing);
    },

    retire: async (place: QuizPlace, questionId: string): Promise<QuizWithoutMedia> => {
      await change(place, async (tx) => {
        await findIn(tx, place.lectureId, questionId);
        const { length } = await listQuestions(tx, place.lectureId);
        recordChange({ before: { questions: length }, after: { questions: length - 1 } });
        await retireQuestion(tx, questionId, clock.now());
      });
      return read(place);
    },

    /** Throws `quiz_order_outdated` unless it is about exactly the questions that there are. */
    order: async (place: QuizPlace, questionIds: readonly string[]): Promise<QuizWithoutMedia> => {
      await change(place, async (tx) => {
        const known = new Set((await listQuestions(tx, place.lectureId)).map(({ id }) => id));
        const given = new Set(questionIds);
        if (given.size !== questionIds.length || known.symmetricDifference(given).size > 0)
          throw fail('quiz_order_outdated');
        for (const [index, id] of questionIds.entries()) await setPosition(tx, id, index + 1);
      });
      return read(place);
    },

    importText: async (
      editing: Editing,
      { format, text, isDryRun }: { format: QuizFormat; text: string; isDryRun: boolean },
    ) => {
      await places.find(editing);
      const { entries, report } = await readFile(Buffer.from(text), editing.userId, format);
      const questions = entries.flatMap((entry) => ('question' in entry ? entry.question : []));
      if (questions.length > QUIZ_QUESTIONS_MAX) throw fail('too_many_quiz_questions');
      if (!isDryRun && questions.length > 0) await change(editing, (tx) => append(tx, editing, { questions }));
      return {
        added: isDryRun ? 0 : questions.length,
        report,
        lines: entries.map((entry) => {
          if ('fault' in entry) return { line: entry.line, question: null, fault: entry.fault };
          const { type, text: asked, points } = entry.question;
          return { line: entry.line, question: { type, text: asked, points }, fault: null };
        }),
      };
    },

    export: async (place: QuizPlace, format: 'gift' | 'json'): Promise<{ fileName: string; text: string }> => {
      await places.find(place);
      const questions = (await listQuestions(db, place.lectureId)).map(({ content }) => readQuestion(content));
      return format === 'gift'
        ? { fileName: 'quiz.gift', text: writeGift(questions) }
        : { fileName: 'quiz.json', text: `${JSON.stringify({ questions }, null, 2)}\n` };
    },

    undo: async (place: QuizPlace, regradeId: string): Promise<QuizWithoutMedia> => {
      await change(place, (tx) => regrading.undo(tx, place.lectureId, regradeId));
      return read(place);
    },
  };
};
