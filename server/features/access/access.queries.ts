import type { CourseRole } from '#contract/access/course-people.ts';
import type { Db } from '#server/database/database.ts';

interface CoursePerson {
  course_id: string;
  user_id: string;
  role: CourseRole;
}

export const listCoursePeople = (db: Db): Promise<CoursePerson[]> =>
  db.selectFrom('course_people').select(['course_id', 'user_id', 'role']).execute();

const ofCourse = ['courses.deleted_at', 'courses.purged_at', 'courses.position'] as const;

/** Also a deleted one. */
export const findCourse = (db: Db, id: string) =>
  db
    .selectFrom('courses')
    .where('id', '=', id)
    .select(['courses.published_at as course_published_at', ...ofCourse])
    .executeTakeFirst();

/** Undefined when it is deleted; its course may be. */
export const findLecture = (db: Db, id: string) =>
  db
    .selectFrom('lectures')
    .innerJoin('courses', 'courses.id', 'lectures.course_id')
    .where('lectures.id', '=', id)
    .where('lectures.deleted_at', 'is', null)
    .select(['lectures.course_id', 'lectures.is_free_preview', 'lectures.published_at'])
    .select(['courses.published_at as course_published_at', ...ofCourse])
    .executeTakeFirst();

export const findCourseOfUpload = async (db: Db, id: string): Promise<string | undefined> => {
  const row = await db.selectFrom('uploads').where('id', '=', id).select('course_id').executeTakeFirst();
  return row?.course_id;
};

export const findLectureOfQuestion = async (db: Db, id: string): Promise<string | undefined> => {
  const row = await db.selectFrom('lecture_questions').where('id', '=', id).select('lecture_id').executeTakeFirst();
  return row?.lecture_id;
};

/** The quizzes that learners have to pass to continue. */
export const listGates = (db: Db) =>
  db
    .selectFrom('quizzes')
    .innerJoin('lectures', 'lectures.id', 'quizzes.lecture_id')
    .where('quizzes.must_pass', '=', 1)
    .where('lectures.kind', '=', 'quiz')
    .where('lectures.published_at', 'is not', null)
    .where('lectures.deleted_at', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('quiz_questions')
          .whereRef('quiz_questions.lecture_id', '=', 'lectures.id')
          .where('quiz_questions.retired_at', 'is', null)
          .select('quiz_questions.id'),
      ),
    )
    .select(['lectures.id as lectureId', 'lectures.course_id'])
    .execute();
