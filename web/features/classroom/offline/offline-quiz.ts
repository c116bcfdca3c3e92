import { StoredRichText } from '#contract/classroom/earlier-blocks.ts';
import { nameIn } from '#contract/classroom/lecture-media.ts';
import { questionWithMedia } from '#contract/classroom/question-media.ts';
import type { AttemptQuestion, Quiz } from '#contract/classroom/quiz-fields.ts';
import { QuizSettings } from '#contract/classroom/quiz-settings.ts';
import { call } from '#web/api/call.ts';
import { sessionStore } from '#web/app/session/session.ts';
import { OFFLINE_MEDIA } from './offline-media.ts';
import { changeDownload, findDownload, type OfflineQuiz } from './offline-store.ts';

/** What is downloaded of a quiz: the attempt to continue, or the last one. A download begins none. */
export const downloadedAttempt = ({ openAttemptId, attempts }: Quiz): string | undefined =>
  openAttemptId ?? attempts.at(-1)?._id;

/** It has no key, so answers are checked once they arrive. Tests begin with a connection. */
export const loadQuiz = async (params: { courseId: string; lectureId: string }): Promise<OfflineQuiz> => {
  const { quiz } = await call('GET /courses/:courseId/lectures/:lectureId/quiz', { params });
  if (quiz.settings.mode !== 'practice') throw new Error('Only practice is downloaded');
  const attemptId = downloadedAttempt(quiz);
  if (attemptId === undefined) throw new Error('There is no attempt at this quiz');
  const { attempt } = await call('GET /courses/:courseId/lectures/:lectureId/attempts/:attemptId', {
    params: { ...params, attemptId },
  });
  return { quiz, attempt };
};

/** What copies lack that an earlier version has downloaded. */
const EARLIER_QUIZ = { availability: 'open' } as const;
const EARLIER = { isOnePage: false, canGoBack: true, showsScore: 'at_once' } as const;

const withStoredTexts = (question: AttemptQuestion): AttemptQuestion => {
  const { blocks, result } = question;
  return {
    ...question,
    blocks: StoredRichText.parse(blocks),
    result: result && {
      ...result,
      solution: result.solution && {
        ...result.solution,
        explanation: StoredRichText.parse(result.solution.explanation),
      },
    },
  };
};

/** The downloaded quiz of the current user, with its pictures and sounds. */
export const offlineQuiz = async (lectureId: string): Promise<OfflineQuiz | undefined> => {
  const copy = await findDownload(lectureId);
  if (!copy?.quiz || copy.userId !== sessionStore.get()?.user._id) return undefined;
  const { quiz, attempt } = copy.quiz;
  const own = (address: string): string | undefined => {
    const name = nameIn(address);
    return copy.files.some((file) => file.name === name) ? `${OFFLINE_MEDIA}${lectureId}/${name}` : undefined;
  };
  const questions = attempt.questions.map((question) => questionWithMedia(withStoredTexts(question), own));
  return {
    quiz: { ...EARLIER_QUIZ, ...quiz, settings: QuizSettings.parse(quiz.settings) },
    attempt: { ...EARLIER, ...attempt, count: questions.length, questions },
  };
};

/** Updates a downloaded quiz; an earlier attempt changes nothing. */
export const noteQuiz = async (lectureId: string, fresh: Partial<OfflineQuiz>): Promise<void> => {
  await changeDownload(lectureId, ({ quiz: known }) => {
    if (!known || (fresh.attempt && fresh.attempt.number < known.attempt.number)) return {};
    return { quiz: { ...known, ...fresh } };
  });
};
