-- What buyers say that they paid the school offline, and what came of it. The attempt has the plan, the price, the coupon and the gift.
CREATE TABLE payment_requests (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL,
  attempt_id TEXT NOT NULL UNIQUE,
  mode TEXT NOT NULL,
  course_id TEXT,
  way TEXT NOT NULL,
  reference TEXT NOT NULL,
  reference_key TEXT NOT NULL,
  counted_key TEXT,
  paid_on TEXT NOT NULL,
  stated_in_paise BIGINT,
  picture_key TEXT,
  state TEXT NOT NULL,
  reason TEXT NOT NULL,
  expires_at BIGINT NOT NULL,
  payment_id TEXT,
  received_on TEXT,
  excess_in_paise BIGINT NOT NULL,
  request_key TEXT UNIQUE,
  decided_at BIGINT,
  decided_by TEXT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
-- A reference counts once for each way, and once over UPI and bank: a bank statement shows both by the same number.
CREATE UNIQUE INDEX payment_requests_counted ON payment_requests ((CASE WHEN way = 'upi' THEN 'bank' ELSE way END), counted_key)
  WHERE counted_key IS NOT NULL;
CREATE INDEX payment_requests_by_reference ON payment_requests (way, reference_key);
CREATE INDEX payment_requests_by_user ON payment_requests (user_id, created_at);
CREATE INDEX payment_requests_waiting ON payment_requests (mode, created_at) WHERE state = 'waiting';
CREATE INDEX payment_requests_decided ON payment_requests (mode, decided_at) WHERE decided_at IS NOT NULL;
CREATE UNIQUE INDEX payment_requests_by_payment ON payment_requests (payment_id) WHERE payment_id IS NOT NULL;
CREATE INDEX payment_requests_pictures ON payment_requests (picture_key) WHERE picture_key IS NOT NULL;
CREATE INDEX payment_requests_overpaid ON payment_requests (mode) WHERE excess_in_paise > 0;
-- How a refund was paid back outside the gateway, or that its payment was reversed; null for the payment provider, and while it is owed.
ALTER TABLE refunds ADD COLUMN settled_by TEXT;
CREATE INDEX refunds_owed ON refunds (provider, status) WHERE status = 'pending';
