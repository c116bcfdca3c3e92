-- Which version of a page a person has accepted, and when.
CREATE TABLE consents (
  user_id TEXT NOT NULL REFERENCES users (id) ON DELETE CASCADE,
  slug TEXT NOT NULL,
  version BIGINT NOT NULL,
  accepted_at BIGINT NOT NULL,
  PRIMARY KEY (user_id, slug, version)
);
CREATE INDEX consents_of_page ON consents (slug, version);
-- 1 for a version that people who accepted an earlier one are asked to accept.
ALTER TABLE site_page_versions ADD COLUMN asks_again BIGINT NOT NULL DEFAULT 0;
