-- 1: the later lectures of the course stay closed to learners until they have passed. As in the settings.
ALTER TABLE quizzes ADD COLUMN must_pass BIGINT NOT NULL DEFAULT 0;
