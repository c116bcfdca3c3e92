-- What the dashboard shows of watching: computed from lecture_progress, course by course.
CREATE TABLE course_audience (
  course_id TEXT PRIMARY KEY,
  viewers BIGINT NOT NULL,
  watched_ms BIGINT NOT NULL,
  computed_at BIGINT NOT NULL
);
CREATE TABLE lecture_audience (
  lecture_id TEXT PRIMARY KEY,
  course_id TEXT NOT NULL,
  viewers BIGINT NOT NULL,
  watched_ms BIGINT NOT NULL,
  completed BIGINT NOT NULL,
  left_by_minute TEXT NOT NULL
);
CREATE INDEX lecture_audience_by_course ON lecture_audience (course_id);
CREATE INDEX lecture_progress_by_viewer ON lecture_progress (course_id, user_id);
INSERT INTO jobs (id, name, payload, state, run_at, attempts, created_at)
SELECT 'classroom.audience:' || id || ':0', 'classroom.audience', '{"courseId":"' || id || '"}', 'waiting', updated_at, 0, updated_at
FROM courses;
