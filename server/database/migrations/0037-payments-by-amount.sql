CREATE INDEX payments_by_amount ON payments (mode, amount_in_paise, id);
