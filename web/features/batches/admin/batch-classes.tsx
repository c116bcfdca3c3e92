import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { type FormEvent, useState } from 'react';
import type { BatchClass } from '#contract/batches/batch-fields.ts';
import { formatTime, formatWeekday } from '#contract/format.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { ConfirmAction } from '#web/ui/dialogs/confirm-action.tsx';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { TextField } from '#web/ui/forms/fields.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { useZoneName } from '#web/ui/text/own-time.ts';
import { instantOf, localTimeOf } from '#web/ui/text/days.ts';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';

const SCOPES = [
  ['this', msg`Only this class`],
  ['following', msg`This and the following classes`],
  ['all', msg`All classes`],
] as const;
type Scope = (typeof SCOPES)[number][0];

export type DatedClass = BatchClass & { startsAt: string };

interface MoveProps {
  courseId: string;
  batchId: string;
  moved: DatedClass;
  onClose: () => void;
}

/** Another time for a class, and by as much for others that were not held. */
export function MoveClass({ courseId, batchId, moved, onClose }: MoveProps) {
  const language = useLanguage();
  const { t } = useLingui();
  const { timeZone } = useSite();
  const zone = useZoneName();
  const [time, setTime] = useState(() => localTimeOf(moved.startsAt, timeZone));
  const [scope, setScope] = useState<Scope>('this');
  const { start, isBusy } = useAction({
    run: (startsAt: string) =>
      call('PUT /courses/:courseId/batches/:batchId/classes/:lectureId', {
        params: { courseId, batchId, lectureId: moved.lectureId },
        body: { startsAt, scope },
      }),
    messages: { success: messages.batches.saved, error: messages.fields.notChanged },
    changes: [['batches', courseId]],
    onSuccess: onClose,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (time !== '') void start(instantOf(time, timeZone));
  };
  return (
    <FormDialog
      title={t`Move ${moved.title}`}
      lead={
        <p>
          <Trans>The members get a notice. Classes that were held keep their time.</Trans>
        </p>
      }
      confirmLabel={t`Move class`}
      formError={undefined}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={t`Date and time`}
        type="datetime-local"
        data-first=""
        required
        hint={t`Time zone: ${zone}`}
        value={time}
        onChange={({ target }) => setTime(target.value)}
      />
      <fieldset>
        <legend className="field-label">
          <Trans>What moves</Trans>
        </legend>
        {SCOPES.map(([value, label]) => (
          <label key={value} className="flex min-h-11 items-center gap-3">
            <input
              type="radio"
              name="scope"
              className="radio radio-primary"
              checked={value === scope}
              onChange={() => setScope(value)}
            />
            {language._(label)}
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}

const TextButton = ({ verb, title, onClick }: { verb: string; title: string; onClick: () => void }) => (
  <button type="button" className="min-h-11 shrink-0 underline underline-offset-3" onClick={onClick}>
    {verb} <span className="sr-only">{title}</span>
  </button>
);

interface OfBatch {
  courseId: string;
  batchId: string;
}

/** Cancels a class for this batch alone, or takes that back. */
const CancelClass = ({ courseId, batchId, one: { lectureId, title, isCancelled } }: OfBatch & { one: DatedClass }) => {
  const { t } = useLingui();
  return (
    <ConfirmAction
      title={isCancelled ? t`Restore ${title}?` : t`Cancel ${title}?`}
      confirmLabel={isCancelled ? t`Restore class` : t`Cancel class`}
      cancelLabel={t`Back`}
      run={() =>
        call('PUT /courses/:courseId/batches/:batchId/classes/:lectureId/cancelled', {
          params: { courseId, batchId, lectureId },
          body: { isCancelled: !isCancelled },
        })
      }
      messages={{ success: messages.batches.saved, error: messages.fields.notChanged }}
      changes={[['batches', courseId]]}
      renderTrigger={(open) => <TextButton verb={isCancelled ? t`Restore` : t`Cancel`} title={title} onClick={open} />}
    >
      <Trans>The members get a notice. Other batches keep their class.</Trans>
    </ConfirmAction>
  );
};

interface BatchClassesProps extends OfBatch {
  classes: readonly BatchClass[];
  /** Without it none can be moved, as while a change of the pattern is shown. */
  onMove: ((moved: DatedClass) => void) | undefined;
}

const hasTime = (one: BatchClass): one is DatedClass => one.startsAt !== null;

/** The live classes of a course, and when a batch has them. */
export function BatchClasses({ classes, onMove, ...of }: BatchClassesProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  return (
    <ul aria-label={t`Classes`} className="divide-y divide-line text-sm">
      {classes.map((one) => (
        <li key={one.lectureId} className="flex items-center justify-between gap-4 py-2">
          <span className="min-w-0 wrap-anywhere">
            <span className="block font-medium">{one.title}</span>
            <span className="meta num block">
              {hasTime(one)
                ? `${formatWeekday(one.startsAt, timeZone, locale)}, ${formatTime(one.startsAt, timeZone, locale)}`
                : t`No day`}
              {one.isCancelled ? ` · ${t`cancelled`}` : one.isMoved && ` · ${t`moved`}`}
            </span>
          </span>
          {onMove && hasTime(one) && (
            <span className="flex shrink-0 gap-4">
              <TextButton
                verb={t({ context: 'class', message: 'Move' })}
                title={one.title}
                onClick={() => onMove(one)}
              />
              <CancelClass {...of} one={one} />
            </span>
          )}
        </li>
      ))}
    </ul>
  );
}
