-- Who has nothing left after a refund keeps the plan that was refunded.
UPDATE user_access SET plan_version_id = (
  SELECT a.plan_version_id FROM payments p JOIN payment_attempts a ON a.id = p.attempt_id
  WHERE p.user_id = user_access.user_id AND p.mode = user_access.mode
    AND p.status = 'captured' AND p.access_until IS NOT NULL AND p.redeemed_at IS NULL
  ORDER BY p.captured_at DESC LIMIT 1
) WHERE ends_at = 0 AND is_refunded = 1;
