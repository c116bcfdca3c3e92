CREATE TABLE people_imports (
  id TEXT PRIMARY KEY,
  file_name TEXT NOT NULL,
  state TEXT NOT NULL,
  header TEXT NOT NULL,
  columns TEXT,
  until_day TEXT,
  created_by TEXT NOT NULL,
  created_at BIGINT NOT NULL
);
CREATE INDEX people_imports_by_age ON people_imports (created_at);

CREATE TABLE people_import_rows (
  import_id TEXT NOT NULL REFERENCES people_imports (id),
  line BIGINT NOT NULL,
  cells TEXT NOT NULL,
  outcome TEXT,
  problem TEXT,
  PRIMARY KEY (import_id, line)
);
CREATE INDEX people_import_rows_open ON people_import_rows (import_id, line) WHERE outcome IS NULL;
