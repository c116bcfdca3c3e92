-- Limits came with 0086 and before. In a school that was there already, what is older is kept until its owner has saved the limits.
INSERT INTO settings (name, value, updated_at)
SELECT 'limits.kept_before', CAST(applied_at AS TEXT), applied_at FROM schema_migrations
WHERE number = 86 AND EXISTS (SELECT 1 FROM users);
