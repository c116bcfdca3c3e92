-- What owners add to the home page, whose name is 'home', and to the pages of courses: a list as JSON.
CREATE TABLE page_blocks (
  page TEXT PRIMARY KEY,
  version BIGINT NOT NULL,
  blocks TEXT NOT NULL,
  updated_at BIGINT NOT NULL
);
CREATE TABLE block_pictures (
  picture_key TEXT PRIMARY KEY,
  page TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX block_pictures_page ON block_pictures (page);
