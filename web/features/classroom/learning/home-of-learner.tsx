import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { ArrowRight } from 'lucide-react';
import { type ReactNode, Suspense } from 'react';
import { Link } from 'react-router';
import { learningQuery } from '#web/api/lecture-queries.ts';
import { pathTo } from '#web/app/path-to.ts';
import { useRecall } from '#web/features/quizzes/recall-query.ts';
import { Skeleton } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { ContinueCard, Finished, NothingStarted, StartedCourse } from './course-parts.tsx';
import { DailyGoal } from './daily-goal.tsx';
import { Part } from './part.tsx';

/** Needed by those whom questions wait for. */
const Recall = lazyPart(() => import('#web/features/quizzes/recall.tsx'));

const AnswerForYou = lazyPart(() => import('#web/features/questions/answer-for-you.tsx'));

const SHOWN_COURSES = 3;

interface HomeOfLearnerProps {
  /** Shown until the courses are loaded. */
  waiting: ReactNode;
  /** The content below, by the courses that are begun; it waits too, so that it does not move. */
  children: (begun: ReadonlySet<string>) => ReactNode;
}

const MyLearning = () => (
  <Link to={pathTo('learning')} className="link inline-flex min-h-11 items-center gap-2">
    <Trans>My learning</Trans>
    <ArrowRight size={16} aria-hidden="true" />
  </Link>
);

/** The home page of a learner: the lecture to continue, then what waits for them. */
export default function HomeOfLearner({ waiting, children }: HomeOfLearnerProps) {
  const { community } = useSite();
  const { t } = useLingui();
  const { data, isPending } = useQuery(learningQuery());
  const recall = useRecall();
  if (isPending || recall.isPending) return waiting;
  const { continue: last = null, started = [], finished = [], ended = [] } = data ?? {};
  const hasNothing = data !== undefined && last === null && finished.length + ended.length === 0;
  const begun = new Set([...(last ? [last.course] : []), ...started, ...finished].map(({ _id }) => _id));
  return (
    <>
      <div className="page">
        {last && (
          <>
            <ContinueCard item={last} />
            <DailyGoal />
          </>
        )}
        {hasNothing && (
          <div className="pt-8">
            <NothingStarted />
          </div>
        )}
        {(recall.data?.questions.length ?? 0) > 0 && (
          <Suspense fallback={<Skeleton className="mt-12 h-120 rounded-box lg:mt-16" />}>
            <Recall />
          </Suspense>
        )}
        {community.notices && (
          <Suspense>
            <AnswerForYou />
          </Suspense>
        )}
        {started.length > 0 && (
          <Part title={t`Your courses`} aside={<MyLearning />}>
            <div className="grid grid-cols-1 max-sm:border-b max-sm:border-line sm:grid-cols-2 sm:gap-6 lg:grid-cols-3">
              {started.slice(0, SHOWN_COURSES).map((course) => (
                <StartedCourse key={course._id} course={course} />
              ))}
            </div>
          </Part>
        )}
        {!last && started.length === 0 && finished.length > 0 && (
          <Part title={t`Finished`} aside={<MyLearning />}>
            <Finished courses={finished} />
          </Part>
        )}
      </div>
      {children(begun)}
    </>
  );
}
