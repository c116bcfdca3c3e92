import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Link } from 'react-router';
import { Eye, Pencil, Trash2 } from 'lucide-react';
import { messages } from '#contract/messages.ts';
import type { Course } from '#contract/catalog/catalog.ts';
import { courseListQuery } from '#web/api/course-queries.ts';
import { useLoadToasts } from '#web/api/use-action.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/query-boundary.tsx';
import { Table } from '#web/ui/table/table.tsx';
import { type Column, useTable } from '#web/ui/table/use-table.ts';
import { useCourseDeletion } from '#web/features/catalog/authoring/course-deletion.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { withoutMarks } from '#contract/without-marks.ts';
import { formatCount } from '#contract/format.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

export function CoursesPanel() {
  const { t } = useLingui();
  const language = useLanguage();
  const control = useTable();
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useQuery(
    courseListQuery({ limit: control.pageSize, offset: control.offset, search: control.search || undefined }),
  );
  useLoadToasts(list, messages.courses);
  const deletion = useCourseDeletion(() => heading.current?.focus(), { shown: list.data?.courses, control });
  return (
    <section aria-labelledby="courses-overview" className="mt-8">
      <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6">
        <h2 ref={heading} tabIndex={-1} id="courses-overview" className="text-title me-auto outline-none">
          <Trans>Courses overview</Trans>
        </h2>
        {[
          { to: pathTo('adminCourses'), name: t`Courses and drafts` },
          { to: pathTo('recentlyDeleted'), name: t`Recently deleted` },
        ].map(({ to, name }) => (
          <Link key={to} to={to} className="inline-flex min-h-9 items-center text-sm hover:underline">
            {name}
          </Link>
        ))}
      </div>
      {deletion.notice}
      <Table
        label={t`Courses overview`}
        control={control}
        query={list}
        pageOf={({ courses, total }) => ({ rows: courses, total })}
        columns={courseColumns(deletion.isDeleting, deletion.ask, language)}
        keyOf={({ _id }) => _id}
        openAt={({ _id }) => pathTo('editCourse', { course: _id })}
        failure={messages.courses.error}
        searchLabel={t`Search title, instructor, category`}
        empty={
          <EmptyState
            action={
              <LinkButton to={pathTo('createCourse')}>
                <Trans>Create the first course</Trans>
              </LinkButton>
            }
          >
            <Trans>There are no courses yet.</Trans>
          </EmptyState>
        }
      />
      {deletion.dialog}
    </section>
  );
}

const courseColumns = (
  isDeleting: boolean,
  onDelete: (course: Course) => void,
  { _ }: Language,
): readonly Column<Course>[] => [
  {
    id: 'position',
    title: _(msg`S No`),
    inList: 'labelled',
    cell: (_, position) => <span className="num text-muted">{formatCount(position)}</span>,
  },
  { id: 'title', title: _(msg`Course Title`), kind: 'name', cell: ({ title }) => title },
  { id: 'category', title: _(msg`Course Category`), inList: 'labelled', cell: ({ category }) => <bdi>{category}</bdi> },
  { id: 'instructor', title: _(msg`Instructor`), inList: 'labelled', cell: ({ createdBy }) => <bdi>{createdBy}</bdi> },
  {
    id: 'lectures',
    title: _(msg`Total Lectures`),
    inList: 'labelled',
    kind: 'number',
    cell: ({ numberOfLectures }) => formatCount(numberOfLectures),
  },
  {
    id: 'description',
    title: _(msg`Description`),
    inList: 'labelled',
    cell: ({ description }) => (
      <span className="line-clamp-2 min-w-24 sm:max-w-72 text-muted">{withoutMarks(description)}</span>
    ),
  },
  {
    id: 'actions',
    title: _(msg`Actions`),
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
  const { t } = useLingui();
  return (
    <>
      <Link
        to={pathTo('classroom', { course: course._id })}
        className="btn btn-ghost btn-square"
        aria-label={t`View ${course.title}`}
      >
        <Eye size={18} aria-hidden="true" />
      </Link>
      <Link
        to={pathTo('editCourse', { course: course._id })}
        className="btn btn-ghost btn-square max-md:hidden"
        aria-label={t`Edit ${course.title}`}
      >
        <Pencil size={18} aria-hidden="true" />
      </Link>
      <button
        type="button"
        className="btn btn-ghost btn-square text-error"
        aria-label={t`Delete ${course.title}`}
        disabled={isDeleting}
        onClick={() => onDelete(course)}
      >
        <Trash2 size={18} aria-hidden="true" />
      </button>
    </>
  );
}
