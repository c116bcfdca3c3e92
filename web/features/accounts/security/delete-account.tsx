import { Award, MessageCircle, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { DAY_MS } from '#contract/durations.ts';
import { EVERYTHING } from '#contract/access/everything.ts';
import type { Right } from '#contract/access/rights.ts';
import { messages } from '#contract/messages.ts';
import type { PlannedDeletion } from '#contract/personal-data/personal-data.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { ActionButton } from '#web/ui/action-button.tsx';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { countOf, formatDay } from '#contract/format.ts';
import { useNow } from '#web/ui/use-now.ts';
import { useRights } from '#web/features/billing/rights.ts';
import { securityPage, useRefreshSecurity } from './security-page.ts';

const words = messages.personalData;

interface DeleteAccountProps {
  deletion: PlannedDeletion | null;
  certificates: number;
  hasPosts: boolean;
}

const MAX_NAMED = 3;

const remainderOf = ({ scope, title, endsAt }: Right, nowMs: number): string => {
  const name = scope === EVERYTHING ? 'All courses' : (title ?? 'a course');
  return endsAt === null
    ? `lifetime access to ${name}`
    : `${countOf(Math.ceil((Date.parse(endsAt) - nowMs) / DAY_MS), 'day')} of ${name}`;
};

/** The access that ends with the account. */
function Ending() {
  const { rights } = useRights();
  const nowMs = useNow();
  if (rights.length === 0) return null;
  const more = rights.length - MAX_NAMED;
  const named = rights.slice(0, MAX_NAMED).map((right) => remainderOf(right, nowMs));
  return (
    <>
      Your access ends with it:{' '}
      <strong className="font-semibold text-base-content">
        {[...named, ...(more > 0 ? [countOf(more, 'more course', 'more courses')] : [])].join(', ')}
      </strong>
      .{' '}
    </>
  );
}

/** Deletes the account in two weeks, and takes that back until then. */
export function DeleteAccount({ deletion, certificates, hasPosts }: DeleteAccountProps) {
  const [isOpen, setOpen] = useState(false);
  if (deletion) return <Planned {...{ deletion, certificates, hasPosts }} />;
  return (
    <Panel title="Delete my account">
      <p className="text-muted">
        It happens in 14 days; until then you can take it back. <Ending />
        Progress, notes and quiz answers are deleted. Stars and receipts stay without your name, receipts for as long as
        tax law asks.
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

function Planned({ deletion, certificates, hasPosts }: DeleteAccountProps & { deletion: PlannedDeletion }) {
  const { deletesAt, isByAdmin, keepsPosts, keepsCertificates } = deletion;
  const { timeZone } = useSite();
  return (
    <Panel title="Your account will be deleted">
      <p className="text-muted">
        {isByAdmin && 'The school planned it for you. '}On {formatDay(deletesAt, timeZone)}.{' '}
        {certificates > 0 && `Your certificates ${keepsCertificates ? 'can still be verified' : 'are withdrawn'}. `}
        {hasPosts && `Your questions and answers ${keepsPosts ? 'stay without your name' : 'are deleted'}. `}
        Renewals of your purchases are off.
      </p>
      <ActionButton
        className="mt-4"
        run={() => call('DELETE /user/deletion')}
        messages={{ error: words.takeBackFailed }}
        changes={securityPage}
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
  const refresh = useRefreshSecurity();
  const [keepsPosts, setKeepsPosts] = useState(true);
  const [keepsCertificates, setKeepsCertificates] = useState(true);
  const request = useAction({
    run: () => call('POST /user/deletion', { body: { keepsPosts, keepsCertificates } }),
    messages: { error: words.planFailed },
    onSuccess: async () => {
      await refresh();
      onClose();
    },
  });
  return (
    <FormDialog
      title="Delete your account?"
      lead={
        <p>
          It happens in 14 days. <Ending />
          Until then you can log in, download your data, and take it back. A refund is still possible where your
          purchase allows it: ask for it first.
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
