-- From when the term of an offline payment counts, where that is not the day of its money.
ALTER TABLE payments ADD COLUMN begins_at BIGINT;
-- Those who came back. The version before reads by payments_after_absence.
CREATE INDEX payments_after_return ON payments (mode, previous_end)
  WHERE previous_end < COALESCE(redeemed_at, begins_at, captured_at);
-- When a refund was paid back outside the gateway, or its payment was reversed.
ALTER TABLE refunds ADD COLUMN settled_at BIGINT;
-- A reference counts once over UPI and bank: a bank statement shows both by the same number. Of two that count, UPI keeps it.
UPDATE payment_requests SET counted_key = NULL WHERE way = 'bank' AND counted_key IS NOT NULL
  AND EXISTS (SELECT 1 FROM payment_requests other WHERE other.way = 'upi' AND other.counted_key = payment_requests.counted_key);
CREATE UNIQUE INDEX payment_requests_counted_once ON payment_requests ((CASE WHEN way = 'upi' THEN 'bank' ELSE way END), counted_key)
  WHERE counted_key IS NOT NULL;
DROP INDEX payment_requests_counted;
