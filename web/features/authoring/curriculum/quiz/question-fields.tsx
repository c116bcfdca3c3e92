import { Trans, useLingui } from '@lingui/react/macro';
import { readWords } from '#contract/classroom/quiz-words.ts';
import { useWatch } from 'react-hook-form';
import { TextArea, TextField } from '#web/ui/forms/fields.tsx';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { focusField } from './focus-field.ts';
import { gapsIn } from './question-draft.ts';
import { PairRows } from './question-pairs.tsx';
import { ItemRows, OptionRows } from './question-rows.tsx';
import type { QuestionForm } from './use-question-form.ts';

export interface FieldsProps {
  question: QuestionForm;
}

const messageOf = (error: unknown): string | undefined => {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  // Of one of several lines.
  return Array.isArray(error) ? error.map(messageOf).find((message) => message !== undefined) : undefined;
};

const TrueFalseFields = ({ question: { form } }: FieldsProps) => {
  const { t } = useLingui();
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="field-label">
        <Trans>The sentence is</Trans>
      </legend>
      {(['true', 'false'] as const).map((value) => (
        <label key={value} className="chip">
          <input type="radio" className="sr-only" value={value} {...form.register('isTrue')} />
          {value === 'true' ? t`True` : t`False`}
        </label>
      ))}
    </fieldset>
  );
};

const ShortFields = ({ question: { form } }: FieldsProps) => {
  const { t } = useLingui();
  return (
    <TextArea
      label={t`Accepted answers`}
      rows={3}
      hint={t`One in each line. Capitals, accents and spaces don’t matter.`}
      error={messageOf(form.formState.errors.accepted)}
      {...form.register('accepted')}
    />
  );
};

const NumberFields = ({ question: { form } }: FieldsProps) => {
  const { t } = useLingui();
  const { errors } = form.formState;
  const [value, tolerance] = useWatch({ control: form.control, name: ['value', 'tolerance'] });
  return (
    <div className="grid items-start gap-4 sm:grid-cols-2">
      <TextField
        label={t`Right answer`}
        autoComplete="off"
        hint={readWords(value)}
        error={errors.value?.message}
        {...form.register('value')}
      />
      <div className="space-y-3">
        <TextField
          label={t`Tolerance, ±`}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          hint={readWords(tolerance)}
          error={errors.tolerance?.message}
          {...form.register('tolerance')}
        />
        <CheckField label={t`In percent`} hint={t`Of the right answer`} {...form.register('isPercent')} />
      </div>
    </div>
  );
};

/** In the text of the question. */
const [first, second] = ['{{1}}', '{{2}}'];

function BlanksFields({ question: { form } }: FieldsProps) {
  const { t } = useLingui();
  const text = useWatch({ control: form.control, name: 'text' });
  const { errors } = form.formState;
  const count = gapsIn(text);
  const addGap = (): void => {
    form.setValue('text', `${text.trimEnd()} {{${count + 1}}} `, { shouldDirty: true });
    focusField('text');
  };
  return (
    <div className="space-y-4">
      <p className="meta">
        <Trans>
          Write {first}, {second} and so on into the question where learners fill something in.
        </Trans>{' '}
        <button
          type="button"
          className="cursor-pointer font-semibold text-primary underline underline-offset-3"
          onClick={addGap}
        >
          <Trans>Add gap {count + 1}</Trans>
        </button>
      </p>
      {Array.from({ length: count }, (_, index) => (
        <TextArea
          // oxlint-disable-next-line react/no-array-index-key -- gaps are numbers
          key={index}
          label={t`Accepted in gap ${index + 1}`}
          rows={2}
          hint={t`One answer in each line`}
          error={messageOf(errors.gaps?.[index])}
          {...form.register(`gaps.${index}`)}
        />
      ))}
      {count === 0 && errors.gaps && (
        <p role="alert" className="field-error">
          {messageOf(errors.gaps) ?? messageOf(errors.gaps.root)}
        </p>
      )}
    </div>
  );
}

/** The fields of the chosen type. */
export function TypeFields({ question }: FieldsProps) {
  const { t } = useLingui();
  const { form } = question;
  const type = useWatch({ control: form.control, name: 'type' });
  switch (type) {
    case 'single':
      return <OptionRows question={question} isSingle />;
    case 'multiple':
      return (
        <div className="space-y-4">
          <OptionRows question={question} isSingle={false} />
          <CheckField
            label={t`Partial credit`}
            hint={t`Each right choice counts its part, and each wrong one takes a part away.`}
            {...form.register('isPartial')}
          />
        </div>
      );
    case 'true_false':
      return <TrueFalseFields question={question} />;
    case 'short':
      return <ShortFields question={question} />;
    case 'number':
      return <NumberFields question={question} />;
    case 'order':
      return <ItemRows question={question} />;
    case 'match':
      return <PairRows question={question} />;
    case 'blanks':
      return <BlanksFields question={question} />;
    default:
      return (
        <TextArea
          label={t`Guidance for grading`}
          rows={3}
          hint={t`Learners don’t see it. Their answers wait under Questions, To grade.`}
          {...form.register('guidance')}
        />
      );
  }
}
