-- What people who watched a course wrote about it. A withdrawn one keeps its row, without its text, and stays hidden if it was.
CREATE TABLE reviews (
  id TEXT PRIMARY KEY,
  course_id TEXT NOT NULL REFERENCES courses (id),
  user_id TEXT NOT NULL REFERENCES users (id),
  stars INTEGER NOT NULL,
  text TEXT NOT NULL,
  watched_percent INTEGER NOT NULL,
  written_at BIGINT NOT NULL,
  edited_at BIGINT,
  withdrawn_at BIGINT,
  hidden_reason TEXT,
  hidden_at BIGINT,
  hidden_by TEXT,
  answer TEXT,
  answered_at BIGINT,
  answered_by TEXT,
  UNIQUE (course_id, user_id)
);
-- The earlier texts of a review.
CREATE TABLE review_revisions (
  review_id TEXT NOT NULL REFERENCES reviews (id),
  number INTEGER NOT NULL,
  stars INTEGER NOT NULL,
  text TEXT NOT NULL,
  written_at BIGINT NOT NULL,
  PRIMARY KEY (review_id, number)
);
-- A projection: how many shown reviews of a course gave how many stars.
CREATE TABLE course_ratings (
  course_id TEXT PRIMARY KEY REFERENCES courses (id),
  stars_1 INTEGER NOT NULL,
  stars_2 INTEGER NOT NULL,
  stars_3 INTEGER NOT NULL,
  stars_4 INTEGER NOT NULL,
  stars_5 INTEGER NOT NULL,
  computed_at BIGINT NOT NULL
);
-- Who was asked for a review, in the middle of a course ('half') or at its end ('end').
CREATE TABLE review_requests (
  user_id TEXT NOT NULL REFERENCES users (id),
  course_id TEXT NOT NULL REFERENCES courses (id),
  moment TEXT NOT NULL,
  asked_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, course_id, moment)
);
