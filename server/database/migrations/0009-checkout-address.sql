ALTER TABLE payment_attempts ADD COLUMN checkout_url TEXT;
