ALTER TABLE refunds ADD COLUMN asking_until BIGINT;
ALTER TABLE refunds ADD COLUMN request_key TEXT;
CREATE UNIQUE INDEX refunds_by_request_key ON refunds (request_key);
ALTER TABLE payment_attempts ADD COLUMN cancelling_until BIGINT;
UPDATE refunds SET asking_until = 0 WHERE status = 'requested';
