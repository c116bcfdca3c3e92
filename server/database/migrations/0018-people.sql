ALTER TABLE users ADD COLUMN blocked_at BIGINT;
CREATE INDEX users_listed ON users (lower(full_name), id) WHERE deleted_at IS NULL;
CREATE INDEX users_by_age ON users (created_at, id) WHERE deleted_at IS NULL;
CREATE INDEX users_blocked ON users (id) WHERE blocked_at IS NOT NULL;

ALTER TABLE sessions ADD COLUMN user_agent TEXT;

CREATE TABLE sent_emails (
  id TEXT NOT NULL,
  address TEXT NOT NULL,
  subject TEXT NOT NULL,
  sent_at BIGINT NOT NULL,
  PRIMARY KEY (id, address)
);
CREATE INDEX sent_emails_by_address ON sent_emails (address, sent_at);
CREATE INDEX sent_emails_by_age ON sent_emails (sent_at);

ALTER TABLE user_access ADD COLUMN paid_in_paise BIGINT NOT NULL DEFAULT 0;
ALTER TABLE user_access ADD COLUMN is_refunded BIGINT NOT NULL DEFAULT 0;

-- Also who has nothing any more gets a row, which says that they had bought.
INSERT INTO user_access (user_id, mode, ends_at, remind_days, remind_at)
SELECT DISTINCT p.user_id, p.mode, 0, CAST(NULL AS BIGINT), CAST(NULL AS BIGINT)
FROM payments p JOIN users u ON u.id = p.user_id
WHERE p.status = 'captured' AND p.access_until IS NOT NULL AND p.attempt_id IS NOT NULL AND u.deleted_at IS NULL
ON CONFLICT (user_id, mode) DO NOTHING;

UPDATE user_access SET paid_in_paise = (
  SELECT COALESCE(SUM(p.amount_in_paise - (
    SELECT COALESCE(SUM(r.amount_in_paise), 0) FROM refunds r
    WHERE r.provider_payment_id = p.provider_payment_id AND r.status IN ('pending', 'processed')
  )), 0)
  FROM payments p
  WHERE p.user_id = user_access.user_id AND p.mode = user_access.mode
    AND p.status = 'captured' AND p.access_until IS NOT NULL AND p.attempt_id IS NOT NULL
);

UPDATE user_access SET is_refunded = 1 WHERE (
  SELECT p.standing FROM payments p
  WHERE p.user_id = user_access.user_id AND p.mode = user_access.mode
    AND p.status = 'captured' AND p.access_until IS NOT NULL AND p.attempt_id IS NOT NULL
  ORDER BY p.captured_at DESC LIMIT 1
) IN ('refunded', 'refund_pending');

CREATE INDEX user_access_by_state ON user_access (mode, ends_at, is_refunded, remind_at, user_id);
CREATE INDEX user_access_by_paid ON user_access (mode, paid_in_paise, user_id);
