import { SENT_AGAIN_MAX_MS } from '#contract/classroom/question-length.ts';
import type { Question } from '#contract/classroom/questions.ts';
import { call } from '#web/api/call.ts';
import { createObservable } from '#web/api/observable.ts';
import { UNSENT } from '#web/app/session/downloads.ts';
import { sessionStore } from '#web/app/session/session.ts';
import { noteDownload } from '#web/features/classroom/offline/or-offline.ts';
import { createOutbox } from '#web/features/classroom/offline/outbox.ts';
import { randomId } from '#web/ui/text/random-id.ts';
import { isDraft, type QuestionDraft } from './use-questions.ts';
import { messages } from '#contract/messages.ts';

/** A question that was asked without a connection. Stored in the browser, so that its names cannot change freely. */
export interface UnsentQuestion extends QuestionDraft {
  id: string;
  userId: string;
  courseId: string;
  lectureId: string;
  /** By the clock of the device. */
  writtenAtMs: number;
  /** Why the server does not take it; empty otherwise. */
  refused: string;
}

const isUnsent = (value: unknown): value is UnsentQuestion => {
  if (!isDraft(value)) return false;
  const parts: Partial<Record<string, unknown>> = { ...value };
  return (
    typeof parts['writtenAtMs'] === 'number' &&
    ['id', 'userId', 'courseId', 'lectureId', 'refused'].every((name) => typeof parts[name] === 'string')
  );
};

/** The last one that was sent. */
export const sentQuestion = createObservable<Question | undefined>(undefined);

export const questionOutbox = createOutbox<UnsentQuestion>({
  name: UNSENT.questions,
  isEntry: isUnsent,
  idOf: ({ id }) => id,
  aboutOf: ({ id }) => id,
  send: async ({ courseId, lectureId, text, atMs, isPrivate, writtenAtMs }) => {
    const writtenMsAgo = Math.min(SENT_AGAIN_MAX_MS, Math.max(0, Date.now() - writtenAtMs));
    const { question } = await call('POST /courses/:courseId/lectures/:lectureId/questions', {
      params: { courseId, lectureId },
      body: { text, atMs, isPrivate, writtenMsAgo },
    });
    await noteDownload(lectureId, ({ questions }) =>
      questions ? { questions: { ...questions, list: [...questions.list, question] } } : {},
    );
    sentQuestion.set(question);
  },
  refused: (entry, refused) => ({ ...entry, refused: refused || messages.questions.refused }),
  isRefused: ({ refused }) => refused !== '',
});

/** False when this device has no room for it. */
export const askLater = (place: Record<'courseId' | 'lectureId', string>, draft: QuestionDraft): boolean => {
  const { text, atMs, isPrivate } = draft;
  const userId = sessionStore.get()?.user._id ?? '';
  const { courseId, lectureId } = place;
  const written = { id: randomId(), userId, courseId, lectureId, writtenAtMs: Date.now(), refused: '' };
  return questionOutbox.add({ text, atMs, isPrivate, ...written });
};
