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

const words = messages.providers;
type Identity = ResponseOf<'GET /user/security'>['identities'][number];

interface IdentityRowProps {
  identity: Identity;
  otherWays: string;
}

function IdentityRow({
  identity: { _id: identityId, name, email, createdAt, lastUsedAt },
  otherWays,
}: IdentityRowProps) {
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
              Remove
            </Button>
          )}
          title={`Remove ${name}?`}
          confirmLabel="Remove"
          run={() => call('DELETE /user/identities/:identityId', { params: { identityId } })}
          messages={{ success: words.removed, error: words.changeFailed }}
          changes={securityPage}
        >
          {name} no longer logs you in. {otherWays} still do.
        </ConfirmAction>
      }
    >
      {[
        email,
        lastUsedAt === null
          ? `added ${formatShortMoment(createdAt, timeZone, now)}`
          : `used ${formatShortMoment(lastUsedAt, timeZone, now)}`,
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
const otherWaysOf = ({ hasPassword, hasPasskey }: IdentitiesProps): string => {
  const own = [hasPassword ? 'your password' : '', hasPasskey ? 'your passkeys' : ''].filter(Boolean).join(', ');
  const ways = own === '' ? 'codes by email' : `${own} and codes by email`;
  return ways.charAt(0).toUpperCase() + ways.slice(1);
};

/** Logins of another service, and the way to add the one that the school offers. */
export function Identities({ identities, hasPassword, hasPasskey }: IdentitiesProps) {
  const { loginProvider } = useSite();
  const add = useAction({
    run: () => call('POST /user/identities'),
    messages: { success: '', error: words.failed },
    onSuccess: ({ address, ticket }) => {
      rememberLogin({ ticket, returnTo: pathTo('security'), isAdding: true });
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
              Add
            </Button>
          }
        >
          Log in with {loginProvider} as well
        </Row>
      )}
    </>
  );
}
