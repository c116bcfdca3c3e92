ALTER TABLE payment_attempts ADD COLUMN buyer_state TEXT;

ALTER TABLE payments ADD COLUMN standing TEXT;
ALTER TABLE payments ADD COLUMN counted_day TEXT;
ALTER TABLE payments ADD COLUMN counted_sold BIGINT;
ALTER TABLE payments ADD COLUMN counted_gross_in_paise BIGINT;
ALTER TABLE payments ADD COLUMN counted_refunded_in_paise BIGINT;
ALTER TABLE payments ADD COLUMN counted_lost_in_paise BIGINT;
ALTER TABLE payments ADD COLUMN handled_at BIGINT;
CREATE INDEX payments_by_start ON payments (mode, initiated_at, id);
CREATE INDEX payments_by_standing ON payments (mode, standing, initiated_at, id);
CREATE INDEX payments_to_do ON payments (mode, initiated_at) WHERE handled_at IS NULL AND standing IN ('disputed', 'unmatched', 'wrong_amount', 'duplicate', 'refund_failed');

CREATE TABLE daily_totals (
  mode TEXT NOT NULL,
  day TEXT NOT NULL,
  sold BIGINT NOT NULL,
  gross_in_paise BIGINT NOT NULL,
  refunded_in_paise BIGINT NOT NULL,
  lost_in_paise BIGINT NOT NULL,
  PRIMARY KEY (mode, day)
);

CREATE TABLE user_access (
  user_id TEXT NOT NULL REFERENCES users (id),
  mode TEXT NOT NULL,
  ends_at BIGINT NOT NULL,
  remind_days BIGINT,
  remind_at BIGINT,
  PRIMARY KEY (user_id, mode)
);
CREATE INDEX user_access_by_end ON user_access (mode, ends_at);
CREATE INDEX user_access_to_remind ON user_access (mode, remind_at) WHERE remind_at IS NOT NULL;

CREATE TABLE access_ends (
  mode TEXT NOT NULL,
  day BIGINT NOT NULL,
  people BIGINT NOT NULL,
  PRIMARY KEY (mode, day)
);

CREATE TABLE access_changes (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  kind TEXT NOT NULL,
  at BIGINT NOT NULL,
  until BIGINT,
  payment_id TEXT,
  days BIGINT NOT NULL,
  changed_by TEXT NOT NULL,
  reason TEXT NOT NULL
);
CREATE INDEX access_changes_by_user ON access_changes (user_id, at);

CREATE TABLE receipt_series (
  series TEXT PRIMARY KEY,
  last BIGINT NOT NULL
);

CREATE TABLE receipts (
  number TEXT PRIMARY KEY,
  kind TEXT NOT NULL,
  mode TEXT NOT NULL,
  user_id TEXT NOT NULL,
  payment_id TEXT NOT NULL,
  refund_id TEXT UNIQUE,
  amount_in_paise BIGINT NOT NULL,
  issued_at BIGINT NOT NULL,
  document TEXT NOT NULL
);
CREATE INDEX receipts_by_user ON receipts (user_id, issued_at);
CREATE INDEX receipts_by_payment ON receipts (payment_id);

CREATE INDEX payment_audit_by_payment ON payment_audit (payment_id, at) WHERE payment_id IS NOT NULL;
CREATE INDEX users_by_name ON users (lower(full_name));
