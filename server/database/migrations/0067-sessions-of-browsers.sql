-- The network from which a session began, and the session whose browser shows notices: both end together.
ALTER TABLE sessions ADD COLUMN network TEXT;
ALTER TABLE push_subscriptions ADD COLUMN session_hash TEXT;
CREATE INDEX push_subscriptions_of_session ON push_subscriptions (session_hash);
-- A session that ended plays nothing more, although addresses that it was given are still signed.
ALTER TABLE playback_sessions ADD COLUMN ended_at BIGINT;
