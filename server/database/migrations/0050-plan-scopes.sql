-- What a version of a plan opens: everything, or the courses in plan_version_courses.
ALTER TABLE plan_versions ADD COLUMN opens TEXT NOT NULL DEFAULT 'everything';
CREATE TABLE plan_version_courses (
  version_id TEXT NOT NULL,
  course_id TEXT NOT NULL,
  added_at BIGINT NOT NULL,
  PRIMARY KEY (version_id, course_id)
);
CREATE INDEX plan_version_courses_by_course ON plan_version_courses (course_id);

-- What an admin's change is about: everything, or one course.
ALTER TABLE access_changes ADD COLUMN scope TEXT NOT NULL DEFAULT 'everything';
-- An admin, or an import of people.
ALTER TABLE access_changes ADD COLUMN source TEXT NOT NULL DEFAULT 'admin';

-- As user_access, of single courses.
CREATE TABLE course_access (
  user_id TEXT NOT NULL,
  mode TEXT NOT NULL,
  course_id TEXT NOT NULL,
  ends_at BIGINT NOT NULL,
  plan_version_id TEXT,
  remind_days BIGINT,
  remind_at BIGINT,
  PRIMARY KEY (user_id, mode, course_id)
);
CREATE INDEX course_access_by_course ON course_access (mode, course_id, ends_at);
CREATE INDEX course_access_by_plan ON course_access (mode, plan_version_id, ends_at);
CREATE INDEX course_access_by_reminder ON course_access (mode, remind_at);
