import { sql } from 'kysely';

/** Whether a quiz, in a query of lectures, has a question. */
export const hasQuestion = sql<boolean>`EXISTS (
  SELECT q.id FROM quiz_questions q WHERE q.lecture_id = lectures.id AND q.retired_at IS NULL)`;

/** A quiz without a question is nothing for learners yet. */
export const isForLearners = sql<boolean>`(lectures.kind <> 'quiz' OR ${hasQuestion})`;
