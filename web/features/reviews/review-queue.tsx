import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { messages } from '#contract/messages.ts';
import { reviewQueueQuery } from '#web/api/review-queries.ts';
import { pathTo } from '#web/app/path-to.ts';
import { AdminPage } from '#web/ui/page/admin-page.tsx';
import { EmptyState, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { Filters, Pages } from '#web/ui/table/table.tsx';
import { useTable } from '#web/ui/table/use-table.ts';
import ReviewMenu from './moderation.tsx';
import { ReviewItem } from './review-item.tsx';
import { useLanguage } from '#web/ui/language/language.tsx';

const NONE = msg`No reviews yet.`;
const empty = { waiting: msg`All reviews are answered.`, answered: msg`No review is answered yet.` };

/** The reviews of the courses that an admin, a teacher or an assistant answers in. */
export function Component() {
  const { t } = useLingui();
  const language = useLanguage();
  const control = useTable();
  const { pageSize: limit, offset } = control;
  const state = control.choice('state', ['answered'] as const) ?? 'waiting';
  const query = useQuery(reviewQueueQuery({ state, limit, offset }));
  const { waiting, answered } = query.data?.counts ?? {};
  return (
    <AdminPage heading={t`Reviews`} lead={t`An answer stands under its review, for everyone to see.`}>
      <div className="mt-6">
        <Filters
          control={control}
          filters={[
            {
              id: 'state',
              title: t`State`,
              shape: 'chips',
              none: t`Without an answer`,
              total: waiting,
              options: [{ value: 'answered', label: t`Answered`, count: answered }],
            },
          ]}
        />
        <QueryBoundary query={query} failure={messages.reviews.failure}>
          {({ reviews, total }) =>
            reviews.length === 0 ? (
              <EmptyState>{language._(waiting === 0 && answered === 0 ? NONE : empty[state])}</EmptyState>
            ) : (
              <>
                <ul aria-label={t`Reviews`} className="surface mt-4 divide-y divide-line px-4 sm:px-6">
                  {reviews.map(({ course, authorId, ...review }) => (
                    <li key={review._id}>
                      <ReviewItem
                        review={review}
                        authorId={authorId}
                        note={
                          <Link
                            to={`${pathTo('course', { course: course._id })}#reviews`}
                            className="meta mt-0.5 inline-block wrap-anywhere underline underline-offset-3"
                          >
                            {course.title}
                          </Link>
                        }
                        actions={<ReviewMenu courseId={course._id} review={review} />}
                      />
                    </li>
                  ))}
                </ul>
                <Pages
                  label={t`Reviews`}
                  page={{ rows: reviews, total }}
                  control={control}
                  isOld={query.isPlaceholderData}
                />
              </>
            )
          }
        </QueryBoundary>
      </div>
    </AdminPage>
  );
}
