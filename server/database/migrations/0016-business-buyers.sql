ALTER TABLE payment_attempts ADD COLUMN buyer_gstin TEXT;
ALTER TABLE payment_attempts ADD COLUMN buyer_name TEXT;
ALTER TABLE payment_attempts ADD COLUMN buyer_address TEXT;
