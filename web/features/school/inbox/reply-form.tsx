import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import type { InboxMessage } from '#contract/inbox.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { inboxMessageQuery } from '#web/api/school-queries.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { randomId } from '#web/ui/text/random-id.ts';
import { useDraft } from './use-draft.ts';

const MAX_LENGTH = 5000;

/** Replies by email. What was typed stays until it is sent, also when another message is read meanwhile. */
export function ReplyForm({ inboxMessage: { _id: messageId, email, isDone } }: { inboxMessage: InboxMessage }) {
  const queryClient = useQueryClient();
  const [text, setText] = useDraft(messageId);
  const [idempotencyKey, setIdempotencyKey] = useState(randomId);
  const sending = useAction({
    run: (alsoDone: boolean) =>
      call('POST /admin/inbox/:messageId/replies', {
        params: { messageId },
        body: { text, idempotencyKey, isDone: alsoDone },
      }),
    messages: { loading: messages.inbox.sending, error: messages.inbox.replyFailed },
    onSuccess: async (response) => {
      setText('');
      setIdempotencyKey(randomId());
      queryClient.setQueryData(inboxMessageQuery(messageId).queryKey, response);
      await queryClient.invalidateQueries({ queryKey: queryKeys.inboxLists });
    },
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void sending.start(!isDone);
  };
  const isEmpty = text.trim() === '';
  return (
    <form className="reply-form" onSubmit={submit}>
      <label>
        <span className="reply-to">Reply to {email}</span>
        <textarea
          rows={5}
          dir="auto"
          value={text}
          maxLength={MAX_LENGTH}
          aria-keyshortcuts="r"
          data-reply=""
          onChange={(event) => setText(event.target.value)}
        />
      </label>
      <div className="flex flex-wrap justify-end gap-2">
        {!isDone && (
          <Button tone="quiet" isDisabled={isEmpty || sending.isBusy} onClick={() => void sending.start(false)}>
            Send
          </Button>
        )}
        <Button type="submit" isDisabled={isEmpty} isBusy={sending.isBusy}>
          {isDone ? 'Send' : 'Send and mark done'}
        </Button>
      </div>
    </form>
  );
}
