-- Who went back in a lecture: to which ten seconds of it, in which week, once. Watched ranges merge and do not say it.
CREATE TABLE lecture_rewinds (
  lecture_id TEXT NOT NULL REFERENCES lectures (id),
  week BIGINT NOT NULL,
  bucket BIGINT NOT NULL,
  user_id TEXT NOT NULL REFERENCES users (id),
  PRIMARY KEY (lecture_id, week, user_id, bucket)
);
CREATE INDEX lecture_rewinds_of_week ON lecture_rewinds (week, lecture_id, bucket);
