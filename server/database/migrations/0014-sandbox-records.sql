CREATE TABLE sandbox_records (
  kind TEXT NOT NULL,
  id TEXT NOT NULL,
  record TEXT NOT NULL,
  place BIGINT NOT NULL,
  revision BIGINT NOT NULL,
  PRIMARY KEY (kind, id)
);
CREATE INDEX sandbox_records_by_revision ON sandbox_records (revision);
