import { Trans, useLingui } from '@lingui/react/macro';
import { X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { call } from '#web/api/call.ts';
import { useOwnReview, WriteReview } from './own-review.tsx';

/** Asks for a review, once in the middle of a course and once at its end; it never comes back. */
export default function AskReview({ courseId, isAtEnd = false }: { courseId: string; isAtEnd?: boolean }) {
  const { t } = useLingui();
  const own = useOwnReview(courseId);
  const [isClosed, setClosed] = useState(false);
  // At the end, the half that was known before is no question any more.
  const moment = isAtEnd && own?.ask === 'half' ? undefined : (own?.ask ?? undefined);
  useEffect(() => {
    if (moment !== undefined)
      call('PUT /courses/:courseId/reviews/asked', { params: { courseId }, body: { moment } }).catch(() => undefined);
  }, [courseId, moment]);
  if (!own || moment === undefined || isClosed) return null;
  return (
    <aside aria-label={t`Review`} className="surface mt-6 flex items-start gap-3 p-5">
      <div className="min-w-0 flex-1">
        <p className="font-semibold">
          {moment === 'end' ? (
            <Trans>How was the course?</Trans>
          ) : (
            <Trans>You are half way. How is the course so far?</Trans>
          )}
        </p>
        <p className="meta mt-1 mb-4">
          <Trans>Others see how much of it you watched.</Trans>{' '}
          {moment === 'end' ? <Trans>We do not ask again.</Trans> : <Trans>We ask once more at the end.</Trans>}
        </p>
        <WriteReview courseId={courseId} own={own} label={t`Write a review`} />
      </div>
      <button type="button" className="side-button" aria-label={t`Close`} onClick={() => setClosed(true)}>
        <X size={20} aria-hidden="true" />
      </button>
    </aside>
  );
}
