import type { QuizSettings } from '#contract/classroom/quiz-settings.ts';
import type { QuizAttemptItemRow, QuizAttemptRow } from '#server/database/tables/quizzes.ts';
import { orderFor, shuffled } from './question-bank.ts';
import type { QuestionOfQuiz } from './quizzes.queries.ts';
import { readQuestion } from './versions.ts';

interface Pool<T> {
  questions: readonly T[];
  /** So many of them are asked. */
  count: number;
}

/** The questions from which an attempt draws. One with several tags is drawn for the first of them. */
const poolsOf = <T extends { content: string }>(
  rows: readonly T[],
  { draw, drawsByTag }: Pick<QuizSettings, 'draw' | 'drawsByTag'>,
): Pool<T>[] => {
  if (drawsByTag.length === 0) return [{ questions: rows, count: Math.min(rows.length, draw ?? rows.length) }];
  const tagOf = (row: T): string | undefined => {
    const { tags } = readQuestion(row.content);
    return drawsByTag.find(({ tag }) => tags.includes(tag))?.tag;
  };
  const byTag = Map.groupBy(rows, tagOf);
  const others = byTag.get(undefined) ?? [];
  return [
    { questions: others, count: others.length },
    ...drawsByTag.map(({ tag, count }) => {
      const questions = byTag.get(tag) ?? [];
      return { questions, count: Math.min(count, questions.length) };
    }),
  ];
};

/** How many questions an attempt asks, and how many points it has; of drawn questions, as many as on average. */
export const sizeOf = (rows: readonly QuestionOfQuiz[], settings: QuizSettings) => {
  const pools = poolsOf(rows, settings).filter(({ questions }) => questions.length > 0);
  const pointsIn = ({ questions, count }: Pool<QuestionOfQuiz>): number =>
    (questions.reduce((sum, { content }) => sum + readQuestion(content).points, 0) * count) / questions.length;
  return {
    questions: pools.reduce((sum, { count }) => sum + count, 0),
    points: Math.round(pools.reduce((sum, pool) => sum + pointsIn(pool), 0)),
  };
};

/** What an attempt asks: drawn, and in its order. */
export const itemsOf = (
  attemptId: string,
  rows: readonly QuestionOfQuiz[],
  settings: QuizSettings,
): QuizAttemptItemRow[] => {
  const drawn = poolsOf(rows, settings).flatMap(({ questions, count }) =>
    count === questions.length ? questions : shuffled(questions).slice(0, count),
  );
  const chosen = new Set(drawn);
  const asked = settings.isShuffled ? shuffled(drawn) : rows.filter((row) => chosen.has(row));
  return asked.map((row, position) => {
    const question = readQuestion(row.content);
    return {
      attempt_id: attemptId,
      position,
      question_id: row.id,
      version_id: row.version_id,
      option_order: JSON.stringify(orderFor(question, settings.areOptionsShuffled)),
      answer: null,
      seq: 0,
      late_answer: null,
      locked_at: null,
      earned: null,
      points: question.points,
      graded_by: null,
      graded_at: null,
      comment: '',
    };
  });
};

interface Begun {
  id: string;
  lectureId: string;
  userId: string;
  isPreview: boolean;
  settings: QuizSettings;
  items: readonly QuizAttemptItemRow[];
  now: number;
}

/** An open attempt without a deadline. */
export const newAttempt = ({ id, lectureId, userId, isPreview, settings, items, now }: Begun): QuizAttemptRow => ({
  id,
  lecture_id: lectureId,
  user_id: userId,
  number: 1,
  state: 'open',
  settings: JSON.stringify(settings),
  is_preview: isPreview ? 1 : 0,
  started_at: now,
  deadline_at: null,
  saved_at: now,
  submitted_at: null,
  has_expired: 0,
  earned: null,
  points: items.reduce((sum, { points }) => sum + points, 0),
  has_passed: 0,
  reset_id: null,
});
