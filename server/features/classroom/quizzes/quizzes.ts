import type { Db } from '#server/database/database.ts';
import type { CoursePolicy } from '#server/http/course-policy.ts';
import type { Platform } from '#server/platform.ts';
import { createAttempts } from './attempts.ts';
import { createByPerson } from './by-person.ts';
import { createEditing } from './editing.ts';
import { createFigures } from './figures.ts';
import type { NotePassed } from './finishing.ts';
import { createPlaces } from './places.ts';
import { createRegrading } from './regrading.ts';
import { standingIn } from './standing.queries.ts';
import { createVersions } from './versions.ts';

export interface QuizzesNeeds {
  policy: Pick<CoursePolicy, 'assertMay' | 'may' | 'coursesOf'>;
  notePassed: NotePassed;
}

export type Quizzes = ReturnType<typeof createQuizzes>;

/** Quizzes: lectures of questions, and the attempts of learners at them. */
export const createQuizzes = (platform: Platform, { policy, notePassed }: QuizzesNeeds) => {
  const places = createPlaces(platform, policy);
  const versions = createVersions();
  return {
    attempts: createAttempts(platform, { versions, places, notePassed }),
    editing: createEditing(platform, { places, regrading: createRegrading(platform, notePassed) }),
    figures: createFigures(platform, places),
    /** How a user stands in the quizzes of a course, also in a transaction. */
    standingIn: (userId: string, courseId: string, on: Db = platform.database.db) => standingIn(on, userId, courseId),
    byPerson: createByPerson(platform, { policy, places, notePassed }),
  };
};
