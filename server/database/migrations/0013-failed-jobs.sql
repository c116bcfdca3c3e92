-- Jobs that were given up are counted without reading those that were done.
CREATE INDEX jobs_failed ON jobs (finished_at) WHERE state = 'failed';
