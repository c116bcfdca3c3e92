import type { z } from 'zod';
import { api } from '#contract/api.ts';
import type { QuizSettings } from '#contract/classroom/quiz-settings.ts';
import type { NewQuizQuestion } from '#contract/classroom/quiz-questions.ts';
import type { Site } from './site.ts';

export interface QuizScene {
  courseId: string;
  /** The video before the quiz. */
  videoId: string;
  quizId: string;
  /** The classroom with the quiz open. */
  address: string;
}

/** A course with a video and a quiz, whose questions are explained by the video. */
export const aQuiz = async (
  site: Site,
  {
    title = 'Quiz: profit or cash?',
    settings,
    questionsOf,
  }: {
    title?: string;
    settings: z.input<typeof QuizSettings>;
    questionsOf: (videoId: string) => NewQuizQuestion[];
  },
): Promise<QuizScene> => {
  const { token } = await site.admin();
  const courseId = await site.aCourse({ title: 'The Shopkeeper’s Balance Sheet' });
  await site.aLecture(courseId, { title: 'Profit is not cash' });
  const params = { courseId };
  const { lectures } = await site.call(api.lectures.listLectures, token, { params });
  const videoId = lectures[0]?._id ?? '';
  const fields = {
    kind: 'quiz',
    title,
    description: 'Six questions about the month in which the bakery earned money.',
  };
  const { lecture } = await site.call(api.lectures.addLectureOfKind, token, { params, fields });
  const ofQuiz = { courseId, lectureId: lecture._id };
  await site.call(api.quizzes.saveSettings, token, { params: ofQuiz, body: settings });
  for (const question of questionsOf(videoId))
    await site.call(api.quizzes.add, token, { params: ofQuiz, body: { question } });
  const address = `/course/displaylectures?course=${courseId}&lecture=${lecture._id}`;
  return { courseId, videoId, quizId: lecture._id, address };
};
