-- From when the term of an offline payment counts, where that is not the day of its money.
ALTER TABLE payments ADD COLUMN begins_at BIGINT;
-- Those who came back. The version before reads by payments_after_absence.
CREATE INDEX payments_after_return ON payments (mode, previous_end)
  WHERE previous_end < COALESCE(redeemed_at, begins_at, captured_at);
-- When a refund was paid back outside the gateway, or its payment was reversed.
ALTER TABLE refunds ADD COLUMN settled_at BIGINT;
