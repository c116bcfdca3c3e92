import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { messages } from '#contract/messages.ts';
import { people } from '#contract/people.ts';
import { type AnswerOf, call } from '#web/api/call.ts';
import { accessQuery, type Explanation } from '#web/api/sales.ts';
import { TextArea, TextField } from '#web/components/fields.tsx';
import { FormDialog } from '#web/components/form-dialog.tsx';
import { useContractForm } from '#web/forms/use-contract-form.ts';

interface ChangeProps {
  person: Explanation['person'];
  onClose: () => void;
}

type Explained = AnswerOf<'GET /admin/people/:userId/access'>;

const sentences = { error: 'Nothing was changed. Please try again.', incomplete: messages.admin.reasonMissing };
const REASON = { label: 'Reason', rows: 2, maxLength: 500, required: true } as const;
const REFUSE = 'Change nothing';

const show = (queryClient: QueryClient, answer: Explained): void =>
  void queryClient.setQueryData(accessQuery(answer.access.person._id).queryKey, answer);

/** Opens every lecture until the end of a day. */
export function GrantDialog({ person, onClose }: ChangeProps) {
  const queryClient = useQueryClient();
  const { complaint, isBusy, onSubmit, field } = useContractForm({
    schema: people.grant.body,
    defaults: { untilDay: '', reason: '' },
    sentences,
    run: (body) => call('POST /admin/people/:userId/grant', { params: { userId: person._id }, body }),
    onSuccess: (answer): void => {
      show(queryClient, answer);
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Give ${person.fullName} access?`}
      lead={<p>Every lecture opens until the end of the day. No money moves.</p>}
      confirm="Give access"
      refuse={REFUSE}
      {...{ complaint, isBusy, onClose }}
      onSubmit={(event) => void onSubmit(event)}
    >
      <TextField
        label="Last day"
        type="date"
        required
        data-first=""
        {...field('untilDay', messages.admin.dayMissing)}
      />
      <TextArea {...REASON} {...field('reason', 'Write the reason')} />
    </FormDialog>
  );
}

const ExtendDraft = people.extend.body.extend({
  days: z.string().trim().transform(Number).pipe(people.extend.body.shape.days),
});

/** Adds days behind what the person has. */
export function ExtendDialog({ person, onClose }: ChangeProps) {
  const queryClient = useQueryClient();
  const { complaint, isBusy, onSubmit, field } = useContractForm({
    schema: ExtendDraft,
    defaults: { days: '30', reason: '' },
    sentences,
    run: (body) => call('POST /admin/people/:userId/extend', { params: { userId: person._id }, body }),
    onSuccess: (answer): void => {
      show(queryClient, answer);
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Give ${person.fullName} more days?`}
      lead={<p>The days are added to the end of the access, or begin now when there is none.</p>}
      confirm="Add the days"
      refuse={REFUSE}
      {...{ complaint, isBusy, onClose }}
      onSubmit={(event) => void onSubmit(event)}
    >
      <TextField
        label="Days"
        inputMode="numeric"
        required
        data-first=""
        {...field('days', messages.admin.daysMissing)}
      />
      <TextArea {...REASON} {...field('reason', 'Write the reason')} />
    </FormDialog>
  );
}

/** Closes what the person has now. */
export function RevokeDialog({ person, onClose }: ChangeProps) {
  const queryClient = useQueryClient();
  const { complaint, isBusy, onSubmit, field } = useContractForm({
    schema: people.revoke.body,
    defaults: { reason: '' },
    sentences,
    run: (body) => call('POST /admin/people/:userId/revoke', { params: { userId: person._id }, body }),
    onSuccess: (answer): void => {
      show(queryClient, answer);
      onClose();
    },
  });
  return (
    <FormDialog
      title={`Take the access of ${person.fullName}?`}
      lead={
        <p>
          <strong className="font-semibold text-base-content">Every lecture closes at once.</strong> No money goes back:
          refund the payment for that. What is paid or given later counts again.
        </p>
      }
      confirm="Take the access"
      refuse={REFUSE}
      isHard
      {...{ complaint, isBusy, onClose }}
      onSubmit={(event) => void onSubmit(event)}
    >
      <TextArea {...REASON} data-first="" {...field('reason', 'Write the reason')} />
    </FormDialog>
  );
}
