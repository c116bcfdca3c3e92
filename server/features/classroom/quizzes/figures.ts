import { quizMessages } from '#contract/classroom/quiz-messages.ts';
import type { QuizQuestion } from '#contract/classroom/quiz-questions.ts';
import type { QuestionFigures } from '#contract/classroom/quiz-fields.ts';
import { toInstant } from '#server/clock.ts';
import type { Platform } from '#server/platform.ts';
import { type CountedAnswer, listAnswersOf } from './figures.queries.ts';
import { hundredthsOf } from './grading.ts';
import { presentResets } from './resets.ts';
import type { QuizPlace, QuizPlaces } from './places.ts';
import { readAnswer } from './present.ts';
import { countAttempts, listQuestions } from './quizzes.queries.ts';
import { listRegrades } from './regrades.queries.ts';
import { readQuestion } from './versions.ts';

/** Fewer say nothing about a question. */
const ANSWERS_MIN = 10;

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The correlation of two lists; null where one does not vary. */
const correlationOf = (xs: readonly number[], ys: readonly number[]): number | null => {
  const [meanX, meanY] = [meanOf(xs), meanOf(ys)];
  const product = xs.reduce((sum, x, index) => sum + (x - meanX) * ((ys[index] ?? meanY) - meanY), 0);
  const spread = (values: readonly number[], mean: number) => values.reduce((sum, one) => sum + (one - mean) ** 2, 0);
  const scale = Math.sqrt(spread(xs, meanX) * spread(ys, meanY));
  return scale === 0 ? null : Math.round((product / scale) * 100) / 100;
};

/** Against the rest of the attempt, so that a question does not speak for itself. */
const discriminationOf = (answers: readonly CountedAnswer[]): number | null => {
  if (answers.length < ANSWERS_MIN) return null;
  const own = answers.map(({ earned, points }) => (earned ?? 0) / points);
  const rest = answers.map((one) => {
    const points = one.all_points - one.points;
    return points === 0 ? 0 : ((one.all_earned ?? 0) - (one.earned ?? 0)) / points;
  });
  return correlationOf(own, rest);
};

const chosenIn = (question: QuizQuestion, answers: readonly CountedAnswer[]): QuestionFigures['chosen'] => {
  if (question.type !== 'single' && question.type !== 'multiple') return [];
  const choices = answers.flatMap(({ answer }) => readAnswer(answer)?.choices ?? []);
  return question.options.map(({ id, text, isCorrect }) => ({
    text,
    isCorrect,
    people: choices.filter((choice) => choice === id).length,
  }));
};

/** Figures of quizzes by question. */
export const createFigures = ({ database: { db } }: Pick<Platform, 'database'>, places: QuizPlaces) => ({
  read: async (place: QuizPlace) => {
    await places.find(place);
    const { lectureId } = place;
    const questions: QuestionFigures[] = [];
    for (const { id, content } of await listQuestions(db, lectureId)) {
      const question = readQuestion(content);
      const answers = await listAnswersOf(db, id);
      const graded = answers.filter(({ earned }) => earned !== null);
      const right = graded.filter(({ earned, points }) => (earned ?? 0) >= hundredthsOf(points)).length;
      questions.push({
        _id: id,
        text: question.text,
        type: question.type,
        answers: answers.length,
        toGrade: answers.length - graded.length,
        rightPercent: graded.length === 0 ? 0 : Math.round((100 * right) / graded.length),
        discrimination: discriminationOf(graded),
        chosen: chosenIn(question, answers),
      });
    }
    return {
      message: quizMessages.results,
      ...(await countAttempts(db, lectureId)),
      questions,
      regrades: (await listRegrades(db, lectureId)).map((row) => ({
        _id: row.id,
        text: readQuestion(row.content).text,
        policy: row.policy,
        changedAt: toInstant(row.created_at),
        rise: row.rise,
        fall: row.fall,
        isUndone: row.undone_at !== null,
      })),
      resets: await presentResets(db, lectureId),
    };
  },
});
