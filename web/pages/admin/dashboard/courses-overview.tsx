import { Eye, Pencil, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import type { Course } from '#contract/catalog.ts';
import { countOf, formatCount } from '#web/components/format.ts';
import { pathTo } from '#web/paths.ts';

interface CoursesOverviewProps {
  courses: readonly Course[];
  /** The number of courses on previous pages. */
  offset: number;
  isDeleting: boolean;
  onDelete: (course: Course) => void;
}

const COLUMNS = [
  { name: 'S No', className: '' },
  { name: 'Course Title', className: '' },
  { name: 'Course Category', className: '' },
  { name: 'Instructor', className: '' },
  { name: 'Total Lectures', className: 'text-end' },
  { name: 'Description', className: '' },
  { name: 'Actions', className: 'text-end' },
];

export function CoursesTable({ courses, offset, isDeleting, onDelete }: CoursesOverviewProps) {
  return (
    <div className="mt-2 overflow-x-auto">
      <table
        className="table max-lg:[&_:is(td,th)]:px-2 max-lg:[&_th]:whitespace-normal [&_:is(td,th)]:wrap-break-word [&_:is(td,th):first-child]:ps-6 [&_:is(td,th):last-child]:pe-6"
        aria-labelledby="courses-overview"
      >
        <thead>
          <tr className="border-line">
            {COLUMNS.map(({ name, className }) => (
              <th key={name} scope="col" className={className}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {courses.map((course, index) => (
            <tr key={course._id} className="border-line">
              <td className="num text-muted">{formatCount(offset + index + 1)}</td>
              <th scope="row" className="text-sm text-base-content">
                {course.title}
              </th>
              <td>{course.category}</td>
              <td>{course.createdBy}</td>
              <td className="num text-end">{formatCount(course.numberOfLectures)}</td>
              <td className="max-w-56 min-w-24 lg:min-w-44 text-muted">
                <span className="line-clamp-2">{course.description}</span>
              </td>
              <td>
                <CourseActions {...{ course, isDeleting, onDelete }} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** For screens that are too narrow for seven columns. */
export function CoursesList({ courses, offset, isDeleting, onDelete }: CoursesOverviewProps) {
  return (
    <ol aria-labelledby="courses-overview" className="mt-4">
      {courses.map((course, index) => (
        <li key={course._id} className="border-t border-line px-5 py-4">
          <div className="flex items-start gap-3">
            <span className="num pt-0.5 text-sm text-muted">{formatCount(offset + index + 1)}</span>
            <div className="min-w-0 flex-1">
              <h3 className="text-title">{course.title}</h3>
              <p className="meta mt-1">
                <bdi>{course.category}</bdi> · <bdi>{course.createdBy}</bdi> ·{' '}
                {countOf(course.numberOfLectures, 'lecture')}
              </p>
              <p className="mt-2 line-clamp-2 text-sm text-muted">{course.description}</p>
            </div>
          </div>
          <CourseActions {...{ course, isDeleting, onDelete }} />
        </li>
      ))}
    </ol>
  );
}

type CourseActionsProps = Pick<CoursesOverviewProps, 'isDeleting' | 'onDelete'> & { course: Course };

function CourseActions({ course, isDeleting, onDelete }: CourseActionsProps) {
  return (
    <div className="flex justify-end gap-2 max-md:mt-4">
      <Link
        to={pathTo('classroom', { course: course._id })}
        className="btn btn-quiet btn-square"
        aria-label={`View ${course.title}`}
      >
        <Eye size={18} aria-hidden="true" />
      </Link>
      <Link
        to={pathTo('editCourse', { course: course._id })}
        className="btn btn-quiet btn-square"
        aria-label={`Edit ${course.title}`}
      >
        <Pencil size={18} aria-hidden="true" />
      </Link>
      <button
        type="button"
        className="btn btn-quiet btn-square text-error"
        aria-label={`Delete ${course.title}`}
        disabled={isDeleting}
        onClick={() => onDelete(course)}
      >
        <Trash2 size={18} aria-hidden="true" />
      </button>
    </div>
  );
}
