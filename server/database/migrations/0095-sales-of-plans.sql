-- Of a day and a plan version: payments that cost and opened something, those with a refund, and the amount that was refunded or lost in
-- disputes. Null until the next recomputation.
ALTER TABLE daily_plan_sales ADD COLUMN sales BIGINT;
ALTER TABLE daily_plan_sales ADD COLUMN refunded BIGINT;
ALTER TABLE daily_plan_sales ADD COLUMN returned_in_paise BIGINT;
