CREATE TABLE gifts (
  id TEXT PRIMARY KEY,
  recipient_name TEXT NOT NULL,
  recipient_email TEXT NOT NULL,
  message TEXT NOT NULL,
  send_on TEXT,
  payment_id TEXT UNIQUE,
  sent_at BIGINT,
  deliveries BIGINT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE TABLE gift_links (
  token_hash TEXT PRIMARY KEY,
  gift_id TEXT NOT NULL REFERENCES gifts (id),
  created_at BIGINT NOT NULL
);
CREATE INDEX gift_links_by_gift ON gift_links (gift_id);
ALTER TABLE payment_attempts ADD COLUMN gift_id TEXT;
ALTER TABLE payments ADD COLUMN redeemed_at BIGINT;
-- Those who came back: when they had left. The version before reads by payments_after_pause.
CREATE INDEX payments_after_absence ON payments (mode, previous_end)
  WHERE previous_end < COALESCE(redeemed_at, captured_at);
