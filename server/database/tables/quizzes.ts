import { AttemptState, RegradePolicy } from '#contract/classroom/quiz-fields.ts';
import { flag, integer, json, oneOf, table, text, time, type RowOf } from '../table.ts';

/** The settings of a quiz, as JSON. */
export const quizzes = table('quizzes', {
  key: ['lecture_id'],
  columns: {
    lecture_id: text,
    settings: json,
    /** 1: the later lectures of the course stay closed to learners until they have passed. */
    must_pass: flag.generated(false),
    updated_at: time,
  },
  person: null,
  archive: { file: 'courses/{course}/{lecture}/quiz.json', title: 'The rules of a quiz.' },
});
export type QuizRow = RowOf<typeof quizzes>;

export const quizQuestions = table('quiz_questions', {
  key: ['lecture_id', 'position', 'id'],
  columns: {
    id: text,
    lecture_id: text,
    position: integer,
    /** The version that new attempts get. */
    version_id: text,
    /** The moment of a video or a sound; null for a question of a quiz. */
    at_ms: integer.orNull(),
    retired_at: time.orNull(),
    created_at: time,
  },
  person: null,
  archive: {
    file: 'courses/{course}/{lecture}/questions.json',
    title: 'The places of the questions of a quiz, or of questions in a video.',
  },
});
export type QuizQuestionRow = RowOf<typeof quizQuestions>;

/** A question with its key, as JSON. Rows are never changed. */
export const quizQuestionVersions = table('quiz_question_versions', {
  key: ['question_id', 'number'],
  columns: {
    id: text,
    question_id: text,
    number: integer,
    content: json,
    created_by: text,
    created_at: time,
  },
  person: null,
  archive: {
    file: 'courses/{course}/{lecture}/questions/{question_id}.json',
    title: 'A question with its answers: each version of it.',
    of: { column: 'question_id', table: quizQuestions },
  },
});
export type QuizQuestionVersionRow = RowOf<typeof quizQuestionVersions>;

export const quizAttempts = table('quiz_attempts', {
  key: ['id'],
  columns: {
    id: text,
    lecture_id: text,
    user_id: text,
    number: integer,
    state: oneOf(AttemptState),
    settings: json,
    /** An attempt of a teacher or an assistant of the course, who tries it out: it does not count. */
    is_preview: flag,
    started_at: time,
    deadline_at: time.orNull(),
    saved_at: time,
    submitted_at: time.orNull(),
    /** 1 when it ended by its deadline. */
    has_expired: flag,
    /** Hundredths of points. */
    earned: integer.orNull(),
    points: integer,
    has_passed: flag,
    /** A teacher has reset it: it stays readable, and counts nowhere. */
    reset_id: text.orNull(),
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'quiz-attempts',
    exported: [
      'id',
      'lecture_id',
      'number',
      'state',
      'started_at',
      'deadline_at',
      'submitted_at',
      'earned',
      'points',
      'has_passed',
    ],
    onDeletion: 'delete',
  },
  archive: { file: 'learning/quiz-attempts.jsonl', title: 'Attempts at quizzes. Points are in hundredths.' },
});
export type QuizAttemptRow = RowOf<typeof quizAttempts>;

export const quizAttemptItems = table('quiz_attempt_items', {
  key: ['attempt_id', 'position'],
  columns: {
    attempt_id: text,
    position: integer,
    question_id: text,
    version_id: text,
    /** The ids of the options in the order of this attempt, as JSON. */
    option_order: json,
    answer: json.orNull(),
    seq: integer,
    /** What arrived too late to count. */
    late_answer: json.orNull(),
    locked_at: time.orNull(),
    earned: integer.orNull(),
    points: integer,
    graded_by: text.orNull(),
    /** When a person graded it. */
    graded_at: time.orNull(),
    comment: text,
  },
  person: {
    rows: { via: { column: 'attempt_id', of: quizAttempts, key: 'id' } },
    title: 'quiz-answers',
    exported: ['attempt_id', 'position', 'question_id', 'version_id', 'answer', 'earned', 'points', 'comment'],
    onDeletion: 'delete',
  },
  archive: { file: 'learning/quiz-answers.jsonl', title: 'Their questions and answers.' },
});
export type QuizAttemptItemRow = RowOf<typeof quizAttemptItems>;

/** A file that answers a question. */
export const quizAnswerFiles = table('quiz_answer_files', {
  key: ['id'],
  columns: {
    id: text,
    attempt_id: text,
    position: integer,
    key: text,
    created_at: time,
  },
  person: {
    rows: { via: { column: 'attempt_id', of: quizAttempts, key: 'id' } },
    title: 'answer-files',
    exported: ['attempt_id', 'position', 'key', 'created_at'],
    onDeletion: 'delete',
  },
  archive: { file: 'learning/quiz-answer-files.csv', title: 'Files that answer a question.' },
});
export type QuizAnswerFileRow = RowOf<typeof quizAnswerFiles>;

export const quizRegrades = table('quiz_regrades', {
  key: ['id'],
  columns: {
    id: text,
    lecture_id: text,
    question_id: text,
    from_version_id: text,
    to_version_id: text,
    policy: oneOf(RegradePolicy),
    rise: integer,
    fall: integer,
    /** What the scores were and became, as JSON. */
    changes: json,
    created_by: text,
    created_at: time,
    undone_at: time.orNull(),
  },
  person: null,
  archive: { file: 'learning/quiz-regrades.jsonl', title: 'Changes of graded questions, and of the scores.' },
});
export type QuizRegradeRow = RowOf<typeof quizRegrades>;

/** More time and more attempts for one learner. */
export const quizAccommodations = table('quiz_accommodations', {
  key: ['lecture_id', 'user_id'],
  columns: {
    lecture_id: text,
    user_id: text,
    extra_time_percent: integer,
    extra_attempts: integer,
    /** The extension of the time limit and of the closing time. */
    extra_minutes: integer,
    updated_at: time,
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'quiz-accommodations',
    exported: ['lecture_id', 'extra_time_percent', 'extra_attempts', 'extra_minutes', 'updated_at'],
    onDeletion: 'delete',
  },
  archive: { file: 'learning/quiz-accommodations.csv', title: 'More time and more attempts for a learner.' },
});
export type QuizAccommodationRow = RowOf<typeof quizAccommodations>;

/** A teacher has reset the attempts of one person, or of everyone. */
export const quizResets = table('quiz_resets', {
  key: ['id'],
  columns: {
    id: text,
    lecture_id: text,
    /** Null for everyone. */
    user_id: text.orNull(),
    reason: text,
    people: integer,
    attempts: integer,
    created_by: text,
    created_at: time,
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'quiz-resets',
    exported: ['lecture_id', 'reason', 'created_at'],
    onDeletion: { set: { user_id: null, reason: '' }, why: 'How many attempts a teacher reset.' },
  },
  archive: { file: 'learning/quiz-resets.csv', title: 'Resets of attempts.' },
});
export type QuizResetRow = RowOf<typeof quizResets>;

/** The last answer to a question that comes back after it went wrong. */
export const recallAnswers = table('recall_answers', {
  key: ['user_id', 'question_id'],
  columns: {
    user_id: text,
    question_id: text,
    /** Right answers in a row. */
    step: integer,
    answered_at: time,
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'questions-again',
    exported: ['question_id', 'step', 'answered_at'],
    onDeletion: 'delete',
  },
  archive: { file: 'learning/recall-answers.csv', title: 'Answers to questions that came back after they went wrong.' },
});
export type RecallAnswerRow = RowOf<typeof recallAnswers>;

export const recallSettings = table('recall_settings', {
  key: ['user_id'],
  columns: {
    user_id: text,
    is_on: flag,
    reminds: flag,
    /** The next reminder. */
    remind_at: time.orNull(),
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'questions-again-settings',
    exported: ['is_on', 'reminds', 'remind_at'],
    onDeletion: 'delete',
  },
  archive: { file: 'learning/recall-settings.csv', title: 'Who wants those questions, and a reminder of them.' },
});
export type RecallSettingsRow = RowOf<typeof recallSettings>;
