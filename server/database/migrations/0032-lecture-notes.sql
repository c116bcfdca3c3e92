CREATE TABLE lecture_notes (
  user_id TEXT NOT NULL REFERENCES users (id),
  id TEXT NOT NULL,
  lecture_id TEXT NOT NULL REFERENCES lectures (id),
  position_ms BIGINT NOT NULL,
  text TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, id)
);
CREATE INDEX lecture_notes_of_lecture ON lecture_notes (user_id, lecture_id, position_ms);
