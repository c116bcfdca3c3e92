-- Messages from before the inbox were answered by email: they are done.
ALTER TABLE contact_messages ADD COLUMN done_at BIGINT;
UPDATE contact_messages SET done_at = created_at;
CREATE INDEX contact_messages_open ON contact_messages (created_at) WHERE done_at IS NULL;
CREATE INDEX contact_messages_by_email ON contact_messages (email, created_at);

CREATE TABLE contact_replies (
  id TEXT PRIMARY KEY,
  message_id TEXT NOT NULL REFERENCES contact_messages (id) ON DELETE CASCADE,
  idempotency_key TEXT NOT NULL,
  author_id TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX contact_replies_once ON contact_replies (message_id, idempotency_key);
