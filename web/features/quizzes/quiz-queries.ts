import { queryOptions } from '@tanstack/react-query';
import { call, type ErrorOf, type ResponseOf } from '#web/api/call.ts';
import { hasDownloads } from '#web/app/session/downloads.ts';
import { orOffline } from '#web/features/classroom/offline/or-offline.ts';
import type { OfflineQuiz } from '#web/features/classroom/offline/offline-store.ts';

export interface QuizPlace {
  courseId: string;
  lectureId: string;
}

export interface AttemptPlace extends QuizPlace {
  attemptId: string;
}

const QUIZ = 'GET /courses/:courseId/lectures/:lectureId/quiz';
const ATTEMPT = 'GET /courses/:courseId/lectures/:lectureId/attempts/:attemptId';

/** Updates the copy of a quiz on this device, if there is one. */
export const noteDownloadedQuiz = async (lectureId: string, fresh: Partial<OfflineQuiz>): Promise<void> => {
  if (!hasDownloads()) return;
  const { noteQuiz } = await import('#web/features/classroom/offline/offline-quiz.ts');
  // The browser may deny its storage.
  await noteQuiz(lectureId, fresh).catch(() => undefined);
};

/** What `read` finds in the downloaded quiz. */
const ofCopy = async <T>(lectureId: string, read: (copy: OfflineQuiz) => T | undefined): Promise<T | undefined> => {
  const { offlineQuiz } = await import('#web/features/classroom/offline/offline-quiz.ts');
  const copy = await offlineQuiz(lectureId);
  return copy && read(copy);
};

export const quizQuery = (params: QuizPlace) =>
  queryOptions<ResponseOf<typeof QUIZ>, ErrorOf<typeof QUIZ>>({
    queryKey: ['quizzes', params.lectureId],
    staleTime: 0,
    queryFn: ({ signal }) =>
      orOffline(
        async () => {
          const response = await call(QUIZ, { params: { ...params }, signal });
          void noteDownloadedQuiz(params.lectureId, { quiz: response.quiz });
          return response;
        },
        () => ofCopy(params.lectureId, ({ quiz }) => ({ success: true, message: '', quiz })),
      ),
  });

export const attemptQuery = (params: AttemptPlace) =>
  queryOptions<ResponseOf<typeof ATTEMPT>, ErrorOf<typeof ATTEMPT>>({
    queryKey: ['quizzes', params.lectureId, params.attemptId],
    staleTime: 0,
    // Answers that are older than those of the server are never shown.
    gcTime: 0,
    queryFn: ({ signal }) =>
      orOffline(
        async () => {
          const response = await call(ATTEMPT, { params: { ...params }, signal });
          void noteDownloadedQuiz(params.lectureId, { attempt: response.attempt });
          return response;
        },
        () =>
          ofCopy(params.lectureId, ({ attempt }) =>
            attempt._id === params.attemptId
              ? { success: true, message: '', attempt: { ...attempt, now: new Date().toISOString() } }
              : undefined,
          ),
      ),
  });
