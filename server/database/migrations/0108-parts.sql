-- How a version of a plan is paid in parts: JSON; null where it is paid at once.
ALTER TABLE plan_versions ADD COLUMN parts TEXT;
-- What was agreed in a checkout in parts: JSON. Null for others.
ALTER TABLE payment_attempts ADD COLUMN in_parts TEXT;
-- The attempt of the purchase of which this one pays parts.
ALTER TABLE payment_attempts ADD COLUMN parts_of TEXT;
CREATE INDEX payment_attempts_of_parts ON payment_attempts (parts_of) WHERE parts_of IS NOT NULL;
-- The parts of a purchase: what was agreed, what the school changed since, and what is left to pay.
CREATE TABLE part_dues (
  attempt_id TEXT NOT NULL,
  n INTEGER NOT NULL,
  user_id TEXT NOT NULL,
  mode TEXT NOT NULL,
  amount_in_paise BIGINT NOT NULL,
  due_on TEXT NOT NULL,
  promised_on TEXT,
  written_off_at BIGINT,
  reason TEXT,
  paid_in_paise BIGINT NOT NULL,
  missing_in_paise BIGINT NOT NULL,
  pauses_at BIGINT NOT NULL,
  reminded_at BIGINT,
  reminder INTEGER NOT NULL,
  remind_at BIGINT,
  PRIMARY KEY (attempt_id, n)
);
CREATE INDEX part_dues_of_user ON part_dues (user_id, mode);
CREATE INDEX part_dues_by_day ON part_dues (mode, pauses_at) WHERE missing_in_paise > 0;
CREATE INDEX part_dues_to_remind ON part_dues (remind_at) WHERE remind_at IS NOT NULL;
-- When access by the first payment of a purchase in parts pauses, and how that purchase ended.
ALTER TABLE payments ADD COLUMN pauses_at BIGINT;
ALTER TABLE payments ADD COLUMN parts_end TEXT;
-- Which parts a payment paid: JSON.
ALTER TABLE payments ADD COLUMN paid_parts TEXT;
