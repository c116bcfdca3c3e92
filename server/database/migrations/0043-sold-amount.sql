-- What was paid for the payments that `sold` counts. Right but for purchases of which a part was refunded, until the days
-- are recomputed.
ALTER TABLE daily_sales ADD COLUMN sold_in_paise BIGINT NOT NULL DEFAULT 0;
UPDATE daily_sales SET sold_in_paise = gross_in_paise - refunded_in_paise;
-- The next start recomputes the days, as after a change of the time zone.
UPDATE settings SET value = '' WHERE name = 'billing.projections-time-zone';
