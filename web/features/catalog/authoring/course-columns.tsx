import { Eye, EyeOff, Pencil, Plus, Send, Trash2 } from 'lucide-react';
import { Link, useNavigate } from 'react-router';
import { messages } from '#contract/messages.ts';
import { call } from '#web/api/call.ts';
import type { ListedCourse } from '#web/api/course-queries.ts';
import { useAction } from '#web/api/use-action.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Cover } from '#web/ui/covers/cover.tsx';
import { formatCount, formatShortMoment } from '#web/ui/text/format.ts';
import { RowMenu } from '#web/ui/row-menu.tsx';
import type { Column } from '#web/ui/table/column.ts';
import { pathTo } from '#web/app/paths.ts';
import { useShowSavedCourse } from '#web/features/classroom/curriculum/use-curriculum.ts';

interface ColumnNeeds {
  timeZone: string;
  now: Date;
  onDelete: (course: ListedCourse) => void;
}

const audienceColumns: readonly Column<ListedCourse>[] = [
  { id: 'viewers', title: 'Viewers', kind: 'number', from: 1280, cell: ({ viewers }) => formatCount(viewers) },
  {
    id: 'completed',
    title: 'Completed',
    kind: 'number',
    from: 1280,
    cell: ({ completedPercent }) => (completedPercent === null ? '–' : `${completedPercent}%`),
  },
];

export const courseColumns = ({ timeZone, now, onDelete }: ColumnNeeds): readonly Column<ListedCourse>[] => [
  {
    id: 'title',
    title: 'Course',
    kind: 'name',
    sort: 'ascending',
    cell: ({ title, thumbnail }) => (
      <span className="flex min-w-0 items-center gap-3">
        <span className="w-16 shrink-0 overflow-hidden rounded-selector max-md:hidden">
          <Cover title={title} src={thumbnail.secure_url} sizes="4rem" />
        </span>
        <span className="line-clamp-2 min-w-0 wrap-anywhere">{title}</span>
      </span>
    ),
  },
  {
    id: 'category',
    title: 'Category',
    sort: 'ascending',
    inList: 'detail',
    cell: ({ category }) => <bdi className="wrap-break-word">{category}</bdi>,
  },
  {
    id: 'instructor',
    title: 'Instructor',
    sort: 'ascending',
    from: 1024,
    inList: 'detail',
    cell: ({ createdBy }) => <bdi>{createdBy}</bdi>,
  },
  {
    id: 'lectures',
    title: 'Lectures',
    kind: 'number',
    cell: ({ numberOfLectures }) => formatCount(numberOfLectures),
  },
  {
    id: 'state',
    title: 'State',
    inList: 'status',
    cell: ({ isDraft }) => <Badge isGood={!isDraft}>{isDraft ? 'Draft' : 'Published'}</Badge>,
  },
  ...audienceColumns,
  {
    id: 'changed',
    title: 'Changed',
    sort: 'descending',
    from: 1024,
    cell: ({ changedAt }) => (
      <span className="num whitespace-nowrap text-muted">{formatShortMoment(changedAt, timeZone, now)}</span>
    ),
  },
  {
    id: 'actions',
    title: 'Actions',
    kind: 'actions',
    cell: (course) => <CourseActions course={course} onDelete={onDelete} />,
  },
];

function CourseActions({ course, onDelete }: { course: ListedCourse; onDelete: (course: ListedCourse) => void }) {
  const { _id: courseId, title, isDraft } = course;
  const navigate = useNavigate();
  const showSaved = useShowSavedCourse(courseId);
  const publication = useAction({
    run: () => call('PUT /courses/:courseId/draft', { params: { courseId }, body: { isDraft: !isDraft } }),
    messages: { loading: messages.authoring.courseSaving, error: messages.authoring.courseFailed },
    onSuccess: () => showSaved(),
  });
  return (
    <>
      <Link
        to={pathTo('classroom', { course: courseId, ...(isDraft ? { drafts: 'true' } : {}) })}
        className="btn btn-ghost btn-square max-md:hidden"
        aria-label={`View ${title}`}
      >
        <Eye size={18} aria-hidden="true" />
      </Link>
      <RowMenu
        label={`Actions for ${title}`}
        items={[
          { label: 'Edit', icon: Pencil, onSelect: () => void navigate(pathTo('editCourse', { course: courseId })) },
          {
            label: 'Add lecture',
            icon: Plus,
            onSelect: () => void navigate(pathTo('addLecture', { course: courseId })),
          },
          {
            label: isDraft ? 'Publish' : 'Unpublish',
            icon: isDraft ? Send : EyeOff,
            onSelect: () => void publication.start(undefined),
          },
          { label: 'Delete', icon: Trash2, isDestructive: true, onSelect: () => onDelete(course) },
        ]}
      />
    </>
  );
}
