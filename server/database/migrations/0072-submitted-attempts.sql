-- The week's page of teachers reads the attempts of the last days.
CREATE INDEX quiz_attempts_by_submission ON quiz_attempts (submitted_at);
