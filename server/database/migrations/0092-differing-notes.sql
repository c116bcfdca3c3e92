-- 1 for a receipt whose credit notes do not add up to it: a to-do.
ALTER TABLE receipts ADD COLUMN differs BIGINT;
CREATE INDEX receipts_differing ON receipts (mode) WHERE differs = 1;
