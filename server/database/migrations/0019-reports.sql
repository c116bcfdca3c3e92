ALTER TABLE payments ADD COLUMN fee_in_paise BIGINT;
ALTER TABLE payments ADD COLUMN previous_end BIGINT;
ALTER TABLE payments ADD COLUMN is_automatic BIGINT;
-- Those who came back: when they had left.
CREATE INDEX payments_after_pause ON payments (mode, previous_end) WHERE previous_end < captured_at;

ALTER TABLE payment_attempts ADD COLUMN window_opened_at BIGINT;
CREATE INDEX payment_attempts_by_start ON payment_attempts (mode, created_at);
CREATE INDEX payment_attempts_by_window ON payment_attempts (mode, window_opened_at) WHERE window_opened_at IS NOT NULL;

ALTER TABLE daily_sales ADD COLUMN fees_in_paise BIGINT NOT NULL DEFAULT 0;
ALTER TABLE daily_sales ADD COLUMN without_fee BIGINT NOT NULL DEFAULT 0;
ALTER TABLE daily_sales ADD COLUMN payments BIGINT NOT NULL DEFAULT 0;
ALTER TABLE daily_sales ADD COLUMN with_refund BIGINT NOT NULL DEFAULT 0;
ALTER TABLE daily_sales ADD COLUMN joined BIGINT NOT NULL DEFAULT 0;
ALTER TABLE daily_sales ADD COLUMN renewed BIGINT NOT NULL DEFAULT 0;
ALTER TABLE daily_sales ADD COLUMN from_checkout BIGINT NOT NULL DEFAULT 0;
-- The next start recomputes the days, as after a change of the time zone.
UPDATE settings SET value = '' WHERE name = 'billing.projections-time-zone';
