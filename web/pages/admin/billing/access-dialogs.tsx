import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { messages } from '#contract/messages.ts';
import { people } from '#contract/people.ts';
import { userAccessQuery, type UserAccess } from '#web/api/admin-billing-queries.ts';
import { type ResponseOf, call } from '#web/api/call.ts';
import { TextArea, TextField } from '#web/components/fields.tsx';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useContractForm } from '#web/forms/use-contract-form.ts';

interface ChangeProps {
  person: UserAccess['person'];
  onClose: () => void;
}

type AccessResponse = ResponseOf<'GET /admin/people/:userId/access'>;

const sentences = { error: 'Nothing was changed. Please try again.', incomplete: messages.admin.reasonMissing };
const REASON = { label: 'Reason', rows: 2, maxLength: 500, required: true } as const;
const CANCEL_LABEL = 'Cancel';

const showAccess = (queryClient: QueryClient, response: AccessResponse): void =>
  void queryClient.setQueryData(userAccessQuery(response.access.person._id).queryKey, response);

export function GrantDialog({ person, onClose }: ChangeProps) {
  const queryClient = useQueryClient();
  const { formError, isBusy, onSubmit, field } = useContractForm({
    schema: people.grant.body,
    defaults: { untilDay: '', reason: '' },
    sentences,
    run: (body) => call('POST /admin/people/:userId/grant', { params: { userId: person._id }, body }),
    onSuccess: (response): void => {
      showAccess(queryClient, response);
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Grant access to ${person.fullName}?`}
      lead={<p>Opens every lecture until the end of that day. No money moves.</p>}
      confirmLabel="Grant access"
      cancelLabel={CANCEL_LABEL}
      {...{ formError, isBusy, onClose }}
      onSubmit={(event) => void onSubmit(event)}
    >
      <TextField
        label="Last day"
        type="date"
        required
        data-first=""
        {...field('untilDay', messages.admin.dayMissing)}
      />
      <TextArea {...REASON} {...field('reason', 'Enter a reason')} />
    </FormDialog>
  );
}

const ExtendDraft = people.extend.body.extend({
  days: z.string().trim().transform(Number).pipe(people.extend.body.shape.days),
});

/** Adds days to the end of the current access. */
export function ExtendDialog({ person, onClose }: ChangeProps) {
  const queryClient = useQueryClient();
  const { formError, isBusy, onSubmit, field } = useContractForm({
    schema: ExtendDraft,
    defaults: { days: '30', reason: '' },
    sentences,
    run: (body) => call('POST /admin/people/:userId/extend', { params: { userId: person._id }, body }),
    onSuccess: (response): void => {
      showAccess(queryClient, response);
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Extend access for ${person.fullName}?`}
      lead={<p>The days are added to the end of their access, or start now if they have none.</p>}
      confirmLabel="Extend access"
      cancelLabel={CANCEL_LABEL}
      {...{ formError, isBusy, onClose }}
      onSubmit={(event) => void onSubmit(event)}
    >
      <TextField
        label="Days"
        inputMode="numeric"
        required
        data-first=""
        {...field('days', messages.admin.daysMissing)}
      />
      <TextArea {...REASON} {...field('reason', 'Enter a reason')} />
    </FormDialog>
  );
}

export function RevokeDialog({ person, onClose }: ChangeProps) {
  const queryClient = useQueryClient();
  const { formError, isBusy, onSubmit, field } = useContractForm({
    schema: people.revoke.body,
    defaults: { reason: '' },
    sentences,
    run: (body) => call('POST /admin/people/:userId/revoke', { params: { userId: person._id }, body }),
    onSuccess: (response): void => {
      showAccess(queryClient, response);
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Revoke access for ${person.fullName}?`}
      lead={
        <p>
          <strong className="font-semibold text-base-content">They lose access immediately.</strong> No money is
          refunded: refund the payment for that. Later payments and grants give access again.
        </p>
      }
      confirmLabel="Revoke access"
      cancelLabel={CANCEL_LABEL}
      isDestructive
      {...{ formError, isBusy, onClose }}
      onSubmit={(event) => void onSubmit(event)}
    >
      <TextArea {...REASON} data-first="" {...field('reason', 'Enter a reason')} />
    </FormDialog>
  );
}
