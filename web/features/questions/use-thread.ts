import { messages } from '#contract/messages.ts';
import type { Question } from '#contract/classroom/questions.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';

const sentences = { error: messages.lectures.broken };

interface ThreadOptions {
  questionId: string;
  onChange: (question: Question) => void;
  onRemoved: () => void;
}

/** The actions of one question and its answers. */
export const useThread = ({ questionId, onChange, onRemoved }: ThreadOptions) => {
  const params = { questionId };
  const changed = { messages: sentences, onSuccess: ({ question }: { question: Question }) => onChange(question) };
  const vote = useAction({
    run: async (isOn: boolean) => {
      const { question } = await call('PUT /questions/:questionId/vote', { params, body: { isOn } });
      return { question };
    },
    ...changed,
  });
  const follow = useAction({
    run: (isOn: boolean) => call('PUT /questions/:questionId/follow', { params, body: { isOn } }),
    ...changed,
  });
  const accept = useAction({
    run: (answerId: string | null) => call('PUT /questions/:questionId/accepted', { params, body: { answerId } }),
    ...changed,
  });
  const moderate = useAction({
    run: (body: { answerId: string | null; isHidden: boolean; reason: string }) =>
      call('PUT /questions/:questionId/moderation', { params, body }),
    ...changed,
  });
  const report = useAction({
    run: (answerId: string | null) => call('POST /questions/:questionId/reports', { params, body: { answerId } }),
    messages: sentences,
  });
  const edit = useAction({
    run: ({ answerId, text }: { answerId: string | null; text: string; onSaved: () => void }) =>
      answerId === null
        ? call('PUT /questions/:questionId', { params, body: { text } })
        : call('PUT /questions/:questionId/answers/:answerId', { params: { questionId, answerId }, body: { text } }),
    messages: sentences,
    onSuccess: ({ question }, { onSaved }) => {
      onSaved();
      onChange(question);
    },
  });
  const removeAnswer = useAction({
    run: (answerId: string) =>
      call('DELETE /questions/:questionId/answers/:answerId', { params: { questionId, answerId } }),
    ...changed,
  });
  const remove = useAction({
    run: () => call('DELETE /questions/:questionId', { params }),
    messages: sentences,
    onSuccess: onRemoved,
  });
  return { vote, follow, accept, moderate, report, edit, removeAnswer, remove };
};

export type Thread = ReturnType<typeof useThread>;
