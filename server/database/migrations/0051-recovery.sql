-- Why a payment failed, in the words that every provider shares; null if unknown.
ALTER TABLE payments ADD COLUMN failure_reason TEXT;
-- The email about an attempt that was not finished: one per attempt.
CREATE TABLE recovery_emails (
  attempt_id TEXT PRIMARY KEY REFERENCES payment_attempts (id),
  user_id TEXT NOT NULL REFERENCES users (id),
  decided_at BIGINT NOT NULL,
  sent_at BIGINT,
  opted_out_at BIGINT
);
CREATE INDEX recovery_emails_by_user ON recovery_emails (user_id, decided_at);
CREATE TABLE recovery_links (
  token_hash TEXT PRIMARY KEY,
  attempt_id TEXT NOT NULL REFERENCES recovery_emails (attempt_id),
  created_at BIGINT NOT NULL
);
