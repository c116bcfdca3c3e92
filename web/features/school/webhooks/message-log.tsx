import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
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
import { formatMoment } from '#contract/format.ts';
import type { Language } from '#contract/languages/language.ts';
import type { Sentence } from '#contract/languages/say.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

/** Of a test it is no event that can be chosen. */
const eventNames: Readonly<Record<string, Sentence>> = words.events;

const nameOf = ({ event }: WebhookMessage, { _ }: Language): string =>
  event === 'test' ? _(msg`Test`) : _(eventNames[event]?.message ?? event);

const stateOf = ({ state, tries }: WebhookMessage): BadgeLabel<MessageDescriptor> => {
  if (state === 'sent') return { label: msg`Sent`, tone: 'good' };
  if (state === 'failed') return { label: msg`Failed`, tone: 'bad' };
  return tries === 0 ? { label: msg`Waiting`, tone: 'plain' } : { label: msg`Trying again`, tone: 'waiting' };
};

const triesOf = ({ status, tries, nextTryAt }: WebhookMessage, timeZone: string, { _, locale }: Language): string[] =>
  tries === 0
    ? []
    : [
        _(msg({ message: plural(tries, { one: '# try', other: '# tries' }) })) +
          ', ' +
          (status === null ? _(msg`no response`) : _(msg`status ${status}`)),
        ...(nextTryAt === null ? [] : [_(msg`next try ${{ time: formatMoment(nextTryAt, timeZone, locale) }}`)]),
      ];

function LoggedMessage({ message, action }: { message: WebhookMessage; action: ReactNode }) {
  const language = useLanguage();
  const { timeZone } = useSite();
  return (
    <li className="flex items-start gap-3 border-t border-line py-3 first:border-t-0">
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-medium">
          {nameOf(message, language)}
          <StateBadge {...stateOf(message)} />
        </p>
        <p className="meta">
          <span className="num">{formatMoment(message.lastTryAt ?? message.createdAt, timeZone, language.locale)}</span>
          {triesOf(message, timeZone, language).map((part) => ` · ${part}`)}
        </p>
        {message.response !== '' && <p className="meta line-clamp-2 wrap-anywhere">{message.response}</p>}
      </div>
      {action}
    </li>
  );
}

/** The last messages of a webhook, with what its receiver responded. */
export function MessageLog({ webhookId, onClose }: { webhookId: string; onClose: () => void }) {
  const { t } = useLingui();
  const language = useLanguage();
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
      title={t`Log`}
      onClose={onClose}
      actions={
        <Button size="large" data-first="" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <QueryBoundary query={query} skeleton={<FormSkeleton />} failure={words.failure} isInPanel>
        {({ webhookMessages }) => (
          <ul>
            {webhookMessages.length === 0 && (
              <li className="text-muted">
                <Trans>Nothing was sent yet.</Trans>
              </li>
            )}
            {webhookMessages.map((message) => (
              <LoggedMessage
                key={message._id}
                message={message}
                action={
                  <Button
                    tone="quiet"
                    aria-label={t`Resend ${{ name: nameOf(message, language) }}`}
                    isDisabled={resend.isBusy}
                    onClick={() => void resend.start(message._id)}
                  >
                    <RotateCw size={16} aria-hidden="true" />
                    <Trans>Resend</Trans>
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
