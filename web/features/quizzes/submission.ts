import { z } from 'zod';
import { SavedAnswer } from '#contract/classroom/quiz-fields.ts';
import { call } from '#web/api/call.ts';
import { readStored, store } from '#web/api/browser-storage.ts';
import { createOutbox } from '#web/features/classroom/offline/outbox.ts';
import { UNSENT } from '#web/app/session/downloads.ts';
import { sessionStore } from '#web/app/session/session.ts';

const HandedIn = z.object({ userId: z.string(), courseId: z.string(), lectureId: z.string(), attemptId: z.string() });
type HandedIn = z.output<typeof HandedIn>;

const Answers = SavedAnswer.array();

/** Where the answers of an attempt wait until the server has them. */
const waitingAnswers = (attemptId: string): string => `quiz-answers:${attemptId}`;

export const readAnswers = (attemptId: string): SavedAnswer[] =>
  Answers.safeParse(readStored(waitingAnswers(attemptId))).data ?? [];

export const storeAnswers = (attemptId: string, answers: readonly SavedAnswer[]): void =>
  store(waitingAnswers(attemptId), answers.length > 0 ? answers : undefined);

/** Quizzes that were handed in without a connection. */
const handedIn = createOutbox<HandedIn>({
  name: UNSENT.quizzes,
  isEntry: (value): value is HandedIn => HandedIn.safeParse(value).success,
  idOf: ({ attemptId }) => attemptId,
  aboutOf: ({ attemptId }) => attemptId,
  send: async ({ attemptId, courseId, lectureId }) => {
    await call('POST /courses/:courseId/lectures/:lectureId/attempts/:attemptId/submit', {
      params: { courseId, lectureId, attemptId },
      body: { answers: readAnswers(attemptId) },
    });
    storeAnswers(attemptId, []);
  },
  refused: ({ attemptId }) => {
    storeAnswers(attemptId, []);
    return undefined;
  },
  isRefused: () => false,
});

export const isHandedIn = (attemptId: string): boolean => handedIn.own().some((one) => one.attemptId === attemptId);

/** The attempt was submitted without a connection. */
export const handIn = (place: Omit<HandedIn, 'userId'>): void => {
  const userId = sessionStore.get()?.user._id;
  if (userId !== undefined && !isHandedIn(place.attemptId)) handedIn.add({ ...place, userId });
};

export const forgetHandedIn = handedIn.remove;

/** Submits what was handed in without a connection. */
export const sendHandedIn = handedIn.flush;
