-- More time and more attempts at a quiz for one learner.
CREATE TABLE quiz_accommodations (
  lecture_id TEXT NOT NULL REFERENCES lectures (id),
  user_id TEXT NOT NULL REFERENCES users (id),
  extra_time_percent BIGINT NOT NULL,
  extra_attempts BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (lecture_id, user_id)
);
