-- Drafts of the pages that owners write; a page of every school has a row once it was changed.
CREATE TABLE site_pages (
  slug TEXT PRIMARY KEY,
  title TEXT NOT NULL,
  body TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
-- What visitors read, and read before: `text` is `body` with its values filled in.
CREATE TABLE site_page_versions (
  slug TEXT NOT NULL,
  number BIGINT NOT NULL,
  title TEXT NOT NULL,
  body TEXT NOT NULL,
  text TEXT NOT NULL,
  published_at BIGINT NOT NULL,
  PRIMARY KEY (slug, number)
);
