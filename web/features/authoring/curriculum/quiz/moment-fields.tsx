import { Trans, useLingui } from '@lingui/react/macro';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { Still } from '#web/features/classroom/player/still.tsx';
import { Button } from '#web/ui/button.tsx';
import { Field, TextField } from '#web/ui/forms/fields.tsx';
import { FindWords, type FoundMinute } from './find-words.tsx';
import type { FieldsProps } from './question-fields.tsx';
import { msOf, timeOf } from './question-draft.ts';
import type { MomentLecture } from './moment-lecture.ts';

interface MomentFieldsProps extends FieldsProps {
  /** What has minutes: videos and sounds. */
  lectures: readonly MomentLecture[];
}

/** The minute of a lecture that a wrong answer offers. */
export function MomentFields({ question: { form }, lectures }: MomentFieldsProps) {
  const { t } = useLingui();
  const { lectureId, fromMs } = useWatch({ control: form.control, name: 'explainedAt' });
  const [isFinding, setFinding] = useState(false);
  const chosen = lectures.find(({ _id }) => _id === lectureId);
  const errors = form.formState.errors.explainedAt;
  if (lectures.length === 0) return null;
  const choose = ({ lectureId: id, ...minute }: FoundMinute): void => {
    const times = { fromMs: timeOf(minute.fromMs), toMs: timeOf(minute.toMs) };
    form.setValue('explainedAt', { lectureId: id, ...times }, { shouldDirty: true });
    setFinding(false);
  };
  return (
    <fieldset className="grid items-start gap-3 sm:grid-cols-[minmax(0,1fr)_6rem_6rem]">
      <legend className="sr-only">
        <Trans>Show this moment after a wrong answer</Trans>
      </legend>
      <Field label={t`Show this moment after a wrong answer`}>
        {(described) => (
          <select {...described} className="select w-full" {...form.register('explainedAt.lectureId')}>
            <option value="">{t`None`}</option>
            {lectures.map(({ _id, title, number }) => (
              <option key={_id} value={_id}>
                {t`Lecture ${number}, ${title}`}
              </option>
            ))}
          </select>
        )}
      </Field>
      {lectureId !== '' && (
        <>
          <TextField
            label={t`From`}
            placeholder="4:12"
            autoComplete="off"
            error={errors?.fromMs?.message}
            {...form.register('explainedAt.fromMs')}
          />
          <TextField
            label={t`To`}
            placeholder="5:14"
            autoComplete="off"
            error={errors?.toMs?.message}
            {...form.register('explainedAt.toMs')}
          />
        </>
      )}
      <div className="flex flex-wrap items-center gap-3 sm:col-span-3">
        {chosen && !Number.isNaN(msOf(fromMs)) && (
          <Still lecture={chosen} atMs={msOf(fromMs)} className="h-18 w-32 rounded-field bg-neutral" />
        )}
        <Button tone="quiet" size="small" onClick={() => setFinding(true)}>
          <Search size={16} aria-hidden="true" />
          <Trans>Search the captions</Trans>
        </Button>
      </div>
      {isFinding && <FindWords lectures={lectures} onChoose={choose} onClose={() => setFinding(false)} />}
    </fieldset>
  );
}
