import { Plural } from '@lingui/react/macro';
import { type ComponentProps, lazy, Suspense } from 'react';
import { useSession } from '#web/app/session/use-session.ts';
import { Stars } from '#web/ui/stars.tsx';
import type { Reviews as AllReviews } from './reviews.tsx';

const load = () => import('./reviews.tsx');

/** The server draws them with the page; a browser loads their code, which courses without reviews do not need. */
const Reviews = import.meta.env.SSR ? (await load()).Reviews : lazy(async () => ({ default: (await load()).Reviews }));

/** The reviews of a course, if the school has reviews. */
export function CourseReviews({
  numberOfReviews,
  courseId,
}: Pick<ComponentProps<typeof AllReviews>, 'courseId'> & { numberOfReviews: number | null }) {
  const isLoggedIn = useSession() !== undefined;
  if (numberOfReviews === null || (numberOfReviews === 0 && !isLoggedIn)) return null;
  return (
    <Suspense>
      <Reviews courseId={courseId} hasReviews={numberOfReviews > 0 || isLoggedIn} />
    </Suspense>
  );
}

/** Under the title of a course: its stars, which lead to the reviews. */
export const CourseStars = ({ rating }: { rating: { average: number; reviews: number } | null }) =>
  rating && (
    <p className="mt-3 flex flex-wrap items-center gap-3">
      <Stars stars={rating.average} />
      <a href="#reviews" className="text-sm font-medium underline underline-offset-3">
        {rating.average.toFixed(1)}, <Plural value={rating.reviews} one="# review" other="# reviews" />
      </a>
    </p>
  );
