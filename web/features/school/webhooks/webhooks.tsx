import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Plus, RefreshCw, ScrollText, Send, Trash2, Webhook as WebhookIcon } from 'lucide-react';
import { useState } from 'react';
import type { ListedWebhook } from '#contract/school/webhooks.ts';
import { webhookMessages as words } from '#contract/school/webhook-messages.ts';
import { call } from '#web/api/call.ts';
import { endpointQuery } from '#web/api/query.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { ActionDialog } from '#web/ui/dialogs/confirm-action.tsx';
import { SecretDialog } from '#web/ui/dialogs/secret-dialog.tsx';
import { FormSkeleton, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { Row, RowsPanel } from '#web/ui/rows-panel.tsx';
import { formatDay } from '#contract/format.ts';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import { MessageLog } from './message-log.tsx';
import { WebhookForm } from './webhook-form.tsx';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';

type Open = 'log' | 'change' | 'rotate' | 'delete';

/** Since when messages fail, and how many are tried again. */
function Troubles({ failingSince, retrying }: Pick<ListedWebhook, 'failingSince' | 'retrying'>) {
  const locale = useLocale();
  const { timeZone } = useSite();
  return (
    <>
      {failingSince !== null && (
        <span className="block text-error">
          <Trans>Failing since {{ day: formatDay(failingSince, timeZone, locale) }}</Trans>
        </span>
      )}
      {retrying > 0 && (
        <span className="block text-error">
          <Plural
            value={retrying}
            one="# message failed, and will be tried again"
            other="# messages failed, and will be tried again"
          />
        </span>
      )}
    </>
  );
}

interface WebhookRowProps {
  webhook: ListedWebhook;
  onSecret: (secret: string) => void;
}

function WebhookRow({ webhook, onSecret }: WebhookRowProps) {
  const { t } = useLingui();
  const { _ } = useLanguage();
  const [open, setOpen] = useState<Open>();
  const close = (): void => setOpen(undefined);
  const { _id: webhookId, url, events } = webhook;
  const test = useAction({
    run: () => call('POST /admin/webhooks/:webhookId/test', { params: { webhookId } }),
    messages: { success: t`A test is on the way: its response is in the log`, error: words.sendFailed },
    changes: ['webhooks'],
  });
  const title = url.replace(/^https?:\/\//, '');
  return (
    <Row
      icon={WebhookIcon}
      name={title}
      action={
        <RowMenu
          label={t`Actions for ${title}`}
          items={[
            { label: t`Log`, icon: ScrollText, onSelect: () => setOpen('log') },
            { label: t`Send a test`, icon: Send, onSelect: () => void test.start(undefined) },
            { label: t`Change events`, icon: Pencil, onSelect: () => setOpen('change') },
            { label: t`Replace secret`, icon: RefreshCw, onSelect: () => setOpen('rotate') },
            { label: t`Delete`, icon: Trash2, isDestructive: true, onSelect: () => setOpen('delete') },
          ]}
        />
      }
    >
      <span className="block">{events.map((event) => _(words.events[event].message)).join(', ')}</span>
      <Troubles {...webhook} />
      {open === 'log' && <MessageLog webhookId={webhookId} onClose={close} />}
      {open === 'change' && <WebhookForm webhook={webhook} onClose={close} onDone={close} />}
      {open === 'rotate' && <Rotate webhookId={webhookId} onClose={close} onSecret={onSecret} />}
      {open === 'delete' && <Delete webhookId={webhookId} title={title} onClose={close} />}
    </Row>
  );
}

function Rotate({
  webhookId,
  onClose,
  onSecret,
}: {
  webhookId: string;
  onClose: () => void;
  onSecret: (s: string) => void;
}) {
  const { t } = useLingui();
  return (
    <ActionDialog
      title={t`Replace the secret?`}
      confirmLabel={t`Replace secret`}
      tone="primary"
      run={() => call('POST /admin/webhooks/:webhookId/secret', { params: { webhookId } })}
      messages={{ error: words.changeFailed }}
      onSuccess={({ secret }) => onSecret(secret)}
      onClose={onClose}
    >
      <Trans>Messages are signed with both for 24 hours, so that the other program can change over.</Trans>
    </ActionDialog>
  );
}

function Delete({ webhookId, title, onClose }: { webhookId: string; title: string; onClose: () => void }) {
  const { t } = useLingui();
  return (
    <ActionDialog
      title={t`Delete the webhook to ${title}?`}
      confirmLabel={t`Delete webhook`}
      run={() => call('DELETE /admin/webhooks/:webhookId', { params: { webhookId } })}
      messages={{ error: words.changeFailed }}
      changes={['webhooks']}
      onClose={onClose}
    >
      <Trans>Nothing more is sent to it, and its log is deleted.</Trans>
    </ActionDialog>
  );
}

function Webhooks() {
  const { t } = useLingui();
  const query = useQuery(endpointQuery('webhooks', 'GET /admin/webhooks'));
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  return (
    <>
      <RowsPanel
        title={t`Webhooks`}
        aside={
          <Button onClick={() => setAdding(true)}>
            <Plus size={18} aria-hidden="true" />
            <Trans>New webhook</Trans>
          </Button>
        }
        foot={
          <p>
            <Trans>Messages are signed as Standard Webhooks, and tried again for three days.</Trans>
          </p>
        }
      >
        <QueryBoundary query={query} skeleton={<FormSkeleton />} failure={words.failure} messageClass="p-5" isInPanel>
          {({ webhooks }) =>
            webhooks.length === 0 ? (
              <p className="px-5 pb-5 text-muted sm:px-6">
                <Trans>
                  No webhooks. With one, another program learns at once of purchases, new accounts or completed courses.
                </Trans>
              </p>
            ) : (
              <ul>
                {webhooks.map((webhook) => (
                  <WebhookRow key={webhook._id} webhook={webhook} onSecret={setSecret} />
                ))}
              </ul>
            )
          }
        </QueryBoundary>
      </RowsPanel>
      {isAdding && (
        <WebhookForm
          onClose={() => setAdding(false)}
          onDone={(created) => {
            setAdding(false);
            setSecret(created);
          }}
        />
      )}
      {secret !== undefined && (
        <SecretDialog title={t`The secret of your webhook`} secret={secret} onClose={() => setSecret(undefined)}>
          <Trans>The other program verifies with it that messages are from your school. It is not shown again.</Trans>
        </SecretDialog>
      )}
    </>
  );
}

export const Component = () => {
  const { t } = useLingui();
  return <SettingsFrame section={t`Webhooks`}>{() => <Webhooks />}</SettingsFrame>;
};
