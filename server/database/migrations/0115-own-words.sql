-- Sentences of the interface that the owner changed, by language.
CREATE TABLE own_words (
  language TEXT NOT NULL,
  id TEXT NOT NULL,
  context TEXT NOT NULL,
  original TEXT NOT NULL,
  text TEXT NOT NULL,
  updated_by TEXT REFERENCES users (id),
  updated_at BIGINT NOT NULL,
  PRIMARY KEY (language, id)
);
