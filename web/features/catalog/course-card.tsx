import { useLingui } from '@lingui/react/macro';
import { useLocale } from '#web/ui/language/language.tsx';
import { Link } from 'react-router';
import { MINUTE_MS } from '#contract/durations.ts';
import type { Course } from '#contract/catalog/catalog.ts';
import { Cover } from '#web/ui/covers/cover.tsx';
import { formatLength } from '#contract/format.ts';
import { withoutMarks } from '#contract/without-marks.ts';
import { pathTo } from '#web/app/path-to.ts';
import { usePriceOf } from '#web/features/billing/plan-terms.tsx';
import { useIsHeld } from '#web/features/billing/rights.ts';

interface CourseCardProps {
  course: Course & { rating?: { average: number; reviews: number } | null };
  isEager?: boolean;
  /** With its price, also for those who have it. */
  asVisitor?: boolean;
}

/** One course of a list. The whole card is one link to its description. */
export function CourseCard({ course, isEager = false, asVisitor = false }: CourseCardProps) {
  const { rating, totalDurationMs } = course;
  const locale = useLocale();
  const price = usePriceOf(course._id);
  const isHeld = useIsHeld(course._id) && !asVisitor;
  const { t } = useLingui();
  const facts = [
    [t`Category`, course.category],
    [t`Instructor`, course.createdBy],
    [t`Total lectures`, String(course.numberOfLectures)],
  ] as const;
  return (
    <article className="course-card">
      <Cover title={course.title} src={course.thumbnail.secure_url} isEager={isEager} />
      <div className="flex-1 px-5 pt-5 pb-4">
        <h3 className="course-title line-clamp-4 text-title">
          <Link to={pathTo('course', { course: course._id })}>{course.title}</Link>
        </h3>
        <p className="mt-1 flex flex-wrap gap-x-3 text-sm font-medium">
          {price && !isHeld && <span>{price}</span>}
          {totalDurationMs >= MINUTE_MS && <span className="text-muted">{formatLength(totalDurationMs, locale)}</span>}
          {rating && (
            <span>
              <span aria-hidden="true">★ </span>
              {rating.average.toFixed(1)} <span className="text-muted">({rating.reviews})</span>
            </span>
          )}
        </p>
        <p className="mt-1 line-clamp-2 text-sm text-muted">{withoutMarks(course.description)}</p>
      </div>
      <dl className="grid grid-cols-[fit-content(36%)_minmax(5rem,1fr)_auto] border-t border-line">
        {facts.map(([name, value]) => (
          <div
            key={name}
            className="min-w-0 border-s border-line px-2.5 py-3 first:border-s-0 first:ps-5 last:pe-5 sm:px-3.5"
          >
            <dt className="meta whitespace-nowrap">{name}</dt>
            <dd className="line-clamp-2 text-sm font-medium">{value}</dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
