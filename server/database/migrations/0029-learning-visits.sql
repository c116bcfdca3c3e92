CREATE TABLE learning_visits (
  user_id TEXT PRIMARY KEY REFERENCES users (id),
  visited_at BIGINT NOT NULL,
  previous_at BIGINT
);
CREATE INDEX lectures_published ON lectures (published_at) WHERE deleted_at IS NULL AND published_at IS NOT NULL;
