import { useQueryClient } from '@tanstack/react-query';
import { messages } from '#contract/messages.ts';
import { NoteBody } from '#contract/person-changes.ts';
import { call } from '#web/api/call.ts';
import { invalidatePeople, type PersonDetail } from '#web/api/people-queries.ts';
import { Button } from '#web/ui/button.tsx';
import { TextArea } from '#web/ui/forms/fields.tsx';
import { formatDay } from '#web/ui/text/format.ts';
import { Panel } from '#web/ui/panel.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';

const savedBy = ({ changedAt, changedBy }: PersonDetail['note'], timeZone: string): string => {
  if (changedAt === null) return '';
  return ` Saved ${formatDay(changedAt, timeZone)}${changedBy === null ? '' : ` by ${changedBy}`}.`;
};

/** What admins note about a person. */
export function NotePanel({ detail: { person, note } }: { detail: PersonDetail }) {
  const { timeZone } = useSite();
  const queryClient = useQueryClient();
  const { form, isBusy, onSubmit, field } = useContractForm({
    schema: NoteBody,
    defaults: { text: note.text },
    messages: { error: 'The note was not saved. Please try again.', incomplete: messages.fields.tooLong },
    run: (body) => call('PUT /admin/people/:userId/note', { params: { userId: person._id }, body }),
    onSuccess: async (): Promise<void> => {
      form.reset(form.getValues());
      await invalidatePeople(queryClient);
    },
  });
  const { isDirty } = form.formState;
  return (
    <Panel title="Note">
      <form noValidate className="space-y-3" onSubmit={(event) => void onSubmit(event)}>
        <TextArea
          label="What to remember"
          rows={3}
          maxLength={5000}
          hint={`Only admins see this.${savedBy(note, timeZone)}`}
          {...field('text', messages.fields.tooLong)}
        />
        {(isDirty || isBusy) && (
          <Button type="submit" tone="quiet" isBusy={isBusy}>
            Save note
          </Button>
        )}
      </form>
    </Panel>
  );
}
