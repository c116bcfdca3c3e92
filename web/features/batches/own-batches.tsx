import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Link } from 'react-router';
import type { OwnBatch } from '#contract/batches/batches.ts';
import { formatMoment } from '#contract/format.ts';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { pathTo } from '#web/app/path-to.ts';
import { Button } from '#web/ui/button.tsx';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { ownBatchesQuery } from './batch-queries.ts';
import { daysOf, patternOf, stateWords } from './batch-words.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

/** Once, to a later batch of the same course. */
function MoveDialog({ batch, onClose }: { batch: OwnBatch; onClose: () => void }) {
  const { t } = useLingui();
  const group = useId();
  const language = useLanguage();
  const [chosenId, choose] = useState(batch.movesTo[0]?._id ?? '');
  const params = { courseId: batch.course._id, batchId: chosenId };
  const { start, isBusy } = useAction({
    run: () => call('POST /courses/:courseId/batches/:batchId/move', { params }),
    messages: { success: messages.batches.moved, error: messages.fields.notChanged },
    changes: ['batches', 'courses', 'calendar', 'own-rights'],
    onSuccess: onClose,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void start(undefined);
  };
  return (
    <FormDialog
      title={t`Move to a later batch?`}
      lead={
        <p>
          <Trans>You can move once, free. Your progress and notes stay.</Trans>
        </p>
      }
      confirmLabel={t`Move`}
      cancelLabel={t`Stay`}
      formError={undefined}
      isBusy={isBusy}
      onSubmit={submit}
      onClose={onClose}
    >
      <fieldset>
        <legend className="sr-only">
          <Trans>Batches</Trans>
        </legend>
        {batch.movesTo.map((other, index) => (
          <label key={other._id} className="flex min-h-11 items-start gap-3 py-2">
            <input
              type="radio"
              name={group}
              className="radio radio-primary mt-0.5 shrink-0"
              data-first={index === 0 ? '' : undefined}
              checked={other._id === chosenId}
              onChange={() => choose(other._id)}
            />
            <span className="min-w-0 font-semibold wrap-anywhere">
              {daysOf(other, language)}
              <span className="meta block font-normal">{patternOf(other, language) ?? other.name}</span>
            </span>
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
}

function Row({ batch, canMove }: { batch: OwnBatch; canMove: boolean }) {
  const { timeZone } = useSite();
  const language = useLanguage();
  const [isMoving, setMoving] = useState(false);
  const { course, name, nextClassAt, movesTo } = batch;
  const facts = [
    name,
    daysOf(batch, language),
    patternOf(batch, language),
    nextClassAt === null
      ? undefined
      : language._(msg`Next class ${{ moment: formatMoment(nextClassAt, timeZone, language.locale) }}`),
  ];
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-3.5">
      <div className="min-w-0 flex-1 basis-48 wrap-anywhere">
        <Link to={pathTo('classroom', { course: course._id })} className="font-semibold hover:underline">
          {course.title}
        </Link>
        <p className="text-sm font-medium">{stateWords(batch, language)}</p>
        <p className="meta">{facts.filter(Boolean).join(' · ')}</p>
      </div>
      {canMove && movesTo.length > 0 && (
        <Button tone="quiet" onClick={() => setMoving(true)}>
          <Trans>Move</Trans>
          <span className="sr-only">: {course.title}</span>
        </Button>
      )}
      {isMoving && <MoveDialog batch={batch} onClose={() => setMoving(false)} />}
    </li>
  );
}

interface OwnBatchesProps {
  /** Only in the profile. */
  canMove?: boolean;
  /** In a frame of the page; nothing while there is no batch. */
  children: (list: ReactNode) => ReactNode;
}

/** The batches that the user is in; those that have ended only in the profile. */
export default function OwnBatches({ canMove = false, children }: OwnBatchesProps) {
  const { data } = useQuery(ownBatchesQuery());
  const shown = data?.batches.filter(({ state }) => canMove || state !== 'ended') ?? [];
  if (shown.length === 0) return null;
  return children(
    <ul className="divide-y divide-line">
      {shown.map((batch) => (
        <Row key={batch._id} batch={batch} canMove={canMove} />
      ))}
    </ul>,
  );
}
