import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import type { ApiKey } from '#contract/accounts/api-keys.ts';
import { keyMessages as words } from '#contract/accounts/key-messages.ts';
import { call } from '#web/api/call.ts';
import { endpointQuery } from '#web/api/query.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmAction } from '#web/ui/dialogs/confirm-action.tsx';
import { FormSkeleton, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { Row, RowsPanel } from '#web/ui/rows-panel.tsx';
import { SecretDialog } from '#web/ui/dialogs/secret-dialog.tsx';
import { formatDay, formatMoment } from '#contract/format.ts';
import { SettingsFrame } from '../settings/settings-frame.tsx';
import { KeyForm } from './key-form.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';

function KeyRow({ apiKey }: { apiKey: ApiKey }) {
  const { t } = useLingui();
  const { _, locale } = useLanguage();
  const { timeZone } = useSite();
  const { _id: keyId, name, scopes, createdBy, lastUsedAt, endsAt } = apiKey;
  return (
    <Row
      icon={KeyRound}
      name={name}
      action={
        <ConfirmAction
          renderTrigger={(open) => (
            <Button tone="quiet" aria-label={t`End ${name}`} onClick={open}>
              <Trans>End</Trans>
            </Button>
          )}
          title={t`End ${name}?`}
          confirmLabel={t`End key`}
          run={() => call('DELETE /admin/api-keys/:keyId', { params: { keyId } })}
          messages={{ error: words.endFailed }}
          changes={['api-keys']}
        >
          <Trans>Programs that use it are refused at once. This cannot be undone.</Trans>
        </ConfirmAction>
      }
    >
      <span className="block">{scopes.map((scope) => _(words.scopes[scope].message)).join(', ')}</span>
      <span className="block">
        {[
          t`By ${createdBy}`,
          lastUsedAt === null ? t`never used` : t`used ${{ time: formatMoment(lastUsedAt, timeZone, locale) }}`,
          endsAt === null ? t`does not end by itself` : t`ends ${{ day: formatDay(endsAt, timeZone, locale) }}`,
        ].join(' · ')}
      </span>
    </Row>
  );
}

function Keys() {
  const { t } = useLingui();
  const query = useQuery(endpointQuery('api-keys', 'GET /admin/api-keys'));
  const [isAdding, setAdding] = useState(false);
  const [secret, setSecret] = useState<string>();
  return (
    <>
      <RowsPanel
        title={t`API keys`}
        aside={
          <Button onClick={() => setAdding(true)}>
            <Plus size={18} aria-hidden="true" />
            <Trans>New key</Trans>
          </Button>
        }
        foot={
          <p>
            <Trans>
              A program sends its key as <code className="text-xs">Authorization: Bearer …</code>. The documentation of
              the API says what each key may call.
            </Trans>
          </p>
        }
      >
        <QueryBoundary query={query} skeleton={<FormSkeleton />} failure={words.failure} messageClass="p-5" isInPanel>
          {({ apiKeys }) =>
            apiKeys.length === 0 ? (
              <p className="px-5 pb-5 text-muted sm:px-6">
                <Trans>
                  No keys. With one, another program reads people or payments, or gives access, without a login.
                </Trans>
              </p>
            ) : (
              <ul>
                {apiKeys.map((apiKey) => (
                  <KeyRow key={apiKey._id} apiKey={apiKey} />
                ))}
              </ul>
            )
          }
        </QueryBoundary>
      </RowsPanel>
      {isAdding && (
        <KeyForm
          onClose={() => setAdding(false)}
          onCreated={(created) => {
            setAdding(false);
            setSecret(created);
          }}
        />
      )}
      {secret !== undefined && (
        <SecretDialog title={t`Your API key`} secret={secret} onClose={() => setSecret(undefined)}>
          <Trans>Keep it where your other program reads it. It is not shown again.</Trans>
        </SecretDialog>
      )}
    </>
  );
}

export const Component = () => {
  const { t } = useLingui();
  return <SettingsFrame section={t`API keys`}>{() => <Keys />}</SettingsFrame>;
};
