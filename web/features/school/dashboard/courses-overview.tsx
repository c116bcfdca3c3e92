import { Eye, Pencil, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import type { Course } from '#contract/catalog.ts';
import { formatCount } from '#web/ui/text/format.ts';
import type { Column } from '#web/ui/table/column.ts';
import { pathTo } from '#web/app/paths.ts';

export const courseColumns = (isDeleting: boolean, onDelete: (course: Course) => void): readonly Column<Course>[] => [
  {
    id: 'position',
    title: 'S No',
    cell: (_, position) => <span className="num text-muted">{formatCount(position)}</span>,
  },
  { id: 'title', title: 'Course Title', kind: 'name', cell: ({ title }) => title },
  { id: 'category', title: 'Course Category', inList: 'detail', cell: ({ category }) => <bdi>{category}</bdi> },
  { id: 'instructor', title: 'Instructor', inList: 'detail', cell: ({ createdBy }) => <bdi>{createdBy}</bdi> },
  {
    id: 'lectures',
    title: 'Total Lectures',
    kind: 'number',
    cell: ({ numberOfLectures }) => formatCount(numberOfLectures),
  },
  {
    id: 'description',
    title: 'Description',
    cell: ({ description }) => <span className="line-clamp-2 max-w-72 min-w-24 text-muted">{description}</span>,
  },
  {
    id: 'actions',
    title: 'Actions',
    kind: 'actions',
    cell: (course) => <CourseActions {...{ course, isDeleting, onDelete }} />,
  },
];

interface CourseActionsProps {
  course: Course;
  isDeleting: boolean;
  onDelete: (course: Course) => void;
}

function CourseActions({ course, isDeleting, onDelete }: CourseActionsProps) {
  return (
    <>
      <Link
        to={pathTo('classroom', { course: course._id })}
        className="btn btn-ghost btn-square"
        aria-label={`View ${course.title}`}
      >
        <Eye size={18} aria-hidden="true" />
      </Link>
      <Link
        to={pathTo('editCourse', { course: course._id })}
        className="btn btn-ghost btn-square max-md:hidden"
        aria-label={`Edit ${course.title}`}
      >
        <Pencil size={18} aria-hidden="true" />
      </Link>
      <button
        type="button"
        className="btn btn-ghost btn-square text-error"
        aria-label={`Delete ${course.title}`}
        disabled={isDeleting}
        onClick={() => onDelete(course)}
      >
        <Trash2 size={18} aria-hidden="true" />
      </button>
    </>
  );
}
