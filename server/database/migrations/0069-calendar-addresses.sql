-- How often a person renewed the secret address of their calendar. Those without a row have the first one.
CREATE TABLE calendar_addresses (
  user_id TEXT PRIMARY KEY REFERENCES users (id),
  number BIGINT NOT NULL,
  changed_at BIGINT NOT NULL
);
