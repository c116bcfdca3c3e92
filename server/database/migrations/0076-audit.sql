-- Who did what, from where, and the values before and after: for every change of admins and teachers, and every login.
ALTER TABLE audit_entries ADD COLUMN actor_kind TEXT NOT NULL DEFAULT 'system';
ALTER TABLE audit_entries ADD COLUMN actor_id TEXT;
ALTER TABLE audit_entries ADD COLUMN address TEXT;
ALTER TABLE audit_entries ADD COLUMN browser TEXT;
ALTER TABLE audit_entries ADD COLUMN course_id TEXT;
ALTER TABLE audit_entries ADD COLUMN before_values TEXT;
ALTER TABLE audit_entries ADD COLUMN after_values TEXT;
ALTER TABLE audit_entries ADD COLUMN times BIGINT NOT NULL DEFAULT 1;
UPDATE audit_entries SET actor_kind = 'person', actor_id = substr(source, 23, length(source) - 24)
  WHERE source LIKE '{"kind":"admin","id":"%';
UPDATE audit_entries SET actor_kind = 'person', actor_id = substr(source, 22, length(source) - 23)
  WHERE source LIKE '{"kind":"user","id":"%';
CREATE INDEX audit_entries_by_time ON audit_entries (at, id);
CREATE INDEX audit_entries_by_actor ON audit_entries (actor_id, at) WHERE actor_id IS NOT NULL;
CREATE INDEX audit_entries_by_course ON audit_entries (course_id, at) WHERE course_id IS NOT NULL;
CREATE INDEX audit_entries_by_kind ON audit_entries (kind, at);
