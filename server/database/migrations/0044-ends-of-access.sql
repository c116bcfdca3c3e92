-- What an extension by days adds: a day on which the clocks change is not 24 hours long.
ALTER TABLE access_changes ADD COLUMN added_ms BIGINT;
-- Nothing ends after access for life, which is until 31 December 9999: later dates cannot be written as others are.
UPDATE access_changes SET until = 253402214400000 WHERE until > 253402214400000;
UPDATE payments SET access_from = 253402214400000 WHERE access_from > 253402214400000;
UPDATE payments SET access_until = 253402214400000 WHERE access_until > 253402214400000;
UPDATE payments SET previous_end = 253402214400000 WHERE previous_end > 253402214400000;
UPDATE user_access SET ends_at = 253402214400000 WHERE ends_at > 253402214400000;
