import { Trans } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { toast } from 'react-hot-toast/headless';
import type { InboxEntry } from '#contract/school/inbox.ts';
import { messages } from '#contract/messages.ts';
import { invalidate } from '#web/api/query.ts';
import { call } from '#web/api/call.ts';
import { inboxMessageQuery } from '#web/api/school-queries.ts';
import { useSaves } from '#web/ui/forms/use-saves.ts';
import { useAction } from '#web/api/use-action.ts';

const UNDO_MS = 8000;

interface Change {
  messageId: string;
  isDone: boolean;
}

interface DoneOptions {
  entries: readonly InboxEntry[];
  onNext: (messageId: string) => void;
}

/** The open message below, or else above. */
const nextOpen = (entries: readonly InboxEntry[], messageId: string): InboxEntry | undefined => {
  const position = entries.findIndex(({ _id }) => _id === messageId);
  const isOther = ({ isDone }: InboxEntry): boolean => !isDone;
  return entries.slice(position + 1).find(isOther) ?? entries.slice(0, Math.max(0, position)).findLast(isOther);
};

/** Marks a message as done, opens the next one, and offers to undo it. */
export function useDone({ entries, onNext }: DoneOptions) {
  const queryClient = useQueryClient();
  const put = async ({ messageId, isDone }: Change): Promise<void> => {
    const response = await call('PUT /admin/inbox/:messageId/done', { params: { messageId }, body: { isDone } });
    queryClient.setQueryData(inboxMessageQuery(messageId).queryKey, response);
    await invalidate(queryClient, [['inbox', 'list']]);
  };
  const undo = useAction({
    run: (messageId: string) => put({ messageId, isDone: false }),
    messages: { success: messages.inbox.open, error: messages.inbox.changeFailed },
    onSuccess: (_, messageId) => onNext(messageId),
  });
  const { start } = useAction({
    run: put,
    messages: { error: messages.inbox.changeFailed },
    onSuccess: (_, { messageId, isDone }) => {
      if (!isDone) {
        toast.success(messages.inbox.open);
        return;
      }
      const next = nextOpen(entries, messageId);
      if (next) onNext(next._id);
      const id = toast.success(
        <>
          {messages.inbox.done}{' '}
          <button
            type="button"
            className="ms-2 font-semibold underline underline-offset-3 cursor-pointer"
            onClick={() => {
              toast.dismiss(id);
              void undo.start(messageId);
            }}
          >
            <Trans>Undo</Trans>
          </button>
        </>,
        { duration: UNDO_MS },
      );
    },
  });
  // An action that runs ignores the next one, as when a message is reopened and marked again.
  const saves = useSaves();
  return (change: Change): void => void saves.run(() => start(change));
}
