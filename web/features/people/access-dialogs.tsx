import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { ComponentProps, ReactNode } from 'react';
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
export const NOT_CONFIRMED = msg`This address is not confirmed: make sure that the account belongs to the person you mean.`;

const { reasonMissing } = messages.ways;
const changing = { error: messages.fields.notChanged, incomplete: messages.admin.reasonMissing };

const Reason = (field: Omit<ComponentProps<typeof TextArea>, 'label'>) => {
  const { t } = useLingui();
  return <TextArea label={t`Reason`} rows={2} maxLength={500} required {...field} />;
};

const closing =
  ({ onDone, onClose }: Pick<ChangeProps<never>, 'onDone' | 'onClose'>) =>
  async () => {
    onClose();
    await onDone();
  };

export function GrantDialog(props: ChangeProps<z.output<typeof people.grant.body>>) {
  const { t } = useLingui();
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
      title={t`Grant access to ${who}?`}
      lead={
        <>
          <p>{t`Opens every lecture until the end of that day. No payment is made.`}</p>
          {warning !== undefined && <p className="mt-2">{warning}</p>}
        </>
      }
      confirmLabel={t`Grant access`}
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      <TextField
        label={t`Last day`}
        type="date"
        required
        data-first=""
        {...field('untilDay', messages.admin.dayMissing)}
      />
      <Reason {...field('reason', reasonMissing)} />
    </FormDialog>
  );
}

const ExtendDraft = people.extend.body.extend({
  days: typedNumber.pipe(people.extend.body.shape.days),
});

/** Adds days to the end of the current access. */
export function ExtendDialog(props: ChangeProps<z.output<typeof people.extend.body>>) {
  const { t } = useLingui();
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
      title={t`Extend access for ${who}?`}
      lead={
        <>
          <p>{t`The days are added to the end of their access, or start now if they have none.`}</p>
          {warning !== undefined && <p className="mt-2">{warning}</p>}
        </>
      }
      confirmLabel={t`Extend access`}
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      <TextField
        label={t`Days`}
        inputMode="numeric"
        required
        data-first=""
        {...field('days', messages.admin.daysMissing)}
      />
      <Reason {...field('reason', reasonMissing)} />
    </FormDialog>
  );
}

type ReasonGiven = z.output<typeof people.revoke.body>;

interface ReasonDialogProps {
  props: ChangeProps<ReasonGiven>;
  title: string;
  /** The immediate effect, in bold, and the things that stay. */
  children: ReactNode;
  confirmLabel: string;
}

/** For a change that takes something away, and needs a reason only. */
function ReasonDialog({ props, title, children, confirmLabel }: ReasonDialogProps) {
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
      lead={<p>{children}</p>}
      isDestructive
      {...{ title, confirmLabel, formError, isBusy, onSubmit, onClose }}
    >
      <Reason data-first="" {...field('reason', reasonMissing)} />
    </FormDialog>
  );
}

export const RevokeDialog = (props: ChangeProps<ReasonGiven>) => {
  const { t } = useLingui();
  return (
    <ReasonDialog props={props} title={t`Revoke access for ${props.who}?`} confirmLabel={t`Revoke access`}>
      <Trans>
        <strong className="font-semibold text-base-content">They lose access immediately.</strong> Renewals stop. No
        refund is made; you can refund the payment separately. Later purchases and grants give access again.
      </Trans>
    </ReasonDialog>
  );
};

export const BlockDialog = (props: ChangeProps<ReasonGiven>) => {
  const { t } = useLingui();
  return (
    <ReasonDialog props={props} title={t`Block ${props.who}?`} confirmLabel={t({ message: 'Block', context: 'verb' })}>
      <Trans>
        <strong className="font-semibold text-base-content">They are logged out immediately</strong> and cannot log in
        or watch. Renewals end. What they bought stays, and works again once they are unblocked.
      </Trans>
    </ReasonDialog>
  );
};

export function EmailDialog(props: ChangeProps<z.output<typeof emailToPeople>>) {
  const { t } = useLingui();
  const { who, run, onClose } = props;
  const { formError, isBusy, onSubmit, field } = useContractForm({
    schema: emailToPeople,
    defaults: { subject: '', text: '' },
    messages: { error: t`Nothing was sent. Please try again.`, incomplete: messages.people.textMissing },
    run,
    onSuccess: closing(props),
  });
  return (
    <FormDialog
      title={t`Email ${who}`}
      lead={
        <>
          <p>{t`Everyone gets an email of their own, with the name of the school.`}</p>
          <NoMailServer isAhead />
        </>
      }
      confirmLabel={t`Send email`}
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      <TextField
        label={t`Subject`}
        maxLength={200}
        required
        data-first=""
        {...field('subject', messages.people.subjectMissing)}
      />
      <TextArea label={t`Message`} rows={6} maxLength={5000} required {...field('text', messages.people.textMissing)} />
    </FormDialog>
  );
}
