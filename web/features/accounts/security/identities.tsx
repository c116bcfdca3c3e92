import { msg } from '@lingui/core/macro';
import type { MessageDescriptor } from '@lingui/core';
import { Trans, useLingui } from '@lingui/react/macro';
import { LogIn } from 'lucide-react';
import { messages } from '#contract/messages.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { pathTo } from '#web/app/path-to.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmAction } from '#web/ui/dialogs/confirm-action.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { Row } from '#web/ui/rows-panel.tsx';
import { formatShortMoment } from '#contract/format.ts';
import { useNow } from '#web/ui/use-now.ts';
import { rememberLogin } from '../started-login.ts';
import { securityPage } from './security-page.ts';
import { useLocale } from '#web/ui/language/language.tsx';

const words = messages.providers;
type Identity = ResponseOf<'GET /user/security'>['identities'][number];

interface IdentityRowProps {
  identity: Identity;
  otherWays: MessageDescriptor;
}

function IdentityRow({
  identity: { _id: identityId, name, email, createdAt, lastUsedAt },
  otherWays,
}: IdentityRowProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  const now = new Date(useNow());
  return (
    <Row
      icon={LogIn}
      name={name}
      action={
        <ConfirmAction
          renderTrigger={(open) => (
            <Button tone="quiet" onClick={open}>
              <Trans>Remove</Trans>
            </Button>
          )}
          title={t`Remove ${name}?`}
          confirmLabel={t`Remove`}
          run={() => call('DELETE /user/identities/:identityId', { params: { identityId } })}
          messages={{ success: words.removed, error: words.changeFailed }}
          changes={securityPage}
        >
          <Trans>
            {name} no longer logs you in. {{ ways: t(otherWays) }} still do.
          </Trans>
        </ConfirmAction>
      }
    >
      {[
        email,
        lastUsedAt === null
          ? t`added ${formatShortMoment(createdAt, timeZone, now, locale)}`
          : t`used ${formatShortMoment(lastUsedAt, timeZone, now, locale)}`,
      ]
        .filter(Boolean)
        .join(' · ')}
    </Row>
  );
}

interface IdentitiesProps {
  identities: readonly Identity[];
  hasPassword: boolean;
  hasPasskey: boolean;
}

/** Such as `Your password, your passkeys and codes by email`. */
const otherWaysOf = ({ hasPassword, hasPasskey }: IdentitiesProps): MessageDescriptor => {
  if (hasPassword && hasPasskey) return msg`Your password, your passkeys and codes by email`;
  if (hasPassword) return msg`Your password and codes by email`;
  return hasPasskey ? msg`Your passkeys and codes by email` : msg`Codes by email`;
};

/** Logins of another service, and the way to add the one that the school offers. */
export function Identities({ identities, hasPassword, hasPasskey }: IdentitiesProps) {
  const { loginProvider } = useSite();
  const { i18n } = useLingui();
  const add = useAction({
    run: () => call('POST /user/identities'),
    messages: { success: '', error: words.failed },
    onSuccess: ({ address, ticket }) => {
      rememberLogin({ ticket, returnTo: pathTo('security'), language: i18n.locale, isAdding: true });
      window.location.assign(address);
    },
  });
  const otherWays = otherWaysOf({ identities, hasPassword, hasPasskey });
  const isOffered = loginProvider !== '' && !identities.some(({ name }) => name === loginProvider);
  return (
    <>
      {identities.map((identity) => (
        <IdentityRow key={identity._id} identity={identity} otherWays={otherWays} />
      ))}
      {isOffered && (
        <Row
          icon={LogIn}
          name={loginProvider}
          action={
            <Button tone="quiet" isBusy={add.isBusy} onClick={() => void add.start(undefined)}>
              <Trans>Add</Trans>
            </Button>
          }
        >
          <Trans>Log in with {loginProvider} as well</Trans>
        </Row>
      )}
    </>
  );
}
