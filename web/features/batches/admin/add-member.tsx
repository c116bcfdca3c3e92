import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { courseLearnersQuery } from '#web/api/teaching-queries.ts';
import { useAction } from '#web/api/use-action.ts';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { TextField } from '#web/ui/forms/fields.tsx';

const SHOWN = 5;

interface AddMemberProps {
  courseId: string;
  batchId: string;
  /** Of the batch. */
  name: string;
  onClose: () => void;
}

/** A learner who has the course joins the batch, also a full one. */
export function AddMember({ courseId, batchId, name, onClose }: AddMemberProps) {
  const { t } = useLingui();
  const group = useId();
  const [search, setSearch] = useState('');
  const [userId, setUserId] = useState<string>();
  const { data } = useQuery(courseLearnersQuery(courseId, { search, limit: SHOWN, offset: 0 }));
  const { start, isBusy } = useAction({
    run: (chosenId: string) =>
      call('POST /courses/:courseId/batches/:batchId/members', {
        params: { courseId, batchId },
        body: { userId: chosenId },
      }),
    messages: { success: messages.batches.added, error: t`Nobody was added. Please try again.` },
    changes: ['batches', 'people'],
    onSuccess: onClose,
  });
  const learners = data?.learners ?? [];
  const chosen = learners.find(({ _id }) => _id === userId);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (chosen) void start(chosen._id);
  };
  return (
    <FormDialog
      title={t`Add someone to ${name}?`}
      lead={
        <p>
          <Trans>Learners who have the course. A full batch takes them in too.</Trans>
        </p>
      }
      confirmLabel={chosen ? t`Add ${chosen.fullName}` : t`Add member`}
      formError={undefined}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t`Name`}
        type="search"
        autoComplete="off"
        data-first=""
        value={search}
        onChange={({ target }) => setSearch(target.value)}
      />
      <fieldset>
        <legend className="sr-only">
          <Trans>Learners</Trans>
        </legend>
        {learners.map(({ _id, fullName }) => (
          <label key={_id} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name={group}
              className="radio radio-primary"
              checked={_id === userId}
              onChange={() => setUserId(_id)}
            />
            <span className="min-w-0 wrap-anywhere">{fullName}</span>
          </label>
        ))}
        {data && learners.length === 0 && (
          <p className="text-sm text-muted">
            <Trans>No learner of this course has this name.</Trans>
          </p>
        )}
      </fieldset>
    </FormDialog>
  );
}
