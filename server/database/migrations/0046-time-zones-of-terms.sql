-- Terms are recomputed like everything else that follows from payments, and keep their dates when the school's time zone changes.
ALTER TABLE payments ADD COLUMN time_zone TEXT;
-- The next start recomputes all projections.
UPDATE settings SET value = '' WHERE name = 'billing.projections-time-zone';
