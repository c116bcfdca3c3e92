-- The language in which a person reads the pages; null for that of the school.
ALTER TABLE users ADD COLUMN language TEXT;
