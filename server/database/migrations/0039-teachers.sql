CREATE TABLE teachers (
  name TEXT PRIMARY KEY,
  headline TEXT NOT NULL,
  about TEXT NOT NULL,
  picture_key TEXT,
  updated_at BIGINT NOT NULL
);
CREATE INDEX teachers_by_picture ON teachers (picture_key);
