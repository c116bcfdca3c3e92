CREATE TABLE payment_attempts (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  provider TEXT NOT NULL,
  mode TEXT NOT NULL,
  key_id TEXT NOT NULL,
  plan_ref TEXT NOT NULL,
  amount_in_paise BIGINT NOT NULL,
  currency TEXT NOT NULL,
  cycles BIGINT NOT NULL,
  subscription_ref TEXT UNIQUE,
  state TEXT NOT NULL,
  creating_until BIGINT NOT NULL,
  provider_status TEXT,
  provider_status_at BIGINT NOT NULL,
  is_over BIGINT NOT NULL,
  auto_renew BIGINT NOT NULL,
  current_end BIGINT,
  expires_at BIGINT NOT NULL,
  checked_at BIGINT NOT NULL,
  cancel_when TEXT,
  cancel_requested_at BIGINT,
  cancel_accepted_at BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX payment_attempts_one_open ON payment_attempts (user_id, mode) WHERE state = 'open';
CREATE INDEX payment_attempts_by_user ON payment_attempts (user_id, mode, created_at);
CREATE INDEX payment_attempts_unsettled ON payment_attempts (checked_at) WHERE state IN ('open', 'retired');
CREATE INDEX payment_attempts_renewing ON payment_attempts (checked_at) WHERE cycles > 1 AND is_over = 0;
CREATE INDEX payment_attempts_cancelling ON payment_attempts (cancel_requested_at) WHERE cancel_requested_at IS NOT NULL AND cancel_accepted_at IS NULL;

CREATE TABLE payments (
  id TEXT PRIMARY KEY,
  provider TEXT NOT NULL,
  provider_payment_id TEXT NOT NULL UNIQUE,
  attempt_id TEXT REFERENCES payment_attempts (id),
  user_id TEXT,
  mode TEXT NOT NULL,
  status TEXT NOT NULL,
  confirmed BIGINT NOT NULL,
  amount_in_paise BIGINT NOT NULL,
  currency TEXT NOT NULL,
  method TEXT,
  masked TEXT,
  invoice_ref TEXT,
  failure TEXT,
  initiated_at BIGINT NOT NULL,
  captured_at BIGINT,
  period_end BIGINT,
  access_until BIGINT,
  refundable_until BIGINT,
  receipt_no TEXT UNIQUE,
  problem TEXT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX payments_by_user ON payments (user_id, mode, access_until);
CREATE INDEX payments_running ON payments (mode, access_until);
CREATE INDEX payments_by_capture ON payments (mode, captured_at, id);
CREATE INDEX payments_by_attempt ON payments (attempt_id);
CREATE INDEX payments_unconfirmed ON payments (created_at) WHERE confirmed = 0;

CREATE TABLE refunds (
  id TEXT PRIMARY KEY,
  provider TEXT NOT NULL,
  provider_refund_id TEXT UNIQUE,
  provider_payment_id TEXT NOT NULL,
  amount_in_paise BIGINT NOT NULL,
  currency TEXT NOT NULL,
  status TEXT NOT NULL,
  idempotency_key TEXT UNIQUE,
  ends_access BIGINT NOT NULL,
  accepted_at BIGINT,
  bank_reference TEXT,
  requested_by TEXT,
  reason TEXT,
  checked_at BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX refunds_by_payment ON refunds (provider_payment_id, status);
CREATE INDEX refunds_unsettled ON refunds (checked_at) WHERE status IN ('requested', 'pending');

CREATE TABLE disputes (
  id TEXT PRIMARY KEY,
  provider TEXT NOT NULL,
  provider_dispute_id TEXT NOT NULL UNIQUE,
  provider_payment_id TEXT NOT NULL,
  amount_in_paise BIGINT NOT NULL,
  currency TEXT NOT NULL,
  phase TEXT NOT NULL,
  status TEXT NOT NULL,
  respond_by BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX disputes_by_payment ON disputes (provider_payment_id);

CREATE TABLE webhook_events (
  event_id TEXT PRIMARY KEY,
  provider TEXT NOT NULL,
  type TEXT NOT NULL,
  body TEXT NOT NULL,
  outcome TEXT NOT NULL,
  received_at BIGINT NOT NULL
);
CREATE INDEX webhook_events_by_age ON webhook_events (received_at);

CREATE TABLE payment_audit (
  id TEXT PRIMARY KEY,
  at BIGINT NOT NULL,
  actor TEXT NOT NULL,
  action TEXT NOT NULL,
  user_id TEXT,
  attempt_id TEXT,
  payment_id TEXT,
  detail TEXT NOT NULL
);
CREATE INDEX payment_audit_by_user ON payment_audit (user_id, at);
CREATE INDEX payment_audit_by_attempt ON payment_audit (attempt_id, at);
