CREATE TABLE provider_plans (
  plan_version_id TEXT NOT NULL,
  account TEXT NOT NULL,
  ref TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  PRIMARY KEY (plan_version_id, account)
);
CREATE TABLE daily_plan_sales (
  mode TEXT NOT NULL,
  day TEXT NOT NULL,
  plan_version_id TEXT NOT NULL,
  paid BIGINT NOT NULL,
  gross_in_paise BIGINT NOT NULL,
  PRIMARY KEY (mode, day, plan_version_id)
);
ALTER TABLE user_access ADD COLUMN plan_version_id TEXT;
CREATE INDEX user_access_by_plan ON user_access (mode, plan_version_id, ends_at);
UPDATE settings SET value = '' WHERE name = 'billing.projections-time-zone';
