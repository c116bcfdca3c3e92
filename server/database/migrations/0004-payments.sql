CREATE TABLE payment_attempts (
  id TEXT PRIMARY KEY,
  user_id TEXT NOT NULL REFERENCES users (id),
  provider TEXT NOT NULL,
  mode TEXT NOT NULL,
  key_id TEXT NOT NULL,
  plan_ref TEXT NOT NULL,
  amount_in_paise BIGINT NOT NULL,
  currency TEXT NOT NULL,
  subscription_ref TEXT UNIQUE,
  state TEXT NOT NULL,
  provider_status TEXT,
  auto_renew BIGINT NOT NULL,
  current_end BIGINT,
  expires_at BIGINT NOT NULL,
  cancel_requested_at BIGINT,
  cancelled_at BIGINT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX payment_attempts_one_open ON payment_attempts (user_id, mode) WHERE state = 'open';
CREATE INDEX payment_attempts_by_user ON payment_attempts (user_id, created_at);
CREATE INDEX payment_attempts_unsettled ON payment_attempts (created_at) WHERE state IN ('open', 'retired');

CREATE TABLE payments (
  id TEXT PRIMARY KEY,
  provider TEXT NOT NULL,
  provider_payment_id TEXT NOT NULL UNIQUE,
  attempt_id TEXT REFERENCES payment_attempts (id),
  user_id TEXT,
  mode TEXT NOT NULL,
  status TEXT NOT NULL,
  amount_in_paise BIGINT NOT NULL,
  currency TEXT NOT NULL,
  method TEXT,
  masked TEXT,
  invoice_ref TEXT,
  captured_at BIGINT,
  access_until BIGINT,
  refundable_until BIGINT,
  receipt_no TEXT UNIQUE,
  problem TEXT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX payments_by_user ON payments (user_id, access_until);
CREATE INDEX payments_by_capture ON payments (captured_at) WHERE captured_at IS NOT NULL;

CREATE TABLE refunds (
  id TEXT PRIMARY KEY,
  provider TEXT NOT NULL,
  provider_refund_id TEXT UNIQUE,
  provider_payment_id TEXT NOT NULL,
  amount_in_paise BIGINT NOT NULL,
  currency TEXT NOT NULL,
  status TEXT NOT NULL,
  idempotency_key TEXT UNIQUE,
  bank_reference TEXT,
  requested_by TEXT,
  reason TEXT,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE INDEX refunds_by_payment ON refunds (provider_payment_id);
CREATE INDEX refunds_unsettled ON refunds (created_at) WHERE status IN ('requested', 'pending');

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
