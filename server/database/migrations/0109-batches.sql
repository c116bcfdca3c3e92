-- The runs of a course: the same lectures on days of their own. Days are those of the school's calendar.
CREATE TABLE batches (
  id TEXT PRIMARY KEY,
  course_id TEXT NOT NULL,
  name TEXT NOT NULL,
  starts_on TEXT NOT NULL,
  ends_on TEXT NOT NULL,
  promised_on TEXT NOT NULL,
  join_until TEXT NOT NULL,
  places INTEGER,
  plan_id TEXT,
  after_end TEXT NOT NULL,
  shows_places INTEGER NOT NULL,
  timetable TEXT,
  code TEXT UNIQUE,
  code_limit INTEGER,
  code_ends_on TEXT,
  code_opens_until TEXT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  deleted_at BIGINT
);
CREATE INDEX batches_of_course ON batches (course_id, starts_on) WHERE deleted_at IS NULL;
-- Who is and was in a batch. One membership of a person and a course is present.
CREATE TABLE batch_members (
  id TEXT PRIMARY KEY,
  batch_id TEXT NOT NULL,
  course_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  source TEXT NOT NULL,
  attempt_id TEXT,
  moved_by TEXT,
  is_excess INTEGER NOT NULL,
  joined_at BIGINT NOT NULL,
  left_at BIGINT,
  left_because TEXT,
  reason TEXT NOT NULL
);
CREATE UNIQUE INDEX batch_members_present ON batch_members (user_id, course_id) WHERE left_at IS NULL;
CREATE INDEX batch_members_of_batch ON batch_members (batch_id, joined_at);
CREATE INDEX batch_members_of_attempt ON batch_members (attempt_id) WHERE attempt_id IS NOT NULL;
CREATE INDEX batch_members_in_excess ON batch_members (attempt_id) WHERE is_excess = 1;
-- When a batch has a live class: in place of the date of the lecture.
CREATE TABLE batch_classes (
  batch_id TEXT NOT NULL,
  lecture_id TEXT NOT NULL,
  starts_at BIGINT NOT NULL,
  minutes INTEGER NOT NULL,
  is_moved INTEGER NOT NULL,
  sequence INTEGER NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (batch_id, lecture_id)
);
CREATE INDEX batch_classes_by_start ON batch_classes (starts_at);
-- Who is told once when a place in a full batch opens.
CREATE TABLE batch_waiters (
  batch_id TEXT NOT NULL,
  user_id TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (batch_id, user_id)
);
-- The batch that a purchase is for, and until when the attempt holds a place in it; null: while it can be paid.
ALTER TABLE payment_attempts ADD COLUMN batch_id TEXT;
ALTER TABLE payment_attempts ADD COLUMN batch_held_until BIGINT;
CREATE INDEX payment_attempts_of_batch ON payment_attempts (batch_id) WHERE batch_id IS NOT NULL;
ALTER TABLE access_extensions ADD COLUMN batch_id TEXT;
