import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { Ban, KeyRound, LockOpen, Mail, ShieldCheck, ShieldOff, SmartphoneNfc } from 'lucide-react';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { invalidate } from '#web/api/query.ts';
import { call } from '#web/api/call.ts';
import { type ListedPerson, type PersonDetail } from './people-queries.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { ActionDialog, ConfirmAction } from '#web/ui/dialogs/confirm-action.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { useSession } from '#web/app/session/use-session.ts';
import { BlockDialog, EmailDialog, NOT_CONFIRMED } from './access-dialogs.tsx';

interface PersonProps {
  person: ListedPerson;
}

/** An admin's changes of an account; blocking the own account is not possible. */
export function AccountPanel({ detail }: { detail: PersonDetail }) {
  const { t } = useLingui();
  const { person, hasSecondStep, isAddressConfirmed } = detail;
  const queryClient = useQueryClient();
  const session = useSession();
  const [dialog, setDialog] = useState<'email' | 'block' | 'role'>();
  const { _id: userId, fullName, blockedAt } = person;
  const params = { userId };
  const shared = {
    who: fullName,
    onClose: () => setDialog(undefined),
    onDone: () => invalidate(queryClient, ['people']),
  };
  const RoleIcon = person.role === 'ADMIN' ? ShieldOff : ShieldCheck;
  return (
    <Panel title={t`Account`}>
      <div className="flex flex-wrap gap-2">
        <Button tone="quiet" onClick={() => setDialog('email')}>
          <Mail size={18} aria-hidden="true" />
          {t({ message: 'Email', context: 'verb' })}
        </Button>
        {blockedAt === null && <SendResetLink person={person} />}
        {hasSecondStep && <EndSecondStep person={person} />}
        <Button tone="quiet" onClick={() => setDialog('role')}>
          <RoleIcon size={18} aria-hidden="true" />
          {person.role === 'ADMIN' ? t`Remove as admin` : t`Make an admin`}
        </Button>
        {blockedAt === null && userId !== session?.user._id && (
          <Button tone="danger" onClick={() => setDialog('block')}>
            <Ban size={18} aria-hidden="true" />
            {t({ message: 'Block', context: 'verb' })}
          </Button>
        )}
        {blockedAt !== null && <Unblock person={person} />}
      </div>
      {dialog === 'email' && (
        <EmailDialog
          {...shared}
          run={(action) =>
            call('POST /admin/people/bulk', {
              body: { people: { userIds: [userId] }, action: { kind: 'email', ...action } },
            })
          }
        />
      )}
      {dialog === 'block' && (
        <BlockDialog {...shared} run={(body) => call('POST /admin/people/:userId/block', { params, body })} />
      )}
      {dialog === 'role' && <RoleDialog {...{ person, isAddressConfirmed }} {...shared} />}
    </Panel>
  );
}

function SendResetLink({ person: { _id: userId } }: PersonProps) {
  const { t } = useLingui();
  return (
    <ActionButton
      tone="quiet"
      run={() => call('POST /admin/people/:userId/reset-link', { params: { userId } })}
      messages={{ error: t`The link was not sent. Please try again.` }}
      changes={['people']}
    >
      <KeyRound size={18} aria-hidden="true" />
      <Trans>Send reset link</Trans>
    </ActionButton>
  );
}

/** For a person who lost the phone and the recovery codes. */
function EndSecondStep({ person: { _id: userId, fullName } }: PersonProps) {
  const { t } = useLingui();
  return (
    <ConfirmAction
      renderTrigger={(open) => (
        <Button tone="quiet" onClick={open}>
          <SmartphoneNfc size={18} aria-hidden="true" />
          <Trans>Turn off second step</Trans>
        </Button>
      )}
      title={t`Turn off the second step of ${fullName}?`}
      confirmLabel={t`Turn off`}
      run={() => call('DELETE /admin/people/:userId/second-step', { params: { userId } })}
      messages={{ error: messages.fields.notChanged }}
      changes={['people']}
    >
      <Trans>Only if you are sure that it is them: then the password alone logs in. They get an email.</Trans>
    </ConfirmAction>
  );
}

function Unblock({ person: { _id: userId } }: PersonProps) {
  return (
    <ActionButton
      run={() => call('POST /admin/people/:userId/unblock', { params: { userId } })}
      messages={{ error: messages.fields.notChanged }}
      changes={['people']}
    >
      <LockOpen size={18} aria-hidden="true" />
      <Trans>Unblock</Trans>
    </ActionButton>
  );
}

interface RoleDialogProps extends PersonProps, Pick<PersonDetail, 'isAddressConfirmed'> {
  onClose: () => void;
  onDone: () => Promise<void>;
}

function RoleDialog({ person, isAddressConfirmed, onClose, onDone }: RoleDialogProps) {
  const { t } = useLingui();
  const isAdmin = person.role === 'ADMIN';
  return (
    <ActionDialog
      title={isAdmin ? t`Remove ${person.fullName} as an admin?` : t`Make ${person.fullName} an admin?`}
      confirmLabel={isAdmin ? t`Remove as admin` : t`Make an admin`}
      tone={isAdmin ? 'delete' : 'primary'}
      run={() =>
        call('PUT /admin/people/:userId/role', {
          params: { userId: person._id },
          body: { role: isAdmin ? 'USER' : 'ADMIN' },
        })
      }
      messages={{ error: messages.fields.notChanged }}
      onSuccess={onDone}
      onClose={onClose}
    >
      {isAdmin
        ? t`They become a learner, and have access only if they bought it or it was granted.`
        : t`Admins see and change everything: courses, payments, people and settings.`}
      {!isAdmin && !isAddressConfirmed && ` ${t(NOT_CONFIRMED)}`}
    </ActionDialog>
  );
}
