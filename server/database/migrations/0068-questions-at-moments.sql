-- The moment of a video or a sound at which a question appears; none for the questions of a quiz.
ALTER TABLE quiz_questions ADD COLUMN at_ms BIGINT;
