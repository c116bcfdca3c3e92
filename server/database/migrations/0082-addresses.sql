-- When the user proved that they read the mail of their address; null until then.
ALTER TABLE users ADD COLUMN email_confirmed_at BIGINT;
-- When the password was last chosen; null for one that is older than this column.
ALTER TABLE users ADD COLUMN password_changed_at BIGINT;
-- What a step is about, such as an address or a sealed code, and how often a code was tried.
ALTER TABLE login_steps ADD COLUMN detail TEXT;
ALTER TABLE login_steps ADD COLUMN tries BIGINT NOT NULL DEFAULT 0;
CREATE INDEX login_steps_of_user ON login_steps (user_id);
