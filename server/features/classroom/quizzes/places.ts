import { isPlayed } from '#contract/classroom/kind-facts.ts';
import type { QuizSettings } from '#contract/classroom/quiz-settings.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import type { Platform } from '#server/platform.ts';
import { settingsFor } from './learner-settings.ts';
import { findAskingLecture } from './quizzes.queries.ts';
import { readSettings } from './versions.ts';

export interface QuizPlace {
  courseId: string;
  lectureId: string;
}

export interface PlacedQuiz {
  title: string;
  settings: QuizSettings;
  /** Its questions appear at moments of a video or a sound. */
  areAtMoments: boolean;
}

/** What is asked at a moment is always practice, each question by itself. */
export const AT_MOMENTS: Partial<QuizSettings> = {
  mode: 'practice',
  maxAttempts: null,
  waitMinutes: 0,
  timeLimitMinutes: null,
  isShuffled: false,
  draw: null,
  drawsByTag: [],
  penaltyPercent: 0,
  opensAt: null,
  closesAt: null,
  mustPass: false,
};

/** Finds the quiz of a request. */
export const createPlaces = ({ database: { db } }: Pick<Platform, 'database'>, policy: Pick<CoursePolicy, 'may'>) => {
  /** Throws `lecture_not_found`, also for one of another course. */
  const find = async ({ courseId, lectureId }: QuizPlace): Promise<PlacedQuiz> => {
    const lecture = await findAskingLecture(db, courseId, lectureId);
    if (!lecture) throw fail('lecture_not_found');
    const settings = readSettings(lecture.settings);
    const areAtMoments = isPlayed(lecture.kind);
    return { title: lecture.title, areAtMoments, settings: areAtMoments ? { ...settings, ...AT_MOMENTS } : settings };
  };

  return {
    find,

    /** With the rules as they are for this learner. Whether they may watch it was asked for the endpoint. */
    forLearner: async (actor: Actor, place: QuizPlace, { atMoments = false } = {}): Promise<PlacedQuiz> => {
      const quiz = await find(place);
      if (quiz.areAtMoments !== atMoments) throw fail('lecture_not_found');
      const settings = await settingsFor(db, quiz.settings, { lectureId: place.lectureId, userId: actor.id });
      return { ...quiz, settings };
    },

    /** What the people of a course try out counts nowhere. */
    isPreview: (actor: Actor, { courseId }: QuizPlace): Promise<boolean> => policy.may(actor, 'answer', { courseId }),
  };
};

export type QuizPlaces = ReturnType<typeof createPlaces>;
