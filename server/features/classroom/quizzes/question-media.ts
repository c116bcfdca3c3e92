import { mediaIn, mediaKindOf, withMedia } from '#contract/classroom/lecture-media.ts';
import { mediaOf, questionWithMedia } from '#contract/classroom/question-media.ts';
import type {
  AttemptQuestion,
  EditedQuiz,
  QuestionAtMoment,
  QuizAttempt,
  ToGrade,
} from '#contract/classroom/quiz-fields.ts';
import type { Platform } from '#server/platform.ts';
import type { Playback, Viewer } from '../playback/playback.ts';
import type { QuizWithoutMedia } from './quiz-editing.ts';
import { listMedia } from './quizzes.queries.ts';

/** Who asks, and from where the files are served. */
export interface Asker {
  actor: Viewer;
  origin: string;
}

interface AskerAt extends Asker {
  params: { lectureId: string };
}

/** Gives the pictures and sounds of questions their addresses for one person, under the access of their lecture. */
export const createQuestionMedia = (
  { database: { db } }: Pick<Platform, 'database'>,
  { addressesFor }: Pick<Playback, 'addressesFor'>,
) => {
  const findIn = async (lectureIds: readonly string[], { actor, origin }: Asker) => {
    const rows = (await listMedia(db, lectureIds)).filter(({ name }) => mediaKindOf(name));
    const { addressOf } = await addressesFor(actor, origin);
    return (lectureId: string): Map<string, string> =>
      new Map(rows.flatMap((row) => (row.id === lectureId ? [[row.name, addressOf(row, row.name)]] : [])));
  };

  const addressesIn = async (asker: AskerAt): Promise<(name: string) => string | undefined> => {
    const { lectureId } = asker.params;
    const addresses = (await findIn([lectureId], asker))(lectureId);
    return (name) => addresses.get(name);
  };

  const questions = async (given: readonly AttemptQuestion[], asker: AskerAt): Promise<AttemptQuestion[]> => {
    if (!given.some((question) => mediaOf(question).length > 0)) return [...given];
    const addressOf = await addressesIn(asker);
    return given.map((question) => questionWithMedia(question, addressOf));
  };

  return {
    question: async (given: AttemptQuestion, asker: AskerAt): Promise<AttemptQuestion> => {
      const [shown = given] = await questions([given], asker);
      return shown;
    },

    attempt: async (attempt: QuizAttempt, asker: AskerAt): Promise<QuizAttempt> => ({
      ...attempt,
      questions: await questions(attempt.questions, asker),
    }),

    moments: async (moments: readonly QuestionAtMoment[], asker: AskerAt): Promise<QuestionAtMoment[]> => {
      const shown = await questions(
        moments.map(({ question }) => question),
        asker,
      );
      return moments.map((moment, index) => ({ ...moment, question: shown[index] ?? moment.question }));
    },

    /** For its editors: also what no question shows yet. */
    quiz: async (quiz: QuizWithoutMedia, asker: AskerAt): Promise<EditedQuiz> => {
      const addresses = (await findIn([quiz.lectureId], asker))(quiz.lectureId);
      return { ...quiz, media: Object.fromEntries(addresses) };
    },

    toGrade: async (answers: readonly ToGrade[], asker: Asker): Promise<ToGrade[]> => {
      const shown = answers.filter(({ question }) => mediaIn(question).length > 0);
      if (shown.length === 0) return [...answers];
      const addressesOf = await findIn([...new Set(shown.map(({ lecture }) => lecture._id))], asker);
      return answers.map((answer) => {
        const addresses = addressesOf(answer.lecture._id);
        return { ...answer, question: withMedia(answer.question, (name) => addresses.get(name)) };
      });
    },
  };
};

export type QuestionMedia = ReturnType<typeof createQuestionMedia>;
