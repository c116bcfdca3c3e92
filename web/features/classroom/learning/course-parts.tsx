import { ArrowRight, Play } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import type { BegunCourse, NewInCourse } from '#contract/learning.ts';
import { Button } from '#web/ui/button.tsx';
import { Book, Cover } from '#web/ui/covers/cover.tsx';
import { countOf, formatDuration, formatLength } from '#web/ui/text/format.ts';
import { pathTo } from '#web/app/paths.ts';
import { CourseMeter } from './continue-card.tsx';

/** Without access a course opens its description. */
const placeOf = (courseId: string, isOpen: boolean, lecture?: string): string =>
  isOpen ? pathTo('classroom', { course: courseId, lecture }) : pathTo('course', { course: courseId });

/** A card, on phones a row: the whole of it is the link. */
export const StartedCourse = ({ course, isOpen }: { course: BegunCourse; isOpen: boolean }) => (
  <article className="course-card learning-course">
    <div className="learning-cover">
      <Cover title={course.title} src={course.thumbnail} sizes="(width >= 64rem) 24rem, 7rem" />
    </div>
    <div className="min-w-0 flex-1 sm:px-5 sm:pt-4 sm:pb-5">
      <h3 className="course-title line-clamp-2 text-base sm:text-title">
        <Link to={placeOf(course._id, isOpen)}>{course.title}</Link>
      </h3>
      <p className="line-clamp-1 text-sm text-muted max-sm:hidden">{course.createdBy}</p>
      <p className="mt-1 mb-2 flex justify-between gap-3 text-sm sm:mt-3">
        <span>
          <span className="sm:hidden">
            {course.doneLectures} of {course.lectures} ·{' '}
          </span>
          {formatLength(course.leftMs)} left
        </span>
        <span className="num text-muted max-sm:hidden">{course.percent}%</span>
      </p>
      <CourseMeter title={course.title} percent={course.percent} />
    </div>
    <Play size={20} className="shrink-0 text-muted sm:hidden" aria-hidden="true" />
  </article>
);

const newsText = ({ isNewCourse, newLectures, durationMs, first, course }: NewInCourse): string => {
  if (isNewCourse) return `${course.createdBy} · ${countOf(newLectures, 'lecture')}, ${formatLength(durationMs)}`;
  if (newLectures > 1) return `From “${first.title}” · ${formatLength(durationMs)}`;
  return first.durationMs === null ? `“${first.title}”` : `“${first.title}” · ${formatDuration(first.durationMs)}`;
};

export const NewRow = ({ item, isOpen }: { item: NewInCourse; isOpen: boolean }) => {
  const { course, isNewCourse, newLectures, first } = item;
  const Icon = isNewCourse ? ArrowRight : Play;
  const to = isNewCourse ? pathTo('course', { course: course._id }) : placeOf(course._id, isOpen, first._id);
  return (
    <li className="learning-row">
      <div className="learning-cover">
        <Cover title={course.title} src={course.thumbnail} sizes="8rem" />
      </div>
      <div className="min-w-0 flex-1">
        <h3 className="line-clamp-2 font-display text-base font-medium sm:text-lg">
          <Link to={to}>{course.title}</Link>
        </h3>
        <span className="badge mt-1 sm:hidden">{isNewCourse ? 'New course' : countOf(newLectures, 'new lecture')}</span>
        <p className="mt-0.5 line-clamp-2 text-sm text-muted">{newsText(item)}</p>
      </div>
      <span className="badge shrink-0 max-sm:hidden">
        {isNewCourse ? 'New course' : countOf(newLectures, 'new lecture')}
      </span>
      <Icon size={20} className="shrink-0 text-muted" aria-hidden="true" />
    </li>
  );
};

const BOOKS = 4;
const sizes = ['h-40 w-28', 'h-48 w-32', 'h-38 w-27', 'h-44 w-29'];

/** As books on the ledge, and all of them as a list. */
export function Finished({ courses, isOpen }: { courses: readonly BegunCourse[]; isOpen: boolean }) {
  const [showsAll, setShowsAll] = useState(false);
  return (
    <>
      <ul className="flex items-end gap-2 overflow-hidden">
        {courses.slice(0, BOOKS).map((course, index) => (
          <li key={course._id} className="min-w-0 shrink">
            <Link to={placeOf(course._id, isOpen)} aria-label={course.title} className="block">
              <Book title={course.title} className={`max-w-full text-sm ${sizes[index] ?? ''}`} />
            </Link>
          </li>
        ))}
      </ul>
      <div className="ledge" />
      {courses.length > BOOKS && !showsAll && (
        <Button tone="ghost" className="mt-3" onClick={() => setShowsAll(true)}>
          All finished
          <ArrowRight size={16} aria-hidden="true" />
        </Button>
      )}
      {showsAll && (
        <ul className="mt-4 space-y-2">
          {courses.slice(BOOKS).map((course) => (
            <li key={course._id}>
              <Link to={placeOf(course._id, isOpen)} className="link">
                {course.title}
              </Link>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
