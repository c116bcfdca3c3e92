-- The limit of its coupon that a payment went beyond when it was recorded.
ALTER TABLE payments ADD COLUMN coupon_excess TEXT;
DROP INDEX payments_to_do;
CREATE INDEX payments_to_do ON payments (mode, initiated_at) WHERE handled_at IS NULL AND standing IN ('disputed', 'unmatched', 'wrong_amount', 'duplicate', 'refund_failed', 'coupon_exceeded');
