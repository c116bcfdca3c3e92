import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Pencil, Trash2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import { type OwnReviewState, ownReviewQuery } from '#web/api/review-queries.ts';
import { useSession } from '#web/app/session/use-session.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmAction } from '#web/ui/dialogs/confirm-action.tsx';
import { openSheet } from '#web/ui/dialogs/open-dialogs.ts';
import { ReviewItem } from './review-item.tsx';
import { reasons } from './review-words.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const ReviewForm = lazy(() => import('./review-form.tsx'));

/** Undefined for visitors, and until it is known. */
export const useOwnReview = (courseId: string, isEnabled = true): OwnReviewState | undefined => {
  const isLoggedIn = useSession() !== undefined;
  return useQuery({ ...ownReviewQuery(courseId), enabled: isLoggedIn && isEnabled }).data;
};

/** The button that opens the form of a review. */
export function WriteReview({ courseId, own, label }: { courseId: string; own: OwnReviewState; label: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button tone="quiet" onClick={() => openSheet(() => setOpen(true))}>
        <Pencil size={16} aria-hidden="true" />
        {label}
      </Button>
      {isOpen && (
        <Suspense>
          <ReviewForm courseId={courseId} own={own} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

const WithdrawReview = ({ courseId }: { courseId: string }) => {
  const { t } = useLingui();
  return (
    <ConfirmAction
      renderTrigger={(open) => (
        <Button tone="ghost" onClick={open}>
          <Trash2 size={16} aria-hidden="true" />
          <Trans>Withdraw</Trans>
        </Button>
      )}
      title={t`Withdraw your review?`}
      confirmLabel={t`Withdraw`}
      run={() => call('DELETE /courses/:courseId/reviews/own', { params: { courseId } })}
      messages={{ error: messages.reviews.withdrawFailed }}
      changes={[['courses', courseId]]}
    >
      <Trans>Its stars and its texts, the earlier ones too, are deleted. You can write another one.</Trans>
    </ConfirmAction>
  );
};

const minutesOf = (ms: number): number => Math.floor(ms / 60_000);

/** "Review opens after 30 watched minutes; you have 12." */
const NotYet = ({ watched }: { watched: NonNullable<OwnReviewState['watched']> }) => {
  const needed = Math.ceil(watched.neededMs / 60_000);
  const minutes = minutesOf(watched.watchedMs);
  return (
    <p className="meta mb-4">
      <Plural
        value={needed}
        one={`Review opens after # watched minute; you have ${minutes}.`}
        other={`Review opens after # watched minutes; you have ${minutes}.`}
      />
    </p>
  );
};

/** Above the others: one's own review, the way to write it, or when it opens. */
export function OwnReview({ courseId, own }: { courseId: string; own: OwnReviewState }) {
  const { review, watched } = own;
  const { _ } = useLanguage();
  if (!review)
    return watched?.mayWrite ? (
      <p className="mb-5">
        <WriteReview courseId={courseId} own={own} label={_(msg`Review this course`)} />
      </p>
    ) : (
      watched && watched.watchedMs > 0 && <NotYet watched={watched} />
    );
  const { hiddenReason } = review;
  return (
    <section aria-label={_(msg`Your review`)} className="surface mb-5 px-5 pb-4">
      <ReviewItem
        review={review}
        note={
          <p className="meta mt-0.5">
            {hiddenReason ? (
              <Trans>Hidden: it {{ reason: _(reasons[hiddenReason]) }}</Trans>
            ) : (
              <Trans>Your review</Trans>
            )}
          </p>
        }
      />
      <div className="flex flex-wrap gap-3">
        <WriteReview courseId={courseId} own={own} label={_(msg`Edit`)} />
        <WithdrawReview courseId={courseId} />
      </div>
    </section>
  );
}
