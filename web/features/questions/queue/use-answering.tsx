import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import { messages } from '#contract/messages.ts';
import type { Question } from '#contract/classroom/questions.ts';
import { invalidate } from '#web/api/query.ts';
import { errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { readStored, store } from '#web/api/browser-storage.ts';

const UNDO_MS = 8000;

export interface AnswerToSend {
  text: string;
  atMs?: number;
  sameAs?: string;
  isPrivate?: boolean;
}

const draftKey = (questionId: string): string => `answer-draft ${questionId}`;

/** The draft of an answer on this device; '' without one. */
export const readAnswerDraft = (questionId: string): string => {
  const stored = readStored(draftKey(questionId));
  return typeof stored === 'string' ? stored : '';
};

export const storeAnswerDraft = (questionId: string, text: string): void =>
  store(draftKey(questionId), text === '' ? undefined : text);

const lastOwn = ({ answers }: Question) =>
  answers.filter(({ isMine }) => isMine).toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : -1))[0];

/** Answers while the next question is already open. The toast takes the answer back. */
export const useAnswering = (onReturn: (questionId: string) => void) => {
  const queryClient = useQueryClient();
  const refresh = () => invalidate(queryClient, ['questions']);

  const undo = async (questionId: string, answerId: string, text: string): Promise<void> => {
    try {
      await call('DELETE /questions/:questionId/answers/:answerId', { params: { questionId, answerId } });
      storeAnswerDraft(questionId, text);
      await refresh();
      onReturn(questionId);
    } catch (error) {
      toast.error(errorMessage(error, messages.lectures.broken));
    }
  };

  const offerUndo = (questionId: string, answerId: string, text: string): void => {
    const id = toast.success(
      <>
        {messages.questions.answered}{' '}
        <button
          type="button"
          className="ms-2 cursor-pointer font-semibold underline underline-offset-3"
          onClick={() => {
            toast.dismiss(id);
            void undo(questionId, answerId, text);
          }}
        >
          <Trans>Undo</Trans>
        </button>
      </>,
      { duration: UNDO_MS },
    );
  };

  return async (questionId: string, body: AnswerToSend): Promise<void> => {
    try {
      const { question } = await call('POST /questions/:questionId/answers', { params: { questionId }, body });
      storeAnswerDraft(questionId, '');
      const answer = lastOwn(question);
      if (answer) offerUndo(questionId, answer._id, body.text);
      await refresh();
    } catch (error) {
      toast.error(errorMessage(error, messages.questions.notSent));
      onReturn(questionId);
    }
  };
};
