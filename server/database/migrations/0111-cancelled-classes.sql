-- A class that takes place in other batches, but not in this one.
ALTER TABLE batch_classes ADD COLUMN is_cancelled INTEGER NOT NULL DEFAULT 0;
