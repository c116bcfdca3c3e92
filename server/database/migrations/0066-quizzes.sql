-- The settings of a quiz, as JSON; none before they are changed.
CREATE TABLE quizzes (
  lecture_id TEXT PRIMARY KEY REFERENCES lectures (id),
  settings TEXT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE TABLE quiz_questions (
  id TEXT PRIMARY KEY,
  lecture_id TEXT NOT NULL REFERENCES lectures (id),
  position BIGINT NOT NULL,
  -- The version that new attempts get.
  version_id TEXT NOT NULL,
  retired_at BIGINT,
  created_at BIGINT NOT NULL
);
CREATE INDEX quiz_questions_of_lecture ON quiz_questions (lecture_id, position);
-- Never changed. `content` is the question with its key, as JSON.
CREATE TABLE quiz_question_versions (
  id TEXT PRIMARY KEY,
  question_id TEXT NOT NULL REFERENCES quiz_questions (id),
  number BIGINT NOT NULL,
  content TEXT NOT NULL,
  created_by TEXT NOT NULL REFERENCES users (id),
  created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX quiz_question_versions_by_number ON quiz_question_versions (question_id, number);
-- `state` is 'open', 'waiting' for a person who grades, or 'graded'. `earned` is in hundredths of points.
CREATE TABLE quiz_attempts (
  id TEXT PRIMARY KEY,
  lecture_id TEXT NOT NULL REFERENCES lectures (id),
  user_id TEXT NOT NULL REFERENCES users (id),
  number BIGINT NOT NULL,
  state TEXT NOT NULL,
  settings TEXT NOT NULL,
  -- Of the people of the course, who try it out: it counts nowhere.
  is_preview BIGINT NOT NULL,
  started_at BIGINT NOT NULL,
  deadline_at BIGINT,
  saved_at BIGINT NOT NULL,
  submitted_at BIGINT,
  -- 1 when it ended by its deadline.
  has_expired BIGINT NOT NULL,
  earned BIGINT,
  points BIGINT NOT NULL,
  has_passed BIGINT NOT NULL
);
CREATE UNIQUE INDEX quiz_attempts_by_number ON quiz_attempts (lecture_id, user_id, number);
CREATE UNIQUE INDEX quiz_attempts_open ON quiz_attempts (lecture_id, user_id) WHERE state = 'open';
CREATE INDEX quiz_attempts_by_deadline ON quiz_attempts (deadline_at) WHERE state = 'open';
CREATE INDEX quiz_attempts_waiting ON quiz_attempts (submitted_at) WHERE state = 'waiting';
CREATE INDEX quiz_attempts_of_user ON quiz_attempts (user_id);
CREATE TABLE quiz_attempt_items (
  attempt_id TEXT NOT NULL REFERENCES quiz_attempts (id),
  position BIGINT NOT NULL,
  question_id TEXT NOT NULL REFERENCES quiz_questions (id),
  version_id TEXT NOT NULL REFERENCES quiz_question_versions (id),
  -- The ids of the options in the order of this attempt, as JSON.
  option_order TEXT NOT NULL,
  answer TEXT,
  seq BIGINT NOT NULL,
  -- What arrived too late to count.
  late_answer TEXT,
  locked_at BIGINT,
  earned BIGINT,
  points BIGINT NOT NULL,
  graded_by TEXT,
  comment TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (attempt_id, position)
);
CREATE INDEX quiz_attempt_items_of_question ON quiz_attempt_items (question_id);
-- A change of a question that changed scores; `changes` has what they were and what they became, as JSON.
CREATE TABLE quiz_regrades (
  id TEXT PRIMARY KEY,
  lecture_id TEXT NOT NULL REFERENCES lectures (id),
  question_id TEXT NOT NULL REFERENCES quiz_questions (id),
  from_version_id TEXT NOT NULL,
  to_version_id TEXT NOT NULL,
  policy TEXT NOT NULL,
  rise BIGINT NOT NULL,
  fall BIGINT NOT NULL,
  changes TEXT NOT NULL,
  created_by TEXT NOT NULL REFERENCES users (id),
  created_at BIGINT NOT NULL,
  undone_at BIGINT
);
CREATE INDEX quiz_regrades_of_lecture ON quiz_regrades (lecture_id, created_at);
