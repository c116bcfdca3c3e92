import type { Generated } from 'kysely';

/** The settings of a quiz, as JSON. */
export interface QuizRow {
  lecture_id: string;
  settings: string;
  /** 1: the later lectures of the course stay closed to learners until they have passed. */
  must_pass: Generated<number>;
  updated_at: number;
}

export interface QuizQuestionRow {
  id: string;
  lecture_id: string;
  position: number;
  /** The version that new attempts get. */
  version_id: string;
  /** The moment of a video or a sound; null for a question of a quiz. */
  at_ms: number | null;
  retired_at: number | null;
  created_at: number;
}

/** A question with its key, as JSON. Rows are never changed. */
export interface QuizQuestionVersionRow {
  id: string;
  question_id: string;
  number: number;
  content: string;
  created_by: string;
  created_at: number;
}

export interface QuizAttemptRow {
  id: string;
  lecture_id: string;
  user_id: string;
  number: number;
  state: 'open' | 'waiting' | 'graded';
  settings: string;
  /** Of the people of the course, who try it out: it counts nowhere. */
  is_preview: number;
  started_at: number;
  deadline_at: number | null;
  saved_at: number;
  submitted_at: number | null;
  /** 1 when it ended by its deadline. */
  has_expired: number;
  /** Hundredths of points. */
  earned: number | null;
  points: number;
  has_passed: number;
  /** A teacher has reset it: it stays readable, and counts nowhere. */
  reset_id: string | null;
}

export interface QuizAttemptItemRow {
  attempt_id: string;
  position: number;
  question_id: string;
  version_id: string;
  /** The ids of the options in the order of this attempt, as JSON. */
  option_order: string;
  answer: string | null;
  seq: number;
  /** What arrived too late to count. */
  late_answer: string | null;
  locked_at: number | null;
  earned: number | null;
  points: number;
  graded_by: string | null;
  /** When a person graded it. */
  graded_at: number | null;
  comment: string;
}

export interface QuizRegradeRow {
  id: string;
  lecture_id: string;
  question_id: string;
  from_version_id: string;
  to_version_id: string;
  policy: 'nobody_loses' | 'new_only' | 'full_credit' | 'leave';
  rise: number;
  fall: number;
  /** What the scores were and became, as JSON. */
  changes: string;
  created_by: string;
  created_at: number;
  undone_at: number | null;
}

/** More time and more attempts for one learner. */
export interface QuizAccommodationRow {
  lecture_id: string;
  user_id: string;
  extra_time_percent: number;
  extra_attempts: number;
  /** So much later are the time limit and the closing time. */
  extra_minutes: number;
  updated_at: number;
}

/** A file that answers a question. */
export interface QuizAnswerFileRow {
  id: string;
  attempt_id: string;
  position: number;
  key: string;
  created_at: number;
}

/** A teacher has reset the attempts of one person, or of everyone. */
export interface QuizResetRow {
  id: string;
  lecture_id: string;
  /** Null for everyone. */
  user_id: string | null;
  reason: string;
  people: number;
  attempts: number;
  created_by: string;
  created_at: number;
}

export interface QuizTables {
  quiz_answer_files: QuizAnswerFileRow;
  quiz_resets: QuizResetRow;
  quiz_accommodations: QuizAccommodationRow;
  quizzes: QuizRow;
  quiz_questions: QuizQuestionRow;
  quiz_question_versions: QuizQuestionVersionRow;
  quiz_attempts: QuizAttemptRow;
  quiz_attempt_items: QuizAttemptItemRow;
  quiz_regrades: QuizRegradeRow;
}
