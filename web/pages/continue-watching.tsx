import { useQuery } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { Link } from 'react-router';
import type { ContinueItem } from '#contract/progress.ts';
import { continueWatchingQuery } from '#web/api/queries.ts';
import { Cover } from '#web/components/cover.tsx';
import { formatLength } from '#web/components/format.ts';

const SHOWN = 3;

const timeLeft = ({ lecture, progress }: ContinueItem): string | undefined => {
  if (lecture.durationMs === null || progress.positionMs === 0) return undefined;
  const leftMs = lecture.durationMs - progress.positionMs;
  return leftMs > 0 ? `${formatLength(leftMs)} left` : undefined;
};

const Item = ({ item }: { item: ContinueItem }) => {
  const { course, lecture, progress } = item;
  const left = timeLeft(item);
  return (
    <article className="course-card">
      <Cover title={course.title} src={course.thumbnail} isEager={false} />
      <div className="flex-1 px-5 pt-4 pb-5">
        <p className="meta mb-1 line-clamp-1">{course.title}</p>
        <h3 className="course-title line-clamp-3 text-title">
          <Link to={`/course/displaylectures?course=${course._id}&lecture=${lecture._id}`}>{lecture.title}</Link>
        </h3>
        <p className="mt-2 flex items-center gap-2 text-sm text-muted">
          <Play size={16} aria-hidden="true" />
          {left ?? (progress.positionMs === 0 ? 'Next in this course' : 'Watch again')}
        </p>
        {lecture.durationMs !== null && (
          <progress
            className="progress mt-3 block h-1.5 w-full text-primary"
            aria-label={`Place in ${lecture.title}`}
            value={progress.positionMs}
            max={lecture.durationMs}
          />
        )}
      </div>
    </article>
  );
};

/** The courses that were begun, each at the lecture to go on with. Nothing, until there are some. */
export default function ContinueWatching() {
  const { data } = useQuery(continueWatchingQuery());
  const items = data?.items.slice(0, SHOWN) ?? [];
  if (items.length === 0) return null;
  return (
    <section className="page pt-14 lg:pt-20" aria-labelledby="continue-watching">
      <h2 id="continue-watching" className="mb-6 text-section">
        Continue watching
      </h2>
      <div className="grid gap-6 sm:grid-cols-2 lg:grid-cols-3">
        {items.map((item) => (
          <Item key={item.course._id} item={item} />
        ))}
      </div>
    </section>
  );
}
