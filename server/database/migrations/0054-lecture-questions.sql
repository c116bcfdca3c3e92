-- Questions about a lecture. `standing` is 'shown', 'held', 'reported', 'hidden' or 'deleted'.
CREATE TABLE lecture_questions (
  id TEXT PRIMARY KEY,
  lecture_id TEXT NOT NULL REFERENCES lectures (id),
  user_id TEXT NOT NULL REFERENCES users (id),
  at_ms BIGINT,
  text TEXT NOT NULL,
  is_private BIGINT NOT NULL,
  standing TEXT NOT NULL,
  reason TEXT NOT NULL DEFAULT '',
  accepted_answer_id TEXT,
  -- A projection of the answers: when the staff, or the accepted answer, answered.
  answered_at BIGINT,
  created_at BIGINT NOT NULL,
  edited_at BIGINT,
  updated_at BIGINT NOT NULL
);
CREATE INDEX lecture_questions_of_lecture ON lecture_questions (lecture_id, created_at);
CREATE INDEX lecture_questions_of_user ON lecture_questions (user_id, created_at);
CREATE INDEX lecture_questions_waiting ON lecture_questions (created_at) WHERE answered_at IS NULL;
CREATE INDEX lecture_questions_answered ON lecture_questions (answered_at) WHERE answered_at IS NOT NULL;
-- `as_role` is what the author was in the course when answering: 'teacher', 'assistant', 'admin' or nothing.
CREATE TABLE lecture_answers (
  id TEXT PRIMARY KEY,
  question_id TEXT NOT NULL REFERENCES lecture_questions (id),
  user_id TEXT NOT NULL REFERENCES users (id),
  as_role TEXT,
  text TEXT NOT NULL,
  at_ms BIGINT,
  same_as_id TEXT REFERENCES lecture_questions (id),
  is_private BIGINT NOT NULL,
  standing TEXT NOT NULL,
  reason TEXT NOT NULL DEFAULT '',
  created_at BIGINT NOT NULL,
  edited_at BIGINT
);
CREATE INDEX lecture_answers_of_question ON lecture_answers (question_id, created_at);
CREATE INDEX lecture_answers_of_user ON lecture_answers (user_id, created_at);
CREATE INDEX lecture_answers_same_as ON lecture_answers (same_as_id);
CREATE TABLE lecture_question_votes (
  question_id TEXT NOT NULL REFERENCES lecture_questions (id),
  user_id TEXT NOT NULL REFERENCES users (id),
  created_at BIGINT NOT NULL,
  PRIMARY KEY (question_id, user_id)
);
-- `is_on` is 0 for those who were told about answers and stopped it.
CREATE TABLE lecture_question_follows (
  question_id TEXT NOT NULL REFERENCES lecture_questions (id),
  user_id TEXT NOT NULL REFERENCES users (id),
  is_on BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (question_id, user_id)
);
-- Of a question or an answer: `post_id` is the id of either. `is_reviewed` is 1 once the staff has looked.
CREATE TABLE lecture_post_reports (
  post_id TEXT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id),
  is_reviewed BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (post_id, user_id)
);
-- Earlier texts of a question or an answer.
CREATE TABLE lecture_post_revisions (
  post_id TEXT NOT NULL,
  number BIGINT NOT NULL,
  text TEXT NOT NULL,
  replaced_at BIGINT NOT NULL,
  PRIMARY KEY (post_id, number)
);
