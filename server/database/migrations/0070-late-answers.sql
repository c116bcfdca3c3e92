-- Attempts that ended by their deadline: only they have answers that arrived too late, which a person may accept.
CREATE INDEX quiz_attempts_expired ON quiz_attempts (submitted_at) WHERE has_expired = 1;
