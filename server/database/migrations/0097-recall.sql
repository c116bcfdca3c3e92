-- The last answer to a question that comes back after it went wrong. `step` counts the right answers since then.
CREATE TABLE recall_answers (
  user_id TEXT NOT NULL REFERENCES users (id),
  question_id TEXT NOT NULL REFERENCES quiz_questions (id),
  step BIGINT NOT NULL,
  answered_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, question_id)
);
-- Of people who answered one, or turned them off. `remind_at` is the next reminder; null while there is none.
CREATE TABLE recall_settings (
  user_id TEXT PRIMARY KEY REFERENCES users (id),
  is_on BIGINT NOT NULL,
  reminds BIGINT NOT NULL,
  remind_at BIGINT
);
CREATE INDEX recall_settings_by_reminder ON recall_settings (remind_at) WHERE remind_at IS NOT NULL;
