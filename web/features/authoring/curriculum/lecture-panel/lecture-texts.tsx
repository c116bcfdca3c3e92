import { useLingui } from '@lingui/react/macro';
import { isPlayed } from '#contract/classroom/kind-facts.ts';
import { kinds } from '#web/features/kinds/kinds.ts';
import { TextArea, TextField } from '#web/ui/forms/fields.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';
import { CheckField } from '#web/ui/inputs/check-field.tsx';
import { type LectureFieldsProps, useSavedFields } from './use-saved-fields.ts';

const CHAPTERS_EXAMPLE = '0:00 Welcome\n1:30 Warm land\n4:05 Cool sea';

/** The fields of a lecture, which are saved without a button. */
export function LectureTexts({ curriculum, lecture }: LectureFieldsProps) {
  const { t } = useLingui();
  const { _ } = useLanguage();
  const saved = useSavedFields({ curriculum, lecture });
  const { save, register, field } = saved;
  const { Fields, freeHint } = kinds[lecture.kind];
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the fields are what is left
    <form
      className="space-y-4"
      noValidate
      // A press on a button of an editor keeps the focus in its text.
      onBlur={({ target, relatedTarget }) => target.closest('[data-editor]')?.contains(relatedTarget) || save()}
      onSubmit={(event) => {
        event.preventDefault();
        save();
      }}
    >
      <TextField label={t`Title`} autoComplete="off" maxLength={200} {...field('title')} />
      {lecture.markdown === null && <TextArea label={t`Description`} rows={4} {...field('description')} />}
      {Fields && <Fields courseId={curriculum.courseId} {...{ lecture, saved }} />}
      <CheckField label={t`Free preview`} hint={_(freeHint)} {...register('isFreePreview', { onChange: save })} />
      <CheckField
        label={t`Draft`}
        hint={t`Learners can’t see it while this is on.`}
        {...register('isDraft', { onChange: save })}
      />
      {isPlayed(lecture.kind) && (
        <TextArea
          label={t`Chapters`}
          rows={4}
          spellCheck={false}
          placeholder={CHAPTERS_EXAMPLE}
          hint={t`One per line: start time, then title.`}
          {...field('chapters')}
        />
      )}
    </form>
  );
}
