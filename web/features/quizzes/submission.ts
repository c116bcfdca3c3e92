import { z } from 'zod';
import { SavedAnswer } from '#contract/classroom/quiz-fields.ts';
import { ApiError } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { readStored, store } from '#web/api/browser-storage.ts';
import { sessionStore } from '#web/app/session/session.ts';

const NAME = 'quiz-handed-in';

const HandedIn = z.array(
  z.object({ userId: z.string(), courseId: z.string(), lectureId: z.string(), attemptId: z.string() }),
);
type HandedIn = z.output<typeof HandedIn>[number];

const Answers = SavedAnswer.array();

/** Where the answers of an attempt wait until the server has them. */
const waitingAnswers = (attemptId: string): string => `quiz-answers:${attemptId}`;

export const readAnswers = (attemptId: string): SavedAnswer[] =>
  Answers.safeParse(readStored(waitingAnswers(attemptId))).data ?? [];

export const storeAnswers = (attemptId: string, answers: readonly SavedAnswer[]): void =>
  store(waitingAnswers(attemptId), answers.length > 0 ? answers : undefined);

const readAll = (): HandedIn[] => HandedIn.safeParse(readStored(NAME)).data ?? [];

const storeAll = (all: readonly HandedIn[]): void => store(NAME, all.length > 0 ? all : undefined);

/** The attempt was submitted without a connection. */
export const handIn = (place: Omit<HandedIn, 'userId'>): void => {
  const userId = sessionStore.get()?.user._id;
  if (userId !== undefined && !isHandedIn(place.attemptId)) storeAll([...readAll(), { ...place, userId }]);
};

export const isHandedIn = (attemptId: string): boolean => readAll().some((one) => one.attemptId === attemptId);

export const forgetHandedIn = (attemptId: string): void => {
  if (isHandedIn(attemptId)) storeAll(readAll().filter((one) => one.attemptId !== attemptId));
};

/** The same may succeed later: the network, a busy server, or an ended session. */
export const isTemporary = (error: unknown): boolean =>
  !(error instanceof ApiError) || error.status === 0 || error.status >= 500 || [401, 408, 429].includes(error.status);

/** Submits what was handed in without a connection. */
export const sendHandedIn = async (): Promise<void> => {
  const own = readAll().filter(({ userId }) => userId === sessionStore.get()?.user._id);
  for (const { userId: _, attemptId, ...place } of own) {
    try {
      await call('POST /courses/:courseId/lectures/:lectureId/attempts/:attemptId/submit', {
        params: { ...place, attemptId },
        body: { answers: readAnswers(attemptId) },
      });
    } catch (error) {
      if (isTemporary(error)) continue;
    }
    forgetHandedIn(attemptId);
    storeAnswers(attemptId, []);
  }
};
