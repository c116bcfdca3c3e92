import { Trans, useLingui } from '@lingui/react/macro';
import { useController } from 'react-hook-form';
import { messages } from '#contract/messages.ts';
import { reviews } from '#contract/reviews/reviews.ts';
import { call } from '#web/api/call.ts';
import type { OwnReviewState } from '#web/api/review-queries.ts';
import { Sheet } from '#web/ui/dialogs/sheet.tsx';
import { FieldError, TextArea } from '#web/ui/forms/fields.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import { Stars } from '#web/ui/stars.tsx';
import { starWords } from './review-words.ts';

const { saveFailed: error, incomplete, starsMissing } = messages.reviews;
const STARS = ([5, 4, 3, 2, 1] as const).map((stars) => ({ stars, word: starWords[stars - 1] }));

interface StarsFieldProps {
  value: number;
  onChange: (stars: number) => void;
  error: string | undefined;
}

function StarsField({ value, onChange, error: problem }: StarsFieldProps) {
  const { _ } = useLanguage();
  return (
    <fieldset aria-describedby={problem ? 'stars-error' : undefined}>
      <legend className="field-label">
        <Trans>Stars</Trans>
      </legend>
      {STARS.map(({ stars, word }) => (
        <label key={stars} className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="radio"
            name="stars"
            className="radio radio-primary"
            checked={value === stars}
            onChange={() => onChange(stars)}
            data-first={stars === (value || 5) ? '' : undefined}
          />
          <Stars stars={stars} className="h-5" />
          <span>{word && _(word)}</span>
        </label>
      ))}
      {problem && <FieldError id="stars-error">{problem}</FieldError>}
    </fieldset>
  );
}

interface ReviewFormProps {
  courseId: string;
  own: OwnReviewState;
  onClose: () => void;
}

/** Writes a review, or changes it. */
export default function ReviewForm({ courseId, own: { review, watched }, onClose }: ReviewFormProps) {
  const { form, formError, isBusy, onSubmit, field, errorOf } = useContractForm({
    schema: reviews.write.body,
    defaults: { stars: review?.stars ?? 0, text: review?.text ?? '' },
    messages: { error, incomplete },
    run: (body) => call('POST /courses/:courseId/reviews', { params: { courseId }, body }),
    onSuccess: () => onClose(),
    changes: [['courses', courseId]],
  });
  const { t } = useLingui();
  const percent = watched?.percent ?? review?.watchedPercent ?? 0;
  const stars = useController({ control: form.control, name: 'stars' }).field;
  return (
    <Sheet
      title={review ? t`Edit your review` : t`Review this course`}
      formError={formError}
      confirmLabel={review ? t`Save review` : t`Publish review`}
      changeCount={Object.keys(form.formState.dirtyFields).length}
      isBusy={isBusy}
      onSubmit={onSubmit}
      onClose={onClose}
    >
      <StarsField value={stars.value} onChange={stars.onChange} error={errorOf('stars', starsMissing)} />
      <TextArea
        label={t`What was it like?`}
        hint={t`Up to 2,000 characters. Say what helped and what did not; name nobody else.`}
        rows={7}
        {...field('text', incomplete)}
      />
      <p className="meta">
        <Trans>Others see your name and picture, “watched {percent}%” and the month.</Trans>
        {review && (
          <>
            {' '}
            <Trans>The earlier text is kept, and the review is marked as edited.</Trans>
          </>
        )}
      </p>
    </Sheet>
  );
}
