import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { ContinueItem } from '#contract/classroom/progress.ts';
import { continueWatchingQuery } from '#web/api/course-queries.ts';
import { Cover } from '#web/ui/covers/cover.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { leftInLecture } from '#web/features/classroom/lecture-list/time-left.ts';

const SHOWN = 3;

const Item = ({ item }: { item: ContinueItem }) => {
  const { course, lecture, progress } = item;
  const left = leftInLecture({ durationMs: lecture.durationMs, progress });
  return (
    <article className="course-card max-sm:flex-row max-sm:items-start max-sm:gap-3 max-sm:p-3">
      <div className="max-sm:w-28 max-sm:shrink-0">
        <Cover
          title={course.title}
          src={course.thumbnail}
          sizes="(width >= 64rem) 24rem, (width >= 40rem) 45vw, 7rem"
          isEager
        />
      </div>
      <div className="min-w-0 flex-1 sm:px-5 sm:pt-4 sm:pb-5">
        <p className="meta mb-1 line-clamp-1">{course.title}</p>
        <h3 className="course-title line-clamp-2 text-base sm:line-clamp-3 sm:text-title">
          <Link to={pathTo('classroom', { course: course._id, lecture: lecture._id })}>{lecture.title}</Link>
        </h3>
        <p className="mt-1 flex items-center gap-2 sm:mt-2 text-sm text-muted">
          <Play size={16} aria-hidden="true" />
          {left ?? (progress.positionMs === 0 ? 'Next in this course' : 'Watch again')}
        </p>
        {lecture.durationMs !== null && (
          <progress
            className="progress mt-3 block h-1.5 w-full text-primary"
            aria-label={`Progress in ${lecture.title}`}
            value={progress.positionMs}
            max={lecture.durationMs}
          />
        )}
      </div>
    </article>
  );
};

interface ContinueWatchingProps {
  /** Shown until the courses are loaded. */
  waiting: ReactNode;
  /** The content below, which waits too, so that it does not move. */
  children: ReactNode;
}

/** Started courses, each with the lecture to continue. Renders nothing when there are none. */
export default function ContinueWatching({ waiting, children }: ContinueWatchingProps) {
  const { data, isPending } = useQuery(continueWatchingQuery());
  if (isPending) return waiting;
  const items = data?.items.slice(0, SHOWN) ?? [];
  return (
    <>
      {items.length > 0 && (
        <section className="page pt-8 lg:pt-12" aria-labelledby="continue-watching">
          <h2 id="continue-watching" className="mb-6 text-section">
            Continue watching
          </h2>
          <div className="grid gap-3 sm:grid-cols-2 sm:gap-6 lg:grid-cols-3">
            {items.map((item) => (
              <Item key={item.course._id} item={item} />
            ))}
          </div>
        </section>
      )}
      {children}
    </>
  );
}
