import { msg } from '@lingui/core/macro';
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { EyeOff } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import type { ReviewOrder } from '#contract/reviews/reviews.ts';
import type { ResponseOf } from '#web/api/call.ts';
import { reviewsQuery } from '#web/api/review-queries.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { Stars } from '#web/ui/stars.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { formatCount, keysOf } from '#contract/format.ts';
import { OwnReview, useOwnReview } from './own-review.tsx';
import { ReviewItem } from './review-item.tsx';
import { hiddenSentence, rules } from './review-words.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const ReviewMenu = lazyPart(() => import('./moderation.tsx'));
const HiddenReviews = lazy(async () => ({ default: (await import('./moderation.tsx')).HiddenReviews }));

const FIRST = 3;
const PER_PAGE = 50;
const orders = { watched: msg`Most watched`, newest: msg`Newest`, critical: msg`Critical` } as const;

type Listed = ResponseOf<'GET /courses/:courseId/reviews'>;

const Summary = ({ rating }: { rating: NonNullable<Listed['rating']> }) => {
  const { average, byStars, reviews } = rating;
  const most = Math.max(...byStars);
  return (
    <div className="surface grid items-center gap-x-10 gap-y-5 p-5 sm:grid-cols-[12rem_1fr] sm:p-6">
      <div>
        <p className="flex items-center gap-3">
          <span className="font-display text-5xl font-semibold">{average.toFixed(1)}</span>
          <Stars stars={average} className="h-5" />
        </p>
        <p className="meta mt-2">
          <Plural
            value={reviews}
            one="# review, each after measured watching"
            other="# reviews, each after measured watching"
          />
        </p>
      </div>
      <dl>
        {byStars.toReversed().map((count, index) => (
          <div key={5 - index} className="flex min-h-8 items-center gap-4">
            <dt className="text-muted w-15 shrink-0 text-sm">
              <Plural value={5 - index} one="# star" other="# stars" />
            </dt>
            <dd className="flex min-w-0 flex-1 items-center gap-4">
              <svg aria-hidden="true" className="h-2 min-w-0 flex-1 overflow-hidden rounded-full bg-base-300">
                <rect width={`${(100 * count) / most}%`} height="8" rx="4" className="fill-primary" />
              </svg>
              <span className="num w-8 text-end text-sm">{formatCount(count)}</span>
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
};

interface ListProps {
  courseId: string;
  order: ReviewOrder;
  /** The first of them. */
  offset: number;
  limit: number;
  ownId: string | undefined;
  isStaff: boolean;
}

/** Some of the reviews; the user's own is above them. */
const ReviewList = ({ courseId, order, offset, limit, ownId, isStaff }: ListProps) => {
  const listed = useQuery(reviewsQuery(courseId, { order, offset, limit })).data?.reviews ?? [];
  return listed
    .filter(({ _id }) => _id !== ownId)
    .map((review) => (
      <li key={review._id} className="border-line not-first:border-t">
        <ReviewItem
          review={review}
          actions={
            isStaff && (
              <Suspense>
                <ReviewMenu courseId={courseId} review={review} />
              </Suspense>
            )
          }
        />
      </li>
    ));
};

function OrderChips({ order, onChange }: { order: ReviewOrder; onChange: (order: ReviewOrder) => void }) {
  const { _ } = useLanguage();
  return (
    <fieldset className="mt-5 flex flex-wrap gap-2">
      <legend className="sr-only">
        <Trans context="sorting">Order</Trans>
      </legend>
      {keysOf(orders).map((value) => (
        <button
          key={value}
          type="button"
          className="chip"
          aria-pressed={value === order}
          onClick={() => onChange(value)}
        >
          {_(orders[value])}
        </button>
      ))}
    </fieldset>
  );
}

const Rules = () => {
  const [isOpen, setOpen] = useState(false);
  const { _ } = useLanguage();
  const title = _(msg`How reviews are kept`);
  return (
    <>
      <button type="button" className="underline underline-offset-3" onClick={() => setOpen(true)}>
        {title}
      </button>
      <Dialog
        isOpen={isOpen}
        title={title}
        onClose={() => setOpen(false)}
        actions={
          <Button tone="quiet" size="large" data-first="" onClick={() => setOpen(false)}>
            <Trans>Close</Trans>
          </Button>
        }
      >
        <ul className="list-disc space-y-2 ps-5 text-muted">
          {rules.map((rule) => (
            <li key={rule.id}>{_(rule)}</li>
          ))}
        </ul>
      </Dialog>
    </>
  );
};

interface HiddenProps {
  hidden: Listed['hidden'];
  language: Language;
  children: ReactNode;
}

const Hidden = ({ hidden, children, language }: HiddenProps) => (
  <div className="meta mt-5 flex gap-2 border-t border-line pt-4">
    {hidden.length > 0 && <EyeOff size={16} className="mt-0.5 shrink-0" aria-hidden="true" />}
    <div>
      {hidden.map((one) => hiddenSentence(one, language)).join(' ')} {children}
    </div>
  </div>
);

const Total = ({ total }: { total: number }) => (
  <p className="meta">
    <Plural value={total} one="# review" other="# reviews" />
  </p>
);

const ShowMore = ({ total, isFirst, onShow }: { total: number; isFirst: boolean; onShow: () => void }) => (
  <Button tone="quiet" className="mt-2 max-sm:w-full" onClick={onShow}>
    {isFirst && total <= PER_PAGE ? <Trans>Show all {total} reviews</Trans> : <Trans>Show more reviews</Trans>}
  </Button>
);

/** The reviews of a course, after its teacher. */
export function Reviews({ courseId, hasReviews }: { courseId: string; hasReviews: boolean }) {
  const language = useLanguage();
  const [order, setOrder] = useState<ReviewOrder>('watched');
  const [pages, setPages] = useState(0);
  const [showsHidden, setShowsHidden] = useState(false);
  const first = useQuery({ ...reviewsQuery(courseId, { order, offset: 0, limit: FIRST }), enabled: hasReviews }).data;
  const own = useOwnReview(courseId);
  const isStaff = own?.watched === null;
  const { total = 0, rating = null, hidden = [] } = first ?? {};
  if (total === 0 && hidden.length === 0 && !own?.review && !own?.watched?.watchedMs) return null;
  const offsets = pages === 0 ? [0] : Array.from({ length: pages }, (_, page) => page * PER_PAGE);
  const limit = pages === 0 ? FIRST : PER_PAGE;
  const list = { courseId, order, limit, ownId: own?.review?._id, isStaff };
  return (
    <section id="reviews" className="mt-10" aria-labelledby="reviews-heading">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-3">
        <h2 id="reviews-heading" className="text-section">
          <Trans>Reviews</Trans>
        </h2>
        {!rating && total > 0 && <Total total={total} />}
      </div>
      {rating && <Summary rating={rating} />}
      {total > 1 && <OrderChips order={order} onChange={setOrder} />}
      <div className="mt-5">{own && <OwnReview courseId={courseId} own={own} />}</div>
      <ul>
        {offsets.map((offset) => (
          <ReviewList key={offset} {...list} offset={offset} />
        ))}
      </ul>
      {total > offsets.length * limit && (
        <ShowMore total={total} isFirst={pages === 0} onShow={() => setPages(pages + 1)} />
      )}
      <Hidden hidden={hidden} language={language}>
        <Rules />
        {isStaff && hidden.length > 0 && !showsHidden && (
          <button type="button" className="ms-3 underline underline-offset-3" onClick={() => setShowsHidden(true)}>
            <Trans>Show what is hidden</Trans>
          </button>
        )}
      </Hidden>
      {showsHidden && (
        <Suspense>
          <HiddenReviews courseId={courseId} />
        </Suspense>
      )}
    </section>
  );
}
