CREATE INDEX jobs_by_name ON jobs (name, finished_at);
