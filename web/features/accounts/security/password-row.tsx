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

interface PasswordRowProps {
  email: string;
  password: ResponseOf<'GET /user/security'>['password'];
  hasPasskey: boolean;
}

/** The password, which a user with a passkey can do without. */
export function PasswordRow({ email, password: { isSet, changedAt }, hasPasskey }: PasswordRowProps) {
  const { timeZone } = useSite();
  if (!isSet)
    return (
      <Row
        icon={KeyRound}
        name="Password"
        action={
          <ActionButton
            tone="quiet"
            run={() => call('POST /user/reset', { body: { email } })}
            messages={messages.forgotPassword}
          >
            Email me a link
          </ActionButton>
        }
      >
        None. A link in an email sets one.
      </Row>
    );
  return (
    <Row icon={KeyRound} name="Password" action={hasPasskey ? <PasswordMenu /> : <ChangeLink />}>
      {changedAt === null ? 'With your email address' : `Changed ${formatDay(changedAt, timeZone)}`}
    </Row>
  );
}

const ChangeLink = () => (
  <LinkButton tone="quiet" to={pathTo('changePassword')}>
    Change
  </LinkButton>
);

function PasswordMenu() {
  return (
    <ConfirmAction
      renderTrigger={(open) => (
        <RowMenu
          label="Password"
          items={[
            { label: 'Change', icon: Pencil, to: pathTo('changePassword') },
            { label: 'Remove', icon: Trash2, isDestructive: true, onSelect: open },
          ]}
        />
      )}
      title="Remove your password?"
      confirmLabel="Remove"
      run={() => call('DELETE /user/password')}
      messages={{ error: messages.factors.changeFailed }}
      changes={securityPage}
    >
      Your passkeys log you in from now on. A link in an email can set a password again.
    </ConfirmAction>
  );
}
