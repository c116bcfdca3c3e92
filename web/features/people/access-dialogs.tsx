import type { z } from 'zod';
import { messages } from '#contract/messages.ts';
import { emailToPeople, people } from '#contract/people/people.ts';
import { TextArea, TextField } from '#web/ui/forms/fields.tsx';
import { NoMailServer } from '#web/ui/no-mail-server.tsx';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { typedNumber } from '#web/ui/forms/typed-number.ts';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';

interface ChangeProps<Body> {
  /** A name, or how many people. */
  who: string;
  /** Where someone else than these people may have registered their address. */
  warning?: string | undefined;
  run: (body: Body) => Promise<unknown>;
  onDone: () => Promise<void>;
  onClose: () => void;
}

/** For what is given to an account, and not to the owner of its address. */
export const NOT_CONFIRMED =
  'This address is not confirmed: make sure that the account belongs to the person you mean.';

const changing = { error: 'Nothing was changed. Please try again.', incomplete: messages.admin.reasonMissing };
const REASON = { label: 'Reason', rows: 2, maxLength: 500, required: true } as const;
const REASON_MISSING = 'Enter a reason';

const closing =
  ({ onDone, onClose }: Pick<ChangeProps<never>, 'onDone' | 'onClose'>) =>
  async () => {
    onClose();
    await onDone();
  };

export function GrantDialog(props: ChangeProps<z.output<typeof people.grant.body>>) {
  const { who, run, onClose, warning } = props;
  const { formError, isBusy, onSubmit, field } = useContractForm({
    schema: people.grant.body,
    defaults: { untilDay: '', reason: '' },
    messages: changing,
    run,
    onSuccess: closing(props),
  });
  return (
    <FormDialog
      title={`Grant access to ${who}?`}
      lead={
        <>
          <p>Opens every lecture until the end of that day. No payment is made.</p>
          {warning !== undefined && <p className="mt-2">{warning}</p>}
        </>
      }
      confirmLabel="Grant access"
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      <TextField
        label="Last day"
        type="date"
        required
        data-first=""
        {...field('untilDay', messages.admin.dayMissing)}
      />
      <TextArea {...REASON} {...field('reason', REASON_MISSING)} />
    </FormDialog>
  );
}

const ExtendDraft = people.extend.body.extend({
  days: typedNumber.pipe(people.extend.body.shape.days),
});

/** Adds days to the end of the current access. */
export function ExtendDialog(props: ChangeProps<z.output<typeof people.extend.body>>) {
  const { who, run, onClose, warning } = props;
  const { formError, isBusy, onSubmit, field } = useContractForm({
    schema: ExtendDraft,
    defaults: { days: '30', reason: '' },
    messages: changing,
    run,
    onSuccess: closing(props),
  });
  return (
    <FormDialog
      title={`Extend access for ${who}?`}
      lead={
        <>
          <p>The days are added to the end of their access, or start now if they have none.</p>
          {warning !== undefined && <p className="mt-2">{warning}</p>}
        </>
      }
      confirmLabel="Extend access"
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      <TextField
        label="Days"
        inputMode="numeric"
        required
        data-first=""
        {...field('days', messages.admin.daysMissing)}
      />
      <TextArea {...REASON} {...field('reason', REASON_MISSING)} />
    </FormDialog>
  );
}

type Reason = z.output<typeof people.revoke.body>;

interface ReasonDialogProps {
  props: ChangeProps<Reason>;
  title: string;
  /** The immediate effect. */
  effect: string;
  /** The things that stay, in sentences after the effect. */
  consequence: string;
  confirmLabel: string;
}

/** For a change that takes something away, and needs a reason only. */
function ReasonDialog({ props, title, effect, consequence, confirmLabel }: ReasonDialogProps) {
  const { run, onClose } = props;
  const { formError, isBusy, onSubmit, field } = useContractForm({
    schema: people.revoke.body,
    defaults: { reason: '' },
    messages: changing,
    run,
    onSuccess: closing(props),
  });
  return (
    <FormDialog
      lead={
        <p>
          <strong className="font-semibold text-base-content">{effect}</strong> {consequence}
        </p>
      }
      isDestructive
      {...{ title, confirmLabel, formError, isBusy, onSubmit, onClose }}
    >
      <TextArea {...REASON} data-first="" {...field('reason', REASON_MISSING)} />
    </FormDialog>
  );
}

export const RevokeDialog = (props: ChangeProps<Reason>) => (
  <ReasonDialog
    props={props}
    title={`Revoke access for ${props.who}?`}
    effect="They lose access immediately."
    consequence="Renewals of it end, and no money is refunded: refund the payment for that. Later purchases and grants give access again."
    confirmLabel="Revoke access"
  />
);

export const BlockDialog = (props: ChangeProps<Reason>) => (
  <ReasonDialog
    props={props}
    title={`Block ${props.who}?`}
    effect="They are logged out immediately"
    consequence="and cannot log in or watch. Renewals end. What they bought stays, and works again once they are unblocked."
    confirmLabel="Block"
  />
);

export function EmailDialog(props: ChangeProps<z.output<typeof emailToPeople>>) {
  const { who, run, onClose } = props;
  const { formError, isBusy, onSubmit, field } = useContractForm({
    schema: emailToPeople,
    defaults: { subject: '', text: '' },
    messages: { error: 'Nothing was sent. Please try again.', incomplete: messages.people.textMissing },
    run,
    onSuccess: closing(props),
  });
  return (
    <FormDialog
      title={`Email ${who}`}
      lead={
        <>
          <p>Everyone gets an email of their own, with the name of the school.</p>
          <NoMailServer isAhead />
        </>
      }
      confirmLabel="Send email"
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      <TextField
        label="Subject"
        maxLength={200}
        required
        data-first=""
        {...field('subject', messages.people.subjectMissing)}
      />
      <TextArea label="Message" rows={6} maxLength={5000} required {...field('text', messages.people.textMissing)} />
    </FormDialog>
  );
}
