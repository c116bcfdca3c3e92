CREATE TABLE plans (
  id TEXT PRIMARY KEY,
  name TEXT NOT NULL,
  compare_price_in_paise BIGINT,
  is_visible BIGINT NOT NULL,
  version_id TEXT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL,
  deleted_at BIGINT
);
CREATE TABLE plan_versions (
  id TEXT PRIMARY KEY,
  plan_id TEXT NOT NULL REFERENCES plans (id),
  number BIGINT NOT NULL,
  price_in_paise BIGINT NOT NULL,
  term_unit TEXT NOT NULL,
  term_count BIGINT NOT NULL,
  is_renewing BIGINT NOT NULL,
  refund_days BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  created_by TEXT,
  UNIQUE (plan_id, number)
);
INSERT INTO plans (id, name, is_visible, version_id, created_at, updated_at)
  VALUES ('yearly-bundle', 'Yearly bundle', 1, 'yearly-bundle-1', 0, 0);
INSERT INTO plan_versions
  (id, plan_id, number, price_in_paise, term_unit, term_count, is_renewing, refund_days, created_at)
  VALUES ('yearly-bundle-1', 'yearly-bundle', 1, 49900, 'year', 1, 0, 7, 0);
ALTER TABLE payment_attempts ADD COLUMN plan_version_id TEXT NOT NULL DEFAULT 'yearly-bundle-1';
ALTER TABLE payments ADD COLUMN access_from BIGINT;
