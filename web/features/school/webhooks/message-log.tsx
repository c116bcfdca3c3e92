import { useQuery, useQueryClient } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import type { WebhookMessage } from '#contract/webhooks.ts';
import { webhookMessages as words } from '#contract/webhook-messages.ts';
import { call } from '#web/api/call.ts';
import { endpointQuery, queryKeys } from '#web/api/query-keys.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { FormSkeleton, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { countOf, formatMoment } from '#web/ui/text/format.ts';

const stateOf = ({ state, status, tries }: WebhookMessage): string => {
  const answer = status === null ? 'no response' : `status ${status}`;
  if (tries === 0) return 'Waiting';
  if (state === 'sent') return `Sent, ${answer}`;
  return state === 'failed'
    ? `Given up after ${tries} tries, ${answer}`
    : `${countOf(tries, 'try', 'tries')}, ${answer}`;
};

/** The last messages of a webhook, with what its receiver responded. */
export function MessageLog({ webhookId, onClose }: { webhookId: string; onClose: () => void }) {
  const { timeZone } = useSite();
  const queryClient = useQueryClient();
  const queryKey = queryKeys.webhookMessages(webhookId);
  const query = useQuery(endpointQuery(queryKey, 'GET /admin/webhooks/:webhookId/messages', { params: { webhookId } }));
  const resend = useAction({
    run: (messageId: string) =>
      call('POST /admin/webhooks/:webhookId/messages/:messageId/resend', { params: { webhookId, messageId } }),
    messages: { error: words.sendFailed },
    onSuccess: () => queryClient.invalidateQueries({ queryKey }),
  });
  return (
    <Dialog
      isOpen
      title="Last messages"
      onClose={onClose}
      actions={
        <Button size="large" data-first="" onClick={onClose}>
          Close
        </Button>
      }
    >
      <QueryBoundary query={query} skeleton={<FormSkeleton />} failure={words.failure} isInPanel>
        {({ webhookMessages }) => (
          <ul>
            {webhookMessages.length === 0 && <li className="text-muted">Nothing was sent yet.</li>}
            {webhookMessages.map((message) => (
              <li key={message._id} className="flex items-start gap-3 border-t border-line py-3 first:border-t-0">
                <div className="min-w-0 flex-1">
                  <p className="font-medium">{message.event}</p>
                  <p className="meta">
                    <span className="num">{formatMoment(message.lastTryAt ?? message.createdAt, timeZone)}</span>
                    {` · ${stateOf(message)}`}
                  </p>
                  {message.response !== '' && <p className="meta line-clamp-2 wrap-anywhere">{message.response}</p>}
                </div>
                <Button
                  tone="quiet"
                  aria-label={`Send ${message.event} again`}
                  isDisabled={resend.isBusy}
                  onClick={() => void resend.start(message._id)}
                >
                  <RotateCw size={16} aria-hidden="true" />
                  Resend
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QueryBoundary>
    </Dialog>
  );
}
