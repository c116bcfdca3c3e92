import type { QuizSettings } from '#contract/quiz-fields.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/actor.ts';
import type { CoursePolicy } from '#server/http/course-policy.ts';
import type { Platform } from '#server/platform.ts';
import { findQuizLecture } from './quizzes.queries.ts';
import { readSettings } from './versions.ts';

export interface QuizPlace {
  courseId: string;
  lectureId: string;
}

export interface PlacedQuiz {
  title: string;
  settings: QuizSettings;
}

/** Finds the quiz of a request. */
export const createPlaces = (
  { database: { db } }: Pick<Platform, 'database'>,
  policy: Pick<CoursePolicy, 'assertMay' | 'may'>,
) => {
  /** Throws `lecture_not_found`, also for one of another course. */
  const find = async ({ courseId, lectureId }: QuizPlace): Promise<PlacedQuiz> => {
    const lecture = await findQuizLecture(db, courseId, lectureId);
    if (!lecture) throw fail('lecture_not_found');
    return { title: lecture.title, settings: readSettings(lecture.settings) };
  };

  return {
    find,

    /** Drafts are only for the people of the course; what they try out counts nowhere. */
    forLearner: async (actor: Actor, place: QuizPlace): Promise<PlacedQuiz & { isPreview: boolean }> => {
      const quiz = await find(place);
      await policy.assertMay(actor, 'watch', { lectureId: place.lectureId });
      return { ...quiz, isPreview: await policy.may(actor, 'answer', { courseId: place.courseId }) };
    },
  };
};

export type QuizPlaces = ReturnType<typeof createPlaces>;
