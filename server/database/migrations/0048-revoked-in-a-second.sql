-- A gift redeemed before a revocation in the same second is revoked: the next start recomputes who has access.
UPDATE settings SET value = '' WHERE name = 'billing.projections-time-zone';
