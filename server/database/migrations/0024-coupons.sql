CREATE TABLE coupons (
  id TEXT PRIMARY KEY,
  code TEXT NOT NULL UNIQUE,
  percent_off BIGINT,
  amount_off_in_paise BIGINT,
  max_uses BIGINT,
  max_uses_per_person BIGINT,
  starts_at BIGINT,
  ends_at BIGINT,
  plan_id TEXT REFERENCES plans (id),
  is_first_purchase_only BIGINT NOT NULL,
  created_at BIGINT NOT NULL,
  updated_at BIGINT NOT NULL
);
ALTER TABLE payment_attempts ADD COLUMN coupon_id TEXT;
ALTER TABLE payment_attempts ADD COLUMN discount_in_paise BIGINT;
CREATE INDEX payment_attempts_by_coupon ON payment_attempts (coupon_id, mode) WHERE coupon_id IS NOT NULL;
