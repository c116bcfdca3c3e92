import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { messages } from '#contract/messages.ts';
import { NewPerson } from '#contract/person-changes.ts';
import { call } from '#web/api/call.ts';
import { invalidatePeople } from '#web/api/people-queries.ts';
import { TextField } from '#web/ui/forms/fields.tsx';
import { Sheet } from '#web/ui/dialogs/sheet.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { pathTo } from '#web/app/paths.ts';

const admin = messages.admin;

/** An empty day gives no access. */
const Draft = NewPerson.extend({
  untilDay: z
    .string()
    .transform((day) => (day === '' ? null : day))
    .pipe(NewPerson.shape.untilDay.unwrap()),
});

/** Creates an account for somebody, and opens their page. */
export function AddPerson({ onClose }: { onClose: () => void }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const { form, formError, isBusy, onSubmit, field } = useContractForm({
    schema: Draft,
    defaults: { fullName: '', email: '', untilDay: '' },
    messages: { error: 'Nobody was added. Please try again.', incomplete: messages.people.nameMissing },
    run: (body) => call('POST /admin/people', { body }),
    onSuccess: async ({ person: { _id: userId } }): Promise<void> => {
      await invalidatePeople(queryClient);
      onClose();
      await navigate(pathTo('userAccess', { userId }));
    },
  });
  return (
    <Sheet
      title="Add person"
      lead={<p className="px-5 pt-5 text-muted">They get an email with a link, and set their password there.</p>}
      confirmLabel="Add and invite"
      changeCount={Object.keys(form.formState.dirtyFields).length}
      {...{ formError, isBusy, onClose }}
      onSubmit={(event) => void onSubmit(event)}
    >
      <TextField
        label="Name"
        autoComplete="off"
        data-first=""
        required
        {...field('fullName', messages.people.nameMissing)}
      />
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        required
        {...field('email', messages.people.emailMissing)}
      />
      <TextField
        label="Access until the end of"
        type="date"
        hint="Empty: no access, until they buy it or it is granted."
        {...field('untilDay', admin.dayMissing)}
      />
    </Sheet>
  );
}
