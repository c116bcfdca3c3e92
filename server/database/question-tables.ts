type Standing = 'shown' | 'held' | 'reported' | 'hidden' | 'deleted';

/** A question about a lecture. */
export interface LectureQuestionRow {
  id: string;
  lecture_id: string;
  user_id: string;
  /** The moment of the video that it is about; the present video may be shorter. */
  at_ms: number | null;
  text: string;
  is_private: number;
  standing: Standing;
  /** Why the staff hid it. */
  reason: string;
  accepted_answer_id: string | null;
  /** A projection of its answers: since when it waits no longer. */
  answered_at: number | null;
  created_at: number;
  edited_at: number | null;
  updated_at: number;
}

export interface LectureAnswerRow {
  id: string;
  question_id: string;
  user_id: string;
  /** What its author was in the course when answering. */
  as_role: 'teacher' | 'assistant' | 'admin' | null;
  text: string;
  at_ms: number | null;
  same_as_id: string | null;
  is_private: number;
  standing: Standing;
  reason: string;
  created_at: number;
  edited_at: number | null;
}

interface LectureQuestionVoteRow {
  question_id: string;
  user_id: string;
  created_at: number;
}

interface LectureQuestionFollowRow extends LectureQuestionVoteRow {
  /** 0 for those who stopped following. */
  is_on: number;
}

/** A report of a question or an answer. */
interface LecturePostReportRow {
  post_id: string;
  user_id: string;
  is_reviewed: number;
  created_at: number;
}

/** An earlier text of a question or an answer. */
interface LecturePostRevisionRow {
  post_id: string;
  number: number;
  text: string;
  replaced_at: number;
}

/** A person went back to ten seconds of a lecture in a week. */
interface LectureRewindRow {
  lecture_id: string;
  week: number;
  bucket: number;
  user_id: string;
}

export interface QuestionTables {
  lecture_questions: LectureQuestionRow;
  lecture_answers: LectureAnswerRow;
  lecture_question_votes: LectureQuestionVoteRow;
  lecture_question_follows: LectureQuestionFollowRow;
  lecture_post_reports: LecturePostReportRow;
  lecture_post_revisions: LecturePostRevisionRow;
  lecture_rewinds: LectureRewindRow;
}
