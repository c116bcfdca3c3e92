import type { QuizSettings } from '#contract/quiz-fields.ts';
import type { QuizAttemptItemRow, QuizAttemptRow } from '#server/database/quiz-tables.ts';
import { orderFor, shuffled } from './asked.ts';
import type { QuestionOfQuiz } from './quizzes.queries.ts';
import { readQuestion } from './versions.ts';

/** What an attempt asks: drawn, and in its order. */
export const itemsOf = (
  attemptId: string,
  rows: readonly QuestionOfQuiz[],
  settings: QuizSettings,
): QuizAttemptItemRow[] => {
  const inOrder = settings.isShuffled || settings.draw !== null ? shuffled(rows) : rows;
  const drawn = settings.draw === null ? inOrder : inOrder.slice(0, settings.draw);
  const chosen = new Set(drawn);
  const asked = settings.isShuffled ? drawn : rows.filter((row) => chosen.has(row));
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
