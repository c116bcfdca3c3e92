import { Standing } from '#contract/classroom/questions.ts';
import { flag, integer, oneOf, table, text, time, type RowOf } from '../table.ts';

/** A question about a lecture. */
export const lectureQuestions = table('lecture_questions', {
  key: ['id'],
  columns: {
    id: text,
    lecture_id: text,
    user_id: text,
    /** The moment of the video that it is about; the present video may be shorter. */
    at_ms: integer.orNull(),
    text: text,
    is_private: flag,
    standing: oneOf(Standing),
    /** Why the staff hid it. */
    reason: text,
    accepted_answer_id: text.orNull(),
    /** A projection of its answers: when the staff answered first, or the accepted answer came. */
    answered_at: time.orNull(),
    created_at: time,
    edited_at: time.orNull(),
    updated_at: time,
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'questions',
    exported: ['id', 'lecture_id', 'at_ms', 'text', 'is_private', 'standing', 'created_at', 'edited_at'],
    onDeletion: 'steps',
  },
  archive: { file: 'learning/questions.csv', title: 'Questions about lectures.' },
});
export type LectureQuestionRow = RowOf<typeof lectureQuestions>;

export const lectureAnswers = table('lecture_answers', {
  key: ['id'],
  columns: {
    id: text,
    question_id: text,
    user_id: text,
    /** What its author was in the course when answering. */
    as_role: oneOf('teacher', 'assistant', 'admin').orNull(),
    text: text,
    at_ms: integer.orNull(),
    same_as_id: text.orNull(),
    is_private: flag,
    standing: oneOf(Standing),
    reason: text,
    created_at: time,
    edited_at: time.orNull(),
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'answers',
    exported: ['question_id', 'text', 'at_ms', 'standing', 'created_at', 'edited_at'],
    onDeletion: 'steps',
  },
  archive: { file: 'learning/answers.csv', title: 'Answers to them.' },
});
export type LectureAnswerRow = RowOf<typeof lectureAnswers>;

export const lectureQuestionVotes = table('lecture_question_votes', {
  key: ['question_id', 'user_id'],
  columns: {
    question_id: text,
    user_id: text,
    created_at: time,
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'question-votes',
    exported: ['question_id', 'created_at'],
    onDeletion: 'delete',
  },
  archive: { file: 'learning/question-votes.csv', title: 'People who have the same question.' },
});

export const lectureQuestionFollows = table('lecture_question_follows', {
  key: ['question_id', 'user_id'],
  columns: {
    question_id: text,
    user_id: text,
    created_at: time,
    /** 0 for those who stopped following. */
    is_on: flag,
  },
  person: {
    rows: { userId: 'user_id' },
    title: 'followed-questions',
    exported: ['question_id', 'is_on', 'created_at'],
    onDeletion: 'delete',
  },
  archive: { file: 'learning/question-follows.csv', title: 'People who follow a question.' },
});

/** A report of a question or an answer. */
export const lecturePostReports = table('lecture_post_reports', {
  key: ['post_id', 'user_id'],
  columns: {
    post_id: text,
    user_id: text,
    is_reviewed: flag,
    created_at: time,
  },
  person: { rows: { userId: 'user_id' }, onDeletion: 'delete' },
  archive: { file: 'learning/post-reports.csv', title: 'Reports of questions and answers.' },
});

/** An earlier text of a question or an answer. */
export const lecturePostRevisions = table('lecture_post_revisions', {
  key: ['post_id', 'number'],
  columns: {
    post_id: text,
    number: integer,
    text: text,
    replaced_at: time,
  },
  person: {
    rows: { via: { column: 'post_id', of: lectureQuestions, key: 'id' } },
    onDeletion: 'steps',
  },
  archive: { file: 'learning/post-revisions.csv', title: 'Earlier texts of questions and answers.' },
});
