-- A notice to a user, or to an address without an account. `content` is JSON, of the kind.
CREATE TABLE notices (
  id TEXT PRIMARY KEY,
  user_id TEXT REFERENCES users (id),
  address TEXT,
  kind TEXT NOT NULL,
  content TEXT NOT NULL,
  -- One notice per key: the second is not written.
  dedupe_key TEXT NOT NULL UNIQUE,
  created_at BIGINT NOT NULL,
  -- Since when the app lists it; null if it does not.
  shown_at BIGINT,
  read_at BIGINT
);
CREATE INDEX notices_shown ON notices (user_id, shown_at, id) WHERE shown_at IS NOT NULL;
CREATE INDEX notices_unread ON notices (user_id, shown_at) WHERE shown_at IS NOT NULL AND read_at IS NULL;
CREATE INDEX notices_by_age ON notices (created_at);
-- Each channel besides the app that brings a notice. `state` is 'queued', 'sent', 'suppressed' or 'failed'.
CREATE TABLE notice_deliveries (
  notice_id TEXT NOT NULL REFERENCES notices (id),
  channel TEXT NOT NULL,
  user_id TEXT,
  cadence TEXT NOT NULL,
  state TEXT NOT NULL,
  due_at BIGINT NOT NULL,
  ended_at BIGINT,
  -- Why it was not sent.
  problem TEXT,
  PRIMARY KEY (notice_id, channel)
);
CREATE INDEX notice_deliveries_queued ON notice_deliveries (user_id, channel, due_at) WHERE state = 'queued';
-- When a user wants digests, and when phones stay quiet.
CREATE TABLE notice_settings (
  user_id TEXT PRIMARY KEY REFERENCES users (id),
  time_zone TEXT,
  daily_hour INTEGER NOT NULL,
  weekly_day INTEGER NOT NULL,
  quiet_from INTEGER,
  quiet_until INTEGER
);
-- A choice that differs from the kind's own cadence.
CREATE TABLE notice_choices (
  user_id TEXT NOT NULL REFERENCES users (id),
  kind TEXT NOT NULL,
  channel TEXT NOT NULL,
  cadence TEXT NOT NULL,
  PRIMARY KEY (user_id, kind, channel)
);
-- Emails of a kind, or 'digest', that a user stopped with a link in one of them.
CREATE TABLE notice_opt_outs (
  user_id TEXT NOT NULL REFERENCES users (id),
  topic TEXT NOT NULL,
  at BIGINT NOT NULL,
  PRIMARY KEY (user_id, topic)
);
-- Addresses that a mail server refused for good.
CREATE TABLE refused_addresses (
  address TEXT PRIMARY KEY,
  reply TEXT NOT NULL,
  at BIGINT NOT NULL
);
-- Published courses and lectures that notices are due about. A lecture or a course is announced once.
CREATE TABLE published_news (
  subject_id TEXT PRIMARY KEY,
  course_id TEXT NOT NULL REFERENCES courses (id),
  is_course INTEGER NOT NULL,
  noted_at BIGINT NOT NULL,
  announced_at BIGINT
);
CREATE INDEX published_news_due ON published_news (course_id, noted_at) WHERE announced_at IS NULL;
