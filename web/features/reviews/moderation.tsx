import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Eye, EyeOff, History, MessageSquareReply, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import { HidingReason, reviews } from '#contract/reviews/reviews.ts';
import { call } from '#web/api/call.ts';
import { hiddenReviewsQuery, type Review, revisionsQuery } from '#web/api/review-queries.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { FormDialog } from '#web/ui/dialogs/form-dialog.tsx';
import { TextArea } from '#web/ui/forms/fields.tsx';
import { useContractForm } from '#web/ui/forms/use-contract-form.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { type MenuItem, RowMenu } from '#web/ui/row-menu.tsx';
import { Stars } from '#web/ui/stars.tsx';
import { formatMonth } from '#contract/format.ts';
import { ReviewItem } from './review-item.tsx';
import { reasons } from './review-words.ts';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';

const { changeFailed: error, incomplete } = messages.reviews;

interface OfReview {
  courseId: string;
  review: Review;
}

const changesOf = (courseId: string) =>
  [
    ['courses', courseId],
    ['courses', 'reviews'],
  ] as const;

const AnswerDialog = ({ courseId, review, onClose }: OfReview & { onClose: () => void }) => {
  const { t } = useLingui();
  const { formError, isBusy, onSubmit, field } = useContractForm({
    schema: reviews.answer.body,
    defaults: { text: review.answer?.text ?? '' },
    messages: { error, incomplete },
    run: (body) =>
      call('PUT /courses/:courseId/reviews/:reviewId/answer', { params: { courseId, reviewId: review._id }, body }),
    onSuccess: () => onClose(),
    changes: changesOf(courseId),
  });
  return (
    <FormDialog
      title={review.answer ? t`Change the answer` : t`Answer this review`}
      lead={t`Everyone sees it under the review, with your name. A review has one answer.`}
      confirmLabel={t`Publish answer`}
      {...{ formError, isBusy, onSubmit, onClose }}
    >
      <TextArea label={t`Answer`} data-first="" {...field('text', incomplete)} />
    </FormDialog>
  );
};

const useHide = ({ courseId, review }: OfReview, onHidden?: () => void) => {
  return useAction({
    run: (reason: HidingReason | null) =>
      call('PUT /courses/:courseId/reviews/:reviewId/hidden', {
        params: { courseId, reviewId: review._id },
        body: { reason },
      }),
    messages: { error },
    onSuccess: () => onHidden?.(),
    changes: changesOf(courseId),
  });
};

const HideDialog = ({ courseId, review, onClose }: OfReview & { onClose: () => void }) => {
  const { t } = useLingui();
  const { _ } = useLanguage();
  const [reason, setReason] = useState<HidingReason>('names_person');
  const hide = useHide({ courseId, review }, onClose);
  return (
    <FormDialog
      title={t`Hide this review?`}
      lead={t`Its stars no longer count. Everyone sees that a review is hidden, and the reason. A low rating is no reason.`}
      confirmLabel={t`Hide review`}
      isDestructive
      formError={undefined}
      isBusy={hide.isBusy}
      onSubmit={(event) => {
        event.preventDefault();
        void hide.start(reason);
      }}
      onClose={onClose}
    >
      <fieldset>
        <legend className="field-label">
          <Trans>It …</Trans>
        </legend>
        {HidingReason.options.map((option) => (
          <label key={option} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="radio"
              name="reason"
              className="radio radio-primary"
              checked={reason === option}
              onChange={() => setReason(option)}
            />
            {_(reasons[option])}
          </label>
        ))}
      </fieldset>
    </FormDialog>
  );
};

const Revisions = ({ courseId, review, onClose }: OfReview & { onClose: () => void }) => {
  const { t } = useLingui();
  const locale = useLocale();
  const { timeZone } = useSite();
  const revisions = useQuery(revisionsQuery(courseId, review._id)).data?.revisions ?? [];
  return (
    <Dialog
      isOpen
      title={t`Earlier texts`}
      onClose={onClose}
      actions={
        <Button tone="quiet" size="large" data-first="" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <ul className="max-h-96 space-y-4 overflow-y-auto">
        {revisions.map(({ stars, text, writtenAt }) => (
          <li key={writtenAt}>
            <p className="flex items-center gap-3 text-sm">
              <Stars stars={stars} />
              <span className="text-muted">{formatMonth(writtenAt, timeZone, locale)}</span>
            </p>
            <p className="mt-1 whitespace-pre-line wrap-anywhere">{text}</p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
};

const useDeleteAnswer = ({ courseId, review }: OfReview) => {
  return useAction({
    run: () =>
      call('DELETE /courses/:courseId/reviews/:reviewId/answer', { params: { courseId, reviewId: review._id } }),
    messages: { error },
    changes: changesOf(courseId),
  });
};

/** For teachers, assistants and admins: answer a review, hide it, and read its earlier texts. */
export default function ReviewMenu({ courseId, review }: OfReview) {
  const { t } = useLingui();
  const [open, setOpen] = useState<'answer' | 'hide' | 'revisions'>();
  const deleteAnswer = useDeleteAnswer({ courseId, review });
  const { answer, editedAt } = review;
  const items: MenuItem[] = [
    {
      label: answer ? t`Change the answer` : t({ context: 'verb', message: 'Answer' }),
      icon: MessageSquareReply,
      onSelect: () => setOpen('answer'),
    },
    ...(answer
      ? [{ label: t`Delete the answer`, icon: Trash2, onSelect: () => void deleteAnswer.start(undefined) }]
      : []),
    ...(editedAt === null ? [] : [{ label: t`Earlier texts`, icon: History, onSelect: () => setOpen('revisions') }]),
    { label: t`Hide`, icon: EyeOff, isDestructive: true, onSelect: () => setOpen('hide') },
  ];
  const onClose = () => setOpen(undefined);
  const author = review.author?.fullName ?? t`a deleted account`;
  return (
    <>
      <RowMenu label={t`Actions for the review of ${author}`} items={items} />
      {open === 'answer' && <AnswerDialog {...{ courseId, review, onClose }} />}
      {open === 'hide' && <HideDialog {...{ courseId, review, onClose }} />}
      {open === 'revisions' && <Revisions {...{ courseId, review, onClose }} />}
    </>
  );
}

const HiddenReview = ({ courseId, review, reason }: OfReview & { reason: HidingReason }) => {
  const hide = useHide({ courseId, review });
  const { _ } = useLanguage();
  return (
    <ReviewItem
      review={review}
      note={
        <p className="meta mt-0.5">
          <Trans>Hidden: it {{ reason: _(reasons[reason]) }}</Trans>
        </p>
      }
      actions={
        <Button tone="ghost" isBusy={hide.isBusy} onClick={() => void hide.start(null)}>
          <Eye size={16} aria-hidden="true" />
          <Trans>Show again</Trans>
        </Button>
      }
    />
  );
};

/** For those who work on the course: what they hid. */
export function HiddenReviews({ courseId }: { courseId: string }) {
  const hidden = useQuery(hiddenReviewsQuery(courseId)).data?.reviews ?? [];
  return hidden.map((review) => (
    <HiddenReview key={review._id} courseId={courseId} review={review} reason={review.hiddenReason} />
  ));
}
