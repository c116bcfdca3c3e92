-- What single courses cost that is deducted from the price of everything, as JSON: their payments, plans and amounts.
ALTER TABLE payment_attempts ADD COLUMN deducts TEXT;
-- When a payment of the attempt took the deduction; null before.
ALTER TABLE payment_attempts ADD COLUMN deducted_at BIGINT;
-- The only course that a coupon is for.
ALTER TABLE coupons ADD COLUMN course_id TEXT;
