ALTER TABLE daily_totals RENAME TO daily_sales;
DROP TABLE access_ends;
ALTER TABLE payments DROP COLUMN counted_day;
ALTER TABLE payments DROP COLUMN counted_sold;
ALTER TABLE payments DROP COLUMN counted_gross_in_paise;
ALTER TABLE payments DROP COLUMN counted_refunded_in_paise;
ALTER TABLE payments DROP COLUMN counted_lost_in_paise;
UPDATE settings SET name = 'billing.projections-time-zone' WHERE name = 'payments.totals-time-zone';
UPDATE jobs SET name = 'billing.recompute' WHERE name = 'payments.rebuild-totals';
