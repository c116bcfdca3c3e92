-- Who set the link of a batch: they give the access that it opens.
ALTER TABLE batches ADD COLUMN code_set_by TEXT;
