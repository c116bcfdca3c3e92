import { ANSWERS_PER_QUESTION_MAX, type Question } from '#contract/classroom/questions.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { CoursePlace, CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import type { Platform } from '#server/platform.ts';
import { type Sentence, sentenceAt } from '#video-format/transcript.ts';
import type { Answerer } from './answers.ts';
import { listAnswers } from './answers.queries.ts';
import { presentAnswer, presentQuestion, type Reader } from './present.ts';
import {
  countQuestions,
  findLectureIn,
  findQuestion,
  recentResponseTimes,
  listOwnQuestions,
  listQuestions,
  type QuestionPage,
  type QuestionRow,
  type Viewer,
} from './questions.queries.ts';

/** Answers in a list; a single question has all. */
const FIRST_ANSWERS = 3;
const OWN_MAX = 100;
/** The median is of so many answers. */
const WAITS_MAX = 100;

/** The sentences of a lecture's captions in their first language; none without captions. */
export type TranscriptOf = (lectureId: string) => Promise<readonly Sentence[]>;

export const medianOf = (values: readonly number[]): number | null => {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? null;
};

/** A reader of questions: the address of the site is in those of pictures. */
export interface Reading {
  actor: Actor;
  origin: string;
}

/** Reads questions with their answers. */
export const createThreads = (
  { database: { db } }: Pick<Platform, 'database'>,
  { policy, transcriptOf }: { policy: Pick<CoursePolicy, 'may' | 'coursesOf'>; transcriptOf: TranscriptOf },
) => {
  const viewerOf = async (actor: Actor, place: CoursePlace): Promise<Viewer> => ({
    id: actor.id,
    isStaff: await policy.may(actor, 'answer', place),
  });

  /** With so many answers to each. */
  const present = async (rows: readonly QuestionRow[], reader: Reader, limit: number): Promise<Question[]> => {
    const answers = await listAnswers(db, reader, { questionIds: rows.map(({ id }) => id), limit });
    const lectures = new Map(rows.map(({ id, lecture_id: lectureId }) => [id, lectureId]));
    const saidAt = async (questionId: string, atMs: number | null): Promise<string> => {
      const lectureId = lectures.get(questionId);
      if (atMs === null || lectureId === undefined) return '';
      const sentences = await transcriptOf(lectureId);
      return sentences[sentenceAt(sentences, atMs / 1000)]?.text ?? '';
    };
    const presented = await Promise.all(
      answers.map(async (row) => ({
        questionId: row.question_id,
        answer: presentAnswer(row, reader, await saidAt(row.question_id, row.at_ms)),
      })),
    );
    const byQuestion = Map.groupBy(presented, ({ questionId }) => questionId);
    return rows.map((row) =>
      presentQuestion(
        row,
        reader,
        (byQuestion.get(row.id) ?? []).map(({ answer }) => answer),
      ),
    );
  };

  return {
    viewerOf,

    answererOf: async (actor: Actor, questionId: string): Promise<Answerer> => ({
      ...(await viewerOf(actor, { questionId })),
      roleIn: async (courseId) =>
        (await policy.coursesOf(actor.id)).get(courseId) ?? (actor.role === 'ADMIN' ? 'admin' : null),
    }),

    /** Throws `question_not_found`, also for questions that the viewer may not read. */
    read: async ({ actor, origin }: Reading, questionId: string): Promise<Question> => {
      const viewer = await viewerOf(actor, { questionId });
      const row = await findQuestion(db, viewer, questionId);
      const [question] = row ? await present([row], { ...viewer, origin }, ANSWERS_PER_QUESTION_MAX) : [];
      if (!question) throw fail('question_not_found');
      return question;
    },

    /** Throws `lecture_not_found` for a lecture of another course. */
    list: async (
      { actor, origin }: Reading,
      { courseId, lectureId }: { courseId: string; lectureId: string },
      page: QuestionPage,
    ) => {
      if (!(await findLectureIn(db, courseId, lectureId))) throw fail('lecture_not_found');
      const viewer = await viewerOf(actor, { courseId });
      const rows = await listQuestions(db, viewer, { ...page, lectureId });
      return {
        questions: await present(rows, { ...viewer, origin }, FIRST_ANSWERS),
        total: await countQuestions(db, viewer, lectureId),
        medianMs: medianOf(await recentResponseTimes(db, [courseId], WAITS_MAX)),
        isStaff: viewer.isStaff,
      };
    },

    /** The questions that a user asked in a course, with all answers, whether the user still has access or not. */
    mine: async ({ actor, origin }: Reading, courseId: string): Promise<Question[]> => {
      const rows = await listOwnQuestions(db, actor.id, courseId, OWN_MAX);
      return present(rows, { id: actor.id, isStaff: false, origin }, ANSWERS_PER_QUESTION_MAX);
    },

    medianOf: async (courseIds: readonly string[] | undefined): Promise<number | null> =>
      medianOf(await recentResponseTimes(db, courseIds, WAITS_MAX)),
  };
};

export type Threads = ReturnType<typeof createThreads>;
