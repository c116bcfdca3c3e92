-- When the last access of a person ends, to everything or to a single course, and whether it renews by itself. Null until the next
-- recomputation: no row is written here, as everyone would wait for it on PostgreSQL.
ALTER TABLE user_access ADD COLUMN latest_end BIGINT;
ALTER TABLE user_access ADD COLUMN latest_renews BIGINT;
CREATE INDEX user_access_by_latest ON user_access (mode, (COALESCE(latest_end, ends_at)), latest_renews, user_id);
