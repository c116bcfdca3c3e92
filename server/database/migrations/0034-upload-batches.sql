ALTER TABLE uploads ADD COLUMN batch_id TEXT;
ALTER TABLE uploads ADD COLUMN batch_index INTEGER;
