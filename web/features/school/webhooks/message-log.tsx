import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { WebhookMessage } from '#contract/school/webhooks.ts';
import { webhookMessages as words } from '#contract/school/webhook-messages.ts';
import { call } from '#web/api/call.ts';
import { endpointQuery } from '#web/api/query.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { type BadgeLabel, StateBadge } from '#web/ui/panel.tsx';
import { FormSkeleton, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { countOf, formatMoment } from '#contract/format.ts';

/** Of a test it is no event that can be chosen. */
const eventNames: Readonly<Record<string, string>> = { ...words.events, test: 'Test' };

const nameOf = ({ event }: WebhookMessage): string => eventNames[event] ?? event;

const stateOf = ({ state, tries }: WebhookMessage): BadgeLabel => {
  if (state === 'sent') return { label: 'Sent', tone: 'good' };
  if (state === 'failed') return { label: 'Failed', tone: 'bad' };
  return tries === 0 ? { label: 'Waiting', tone: 'plain' } : { label: 'Trying again', tone: 'waiting' };
};

const triesOf = ({ status, tries, nextTryAt }: WebhookMessage, timeZone: string): string => {
  if (tries === 0) return '';
  const response = status === null ? 'no response' : `status ${status}`;
  const next = nextTryAt === null ? '' : ` · next try ${formatMoment(nextTryAt, timeZone)}`;
  return ` · ${countOf(tries, 'try', 'tries')}, ${response}${next}`;
};

function LoggedMessage({ message, action }: { message: WebhookMessage; action: ReactNode }) {
  const { timeZone } = useSite();
  return (
    <li className="flex items-start gap-3 border-t border-line py-3 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          {nameOf(message)}
          <StateBadge {...stateOf(message)} />
        </p>
        <p className="meta">
          <span className="num">{formatMoment(message.lastTryAt ?? message.createdAt, timeZone)}</span>
          {triesOf(message, timeZone)}
        </p>
        {message.response !== '' && <p className="meta line-clamp-2 wrap-anywhere">{message.response}</p>}
      </div>
      {action}
    </li>
  );
}

/** The last messages of a webhook, with what its receiver responded. */
export function MessageLog({ webhookId, onClose }: { webhookId: string; onClose: () => void }) {
  const query = useQuery(
    endpointQuery('webhooks', 'GET /admin/webhooks/:webhookId/messages', { params: { webhookId } }),
  );
  const resend = useAction({
    run: (messageId: string) =>
      call('POST /admin/webhooks/:webhookId/messages/:messageId/resend', { params: { webhookId, messageId } }),
    messages: { error: words.sendFailed },
    changes: ['webhooks'],
  });
  return (
    <Dialog
      isOpen
      title="Log"
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
              <LoggedMessage
                key={message._id}
                message={message}
                action={
                  <Button
                    tone="quiet"
                    aria-label={`Resend ${nameOf(message)}`}
                    isDisabled={resend.isBusy}
                    onClick={() => void resend.start(message._id)}
                  >
                    <RotateCw size={16} aria-hidden="true" />
                    Resend
                  </Button>
                }
              />
            ))}
          </ul>
        )}
      </QueryBoundary>
    </Dialog>
  );
}
