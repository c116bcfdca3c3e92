-- Messages about events to other programs, signed as Standard Webhooks.
CREATE TABLE webhooks (
  id TEXT PRIMARY KEY,
  url TEXT NOT NULL,
  events TEXT NOT NULL,
  sealed_secret TEXT NOT NULL,
  sealed_previous TEXT,
  previous_until BIGINT,
  created_at BIGINT NOT NULL,
  failing_since BIGINT
);
CREATE TABLE webhook_messages (
  id TEXT PRIMARY KEY,
  -- Without a constraint: a purchase never fails because a webhook is deleted meanwhile.
  webhook_id TEXT NOT NULL,
  event TEXT NOT NULL,
  body TEXT NOT NULL,
  state TEXT NOT NULL,
  tries BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  last_try_at BIGINT,
  status BIGINT,
  response TEXT NOT NULL
);
CREATE INDEX webhook_messages_of_webhook ON webhook_messages (webhook_id, created_at);
