import { Trans, useLingui } from '@lingui/react/macro';
import { KeyRound, Trash2, Pencil } from 'lucide-react';
import { messages } from '#contract/messages.ts';
import { call, type ResponseOf } from '#web/api/call.ts';
import { pathTo } from '#web/app/path-to.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { ConfirmAction } from '#web/ui/dialogs/confirm-action.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { Row } from '#web/ui/rows-panel.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { formatDay } from '#contract/format.ts';
import { securityPage } from './security-page.ts';
import { useLocale } from '#web/ui/language/language.tsx';

interface PasswordRowProps {
  email: string;
  password: ResponseOf<'GET /user/security'>['password'];
  hasPasskey: boolean;
}

/** The password, which a user with a passkey can do without. */
export function PasswordRow({ email, password: { isSet, changedAt }, hasPasskey }: PasswordRowProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  if (!isSet)
    return (
      <Row
        icon={KeyRound}
        name={t`Password`}
        action={
          <ActionButton
            tone="quiet"
            run={() => call('POST /user/reset', { body: { email } })}
            messages={messages.forgotPassword}
          >
            <Trans>Email me a link</Trans>
          </ActionButton>
        }
      >
        <Trans>None. A link in an email sets one.</Trans>
      </Row>
    );
  return (
    <Row icon={KeyRound} name={t`Password`} action={hasPasskey ? <PasswordMenu /> : <ChangeLink />}>
      {changedAt === null ? (
        <Trans>With your email address</Trans>
      ) : (
        <Trans>Changed {{ day: formatDay(changedAt, timeZone, locale) }}</Trans>
      )}
    </Row>
  );
}

const ChangeLink = () => (
  <LinkButton tone="quiet" to={pathTo('changePassword')}>
    <Trans>Change</Trans>
  </LinkButton>
);

function PasswordMenu() {
  const { t } = useLingui();
  return (
    <ConfirmAction
      renderTrigger={(open) => (
        <RowMenu
          label={t`Password`}
          items={[
            { label: t`Change`, icon: Pencil, to: pathTo('changePassword') },
            { label: t`Remove`, icon: Trash2, isDestructive: true, onSelect: open },
          ]}
        />
      )}
      title={t`Remove your password?`}
      confirmLabel={t`Remove`}
      run={() => call('DELETE /user/password')}
      messages={{ error: messages.factors.changeFailed }}
      changes={securityPage}
    >
      <Trans>Your passkeys log you in from now on. A link in an email can set a password again.</Trans>
    </ConfirmAction>
  );
}
