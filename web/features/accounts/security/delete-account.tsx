import { Award, MessageCircle, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import type { PlannedDeletion } from '#contract/personal-data.ts';
import { call } from '#web/api/call.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { useAction } from '#web/api/use-action.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { formatDay } from '#web/ui/text/format.ts';

const words = messages.personalData;

interface DeleteAccountProps {
  deletion: PlannedDeletion | null;
  certificates: number;
  hasPosts: boolean;
}

/** Deletes the account in two weeks, and takes that back until then. */
export function DeleteAccount({ deletion, certificates, hasPosts }: DeleteAccountProps) {
  const [isOpen, setOpen] = useState(false);
  if (deletion) return <Planned deletion={deletion} />;
  return (
    <Panel title="Delete my account">
      <p className="text-muted">
        It happens in 14 days; until then you can take it back. Your access ends, and progress, notes and quiz answers
        are deleted. Stars and receipts stay without your name, receipts for as long as tax law asks.
      </p>
      <ul className="mt-3 space-y-2 text-sm">
        {certificates > 0 && (
          <li className="flex gap-3">
            <Award size={20} className="shrink-0 text-muted" aria-hidden="true" />
            You hold {certificates === 1 ? '1 certificate' : `${certificates} certificates`}. You choose whether it can
            still be verified.
          </li>
        )}
        {hasPosts && (
          <li className="flex gap-3">
            <MessageCircle size={20} className="shrink-0 text-muted" aria-hidden="true" />
            You choose whether your questions and answers stay without your name.
          </li>
        )}
      </ul>
      <Button tone="danger" className="mt-4" onClick={() => setOpen(true)}>
        <Trash2 size={18} aria-hidden="true" />
        Delete my account
      </Button>
      {isOpen && <DeleteDialog hasCertificates={certificates > 0} hasPosts={hasPosts} onClose={() => setOpen(false)} />}
    </Panel>
  );
}

function Planned({ deletion: { deletesAt, isByAdmin, keepsPosts, keepsCertificates } }: { deletion: PlannedDeletion }) {
  const { timeZone } = useSite();
  return (
    <Panel title="Your account will be deleted">
      <p className="text-muted">
        {isByAdmin && 'The school planned it for you. '}On {formatDay(deletesAt, timeZone)}. Your certificates{' '}
        {keepsCertificates ? 'can still be verified' : 'are withdrawn'}, and your questions and answers{' '}
        {keepsPosts ? 'stay without your name' : 'are deleted'}. Renewals of your purchases are off.
      </p>
      <ActionButton
        className="mt-4"
        run={() => call('DELETE /user/deletion')}
        messages={{ error: words.takeBackFailed }}
        onSuccess={(_, queryClient) => queryClient.invalidateQueries({ queryKey: queryKeys.ownData })}
      >
        Keep my account
      </ActionButton>
    </Panel>
  );
}

interface DialogProps {
  hasCertificates: boolean;
  hasPosts: boolean;
  onClose: () => void;
}

function DeleteDialog({ hasCertificates, hasPosts, onClose }: DialogProps) {
  const queryClient = useQueryClient();
  const [keepsPosts, setKeepsPosts] = useState(true);
  const [keepsCertificates, setKeepsCertificates] = useState(true);
  const request = useAction({
    run: () => call('POST /user/deletion', { body: { keepsPosts, keepsCertificates } }),
    messages: { error: words.planFailed },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.ownData });
      onClose();
    },
  });
  return (
    <FormDialog
      title="Delete your account?"
      lead={
        <p>
          It happens in 14 days. Until then you can log in, download your data, and take it back. A refund is still
          possible where your purchase allows it: ask for it first.
        </p>
      }
      confirmLabel="Delete my account"
      isDestructive
      isBusy={request.isBusy}
      formError={undefined}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void request.start(undefined);
      }}
    >
      {hasPosts && (
        <CheckField
          label="Keep my questions and answers"
          hint="Without your name. They help other learners."
          checked={keepsPosts}
          onChange={(event) => setKeepsPosts(event.target.checked)}
        />
      )}
      {hasCertificates && (
        <CheckField
          label="Keep my certificates verifiable"
          hint="Their pages stay, with your name. Otherwise they say that they were withdrawn."
          checked={keepsCertificates}
          onChange={(event) => setKeepsCertificates(event.target.checked)}
        />
      )}
    </FormDialog>
  );
}
