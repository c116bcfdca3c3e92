-- What a notice tells of, such as `answer:<id>`: when that is withdrawn, so are its notices.
ALTER TABLE notices ADD COLUMN subject TEXT;
CREATE INDEX notices_of_subject ON notices (subject) WHERE subject IS NOT NULL;
