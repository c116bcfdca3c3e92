-- Audit entries become data: a kind, a source and typed fields instead of sentences that had to be parsed.
CREATE TABLE audit_entries (
  id TEXT PRIMARY KEY,
  at BIGINT NOT NULL,
  kind TEXT NOT NULL,
  source TEXT NOT NULL,
  user_id TEXT,
  attempt_id TEXT,
  payment_id TEXT,
  detail TEXT NOT NULL
);

INSERT INTO audit_entries (id, at, kind, source, user_id, attempt_id, payment_id, detail)
SELECT
  id,
  at,
  CASE
    WHEN action = 'subscription created' AND detail LIKE '{"ref":%' THEN 'subscription_created'
    WHEN action = 'subscription found' THEN 'subscription_found'
    WHEN action = 'creation failed' THEN 'subscription_creation_failed'
    WHEN action = 'proof refused' THEN 'proof_refused'
    WHEN action = 'payment matched' THEN 'payment_matched'
    WHEN action LIKE 'payment flagged: %' THEN 'payment_flagged'
    WHEN action = 'taken off the to-do list' THEN 'payment_handled'
    WHEN action = 'refund requested' THEN 'refund_requested'
    WHEN action = 'refund requested for the rest' THEN 'refund_requested_for_rest'
    WHEN action = 'refund requested again' THEN 'refund_requested_again'
    WHEN action = 'refund refused' THEN 'refund_refused'
    WHEN action = 'refund owed' THEN 'refund_owed'
    WHEN action = 'renewal turned off' THEN 'renewal_turned_off'
    WHEN action LIKE 'cancel taken: %' THEN 'cancel_accepted'
    WHEN action = 'access granted' THEN 'access_granted'
    WHEN action = 'access extended' THEN 'access_extended'
    WHEN action = 'access revoked' THEN 'access_revoked'
    WHEN action = 'reminded' THEN 'reminder_sent'
    WHEN action = 'mail.link-shown' THEN 'private_link_shown'
    WHEN action LIKE 'subscription %' THEN 'subscription_status_changed'
    WHEN action LIKE 'payment %' THEN 'payment_status_changed'
    WHEN action LIKE 'refund %' THEN 'refund_status_changed'
    WHEN action LIKE 'dispute %' THEN 'dispute_status_changed'
    ELSE 'unknown'
  END,
  CASE
    WHEN actor LIKE 'user %' THEN '{"kind":"user","id":"' || substr(actor, 6) || '"}'
    WHEN actor LIKE 'admin %' THEN '{"kind":"admin","id":"' || substr(actor, 7) || '"}'
    WHEN actor LIKE 'webhook %' THEN '{"kind":"webhook","type":"' || replace(replace(substr(actor, 9), '\', '\\'), '"', '\"') || '"}'
    WHEN actor = 'verify' THEN '{"kind":"checkout"}'
    WHEN actor = 'reconcile' THEN '{"kind":"reconciliation"}'
    WHEN actor = 'visit' THEN '{"kind":"visit"}'
    WHEN actor = 'look-up' THEN '{"kind":"look_up"}'
    WHEN actor = 'cancellation' THEN '{"kind":"refunds"}'
    WHEN actor = 'reminder' THEN '{"kind":"reminders"}'
    WHEN actor = 'ledger' THEN '{"kind":"ledger"}'
    ELSE '{"kind":"unknown"}'
  END,
  user_id,
  attempt_id,
  payment_id,
  CASE
    WHEN action = 'creation failed' THEN replace(detail, '{"kind":', '{"error":')
    WHEN action LIKE 'payment flagged: %' THEN '{"problem":"' || substr(action, 18) || '"}'
    WHEN action = 'refund refused' THEN replace(detail, '{"why":', '{"reason":')
    WHEN action LIKE 'cancel taken: %' THEN '{"when":"' || substr(action, 15) || '"}'
    WHEN action IN (
      'subscription found', 'proof refused', 'payment matched', 'taken off the to-do list', 'refund requested',
      'refund requested for the rest', 'refund requested again', 'refund owed', 'renewal turned off', 'access granted',
      'access extended', 'access revoked', 'reminded', 'mail.link-shown'
    ) THEN detail
    WHEN action = 'subscription created' AND detail LIKE '{"ref":%' THEN detail
    WHEN action LIKE 'subscription %' THEN '{"status":"' || substr(action, 14) || '"}'
    WHEN action LIKE 'payment %' THEN detail
    WHEN action LIKE 'refund %' THEN replace(detail, '{"refund":', '{"status":"' || substr(action, 8) || '","refundId":')
    WHEN action LIKE 'dispute %' THEN replace(detail, '{"dispute":', '{"status":"' || substr(action, 9) || '","disputeId":')
    ELSE '{"action":"' || replace(replace(action, '\', '\\'), '"', '\"') || '"}'
  END
FROM payment_audit;

DROP TABLE payment_audit;
CREATE INDEX audit_entries_by_user ON audit_entries (user_id, at);
CREATE INDEX audit_entries_by_attempt ON audit_entries (attempt_id, at);
CREATE INDEX audit_entries_by_payment ON audit_entries (payment_id, at) WHERE payment_id IS NOT NULL;

-- The user alone: `user <id>` and `admin <id>` said which of the two it was at the time, and nothing read that.
UPDATE refunds SET requested_by = CASE
  WHEN requested_by LIKE 'user %' THEN substr(requested_by, 6)
  WHEN requested_by LIKE 'admin %' THEN substr(requested_by, 7)
  ELSE NULL
END WHERE requested_by IS NOT NULL;
