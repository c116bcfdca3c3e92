-- By which rule the term of a payment was computed first. Null (or 0) with dates: sold before rules had numbers, and keeps them. No row
-- is written here: on PostgreSQL everyone would wait for as long as 300,000 of them take.
ALTER TABLE payments ADD COLUMN term_rule BIGINT;
-- 1 for money that was recorded when it could give no access any more, or after its mandate had ended: a to-do.
ALTER TABLE payments ADD COLUMN late BIGINT;
-- Why a recomputation ended a mandate that no act had ended: a to-do.
ALTER TABLE payment_attempts ADD COLUMN mended TEXT;
CREATE INDEX payment_attempts_mended ON payment_attempts (mode) WHERE mended IS NOT NULL;

-- Money of people who were blocked, or had left.
UPDATE payments SET late = 1
WHERE status = 'captured' AND amount_in_paise > 0
  AND attempt_id IN (SELECT id FROM payment_attempts WHERE gift_id IS NULL)
  AND EXISTS (SELECT 1 FROM users u WHERE u.id = payments.user_id
    AND (u.blocked_at <= payments.created_at OR u.deleted_at <= payments.created_at));

-- Charges after the renewal was turned off, or after every right of the purchase had been revoked.
UPDATE payments SET late = 1
WHERE status = 'captured' AND amount_in_paise > 0
  AND EXISTS (
    SELECT 1 FROM payments f
    JOIN payment_attempts a ON a.id = f.attempt_id
    JOIN plan_versions v ON v.id = a.plan_version_id
    WHERE f.attempt_id = payments.attempt_id AND f.status = 'captured' AND a.cycles > 1
      AND f.captured_at < payments.captured_at
      AND (
        a.cancel_requested_at <= payments.created_at
        OR (v.opens = 'everything' AND EXISTS (
          SELECT 1 FROM access_changes c
          WHERE c.user_id = payments.user_id AND c.kind = 'revoke' AND c.scope = 'everything'
            AND c.at > f.captured_at AND c.at <= payments.created_at))
        OR (v.opens = 'courses' AND NOT EXISTS (
          SELECT 1 FROM plan_version_courses o
          WHERE o.version_id = v.id AND NOT EXISTS (
            SELECT 1 FROM access_changes c
            WHERE c.user_id = payments.user_id AND c.kind = 'revoke' AND c.scope = o.course_id
              AND c.at > f.captured_at AND c.at <= payments.created_at)))));

DROP INDEX payments_to_do;
CREATE INDEX payments_to_do ON payments (mode, initiated_at) WHERE handled_at IS NULL AND standing IN ('disputed', 'unmatched', 'wrong_amount', 'duplicate', 'refund_failed', 'coupon_exceeded', 'paid_without_access', 'charged_without_access');
-- The next start ends mandates without a ground, and recomputes all projections.
UPDATE settings SET value = '' WHERE name = 'billing.projections-time-zone';
