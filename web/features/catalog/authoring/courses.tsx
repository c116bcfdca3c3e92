import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Eye, EyeOff, Pencil, Plus, Send, Trash2 } from 'lucide-react';
import { Link } from 'react-router';
import type { CourseSort, CourseState } from '#contract/catalog/authoring.ts';
import { messages } from '#contract/messages.ts';
import { allCoursesQuery, type ListedCourse } from '#web/api/authoring-queries.ts';
import { call, download } from '#web/api/call.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/query-boundary.tsx';
import { formatCount, formatShortMoment } from '#contract/format.ts';
import { AdminPage, focusHeading } from '#web/ui/page/admin-page.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { type Column, type TableControl, type TableFilter, useTable } from '#web/ui/table/use-table.ts';
import { Table } from '#web/ui/table/table.tsx';
import { useExport } from '#web/ui/table/export.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { pathTo } from '#web/app/path-to.ts';
import { useAction } from '#web/api/use-action.ts';
import { Cover } from '#web/ui/covers/cover.tsx';
import { Badge } from '#web/ui/panel.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { useShowSavedCourse } from '#web/features/authoring/curriculum/use-curriculum.ts';
import { useCourseDeletion } from './course-deletion.tsx';
import { CourseStateBadge } from './course-state.tsx';
import { Samples } from './samples.tsx';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const states: readonly CourseState[] = ['published', 'draft', 'waiting'];
const stateLabels: Record<CourseState, MessageDescriptor> = {
  published: msg`Published`,
  draft: msg`Drafts`,
  waiting: msg`Waiting for approval`,
};
const sorts: readonly CourseSort[] = [
  'title',
  '-title',
  'category',
  '-category',
  'instructor',
  '-instructor',
  'changed',
  '-changed',
];

type Counts = Record<CourseState, number>;

/** The filter in the address of the table. */
const filterOf = ({ search, sort, choice, text }: TableControl) => ({
  search,
  state: choice('state', states),
  category: text('category'),
  sort: sorts.find((known) => known === sort) ?? '-changed',
});

const filtersOf = (counts: Counts | undefined, categories: readonly string[], { _ }: Language): TableFilter[] => [
  {
    id: 'state',
    title: _(msg`State`),
    shape: 'chips',
    total: counts && counts.published + counts.draft,
    options: states
      .filter((value) => value !== 'waiting' || counts?.waiting !== 0)
      .map((value) => ({ value, label: _(stateLabels[value]), count: counts?.[value] })),
  },
  {
    id: 'category',
    title: _(msg`Category`),
    shape: 'select',
    options: categories.map((value) => ({ value, label: value })),
  },
];

/** Every course, drafts included. */
export function Component() {
  const { t } = useLingui();
  const language = useLanguage();
  const { timeZone } = useSite();
  const now = useNow();
  const control = useTable();
  const filter = filterOf(control);
  const list = useQuery(allCoursesQuery({ ...filter, limit: control.pageSize, offset: control.offset }));
  const counts = list.data?.counts;
  const exported = useExport({
    run: () => download('GET /admin/courses/export', 'courses.csv', { query: filter }),
    isFiltered: filter.search !== '' || filter.state !== undefined || filter.category !== '',
  });
  const deletion = useCourseDeletion(focusHeading, { shown: list.data?.courses, control });
  return (
    <AdminPage
      heading={t`Courses`}
      lead={
        counts ? t`${counts.published} published, ${plural(counts.draft, { one: '# draft', other: '# drafts' })}` : ''
      }
      action={
        <LinkButton to={pathTo('createCourse')}>
          <Plus size={18} aria-hidden="true" />
          <Trans>Create new course</Trans>
        </LinkButton>
      }
      more={[{ label: t`Recently deleted`, icon: Trash2, to: pathTo('recentlyDeleted') }, exported]}
    >
      <div className="mt-6">
        {deletion.notice}
        <Samples samples={list.data?.samples ?? []} />
        <Table
          label={t`Courses`}
          control={control}
          query={list}
          pageOf={({ courses, total }) => ({ rows: courses, total })}
          columns={courseColumns({ timeZone, now: new Date(now), onDelete: deletion.ask }, language)}
          keyOf={({ _id }) => _id}
          openAt={({ _id, approvalRequestedAt }) =>
            pathTo('editCourse', { course: _id, tab: approvalRequestedAt === null ? undefined : 'publish' })
          }
          failure={messages.courses.error}
          searchLabel={t`Search title, instructor, category`}
          filters={filtersOf(counts, list.data?.categories ?? [], language)}
          empty={<NoCourses />}
        />
      </div>
      {deletion.dialog}
    </AdminPage>
  );
}

const NoCourses = () => (
  <EmptyState
    action={
      <LinkButton to={pathTo('createCourse')}>
        <Trans>Create the first course</Trans>
      </LinkButton>
    }
  >
    <Trans>There are no courses yet.</Trans>
  </EmptyState>
);

interface ColumnNeeds {
  timeZone: string;
  now: Date;
  onDelete: (course: ListedCourse) => void;
}

const placeColumns = ({ _ }: Language): readonly Column<ListedCourse>[] => [
  {
    id: 'category',
    title: _(msg`Category`),
    sort: 'ascending',
    inList: 'detail',
    cell: ({ category }) => <bdi className="wrap-break-word">{category}</bdi>,
  },
  {
    id: 'instructor',
    title: _(msg`Instructor`),
    sort: 'ascending',
    from: 1024,
    inList: 'detail',
    cell: ({ createdBy }) => <bdi>{createdBy}</bdi>,
  },
];

const audienceColumns = ({ _ }: Language): readonly Column<ListedCourse>[] => [
  { id: 'viewers', title: _(msg`Viewers`), kind: 'number', from: 1280, cell: ({ viewers }) => formatCount(viewers) },
  {
    id: 'completed',
    title: _(msg`Completed`),
    kind: 'number',
    from: 1280,
    cell: ({ completedPercent }) => (completedPercent === null ? '–' : `${completedPercent}%`),
  },
  {
    id: 'rating',
    title: _(msg`Rating`),
    kind: 'number',
    from: 1280,
    cell: ({ rating }) => (rating === null ? '–' : `${rating.average.toFixed(1)} (${rating.reviews})`),
  },
];

const CourseName = ({ course: { title, thumbnail } }: { course: ListedCourse }) => (
  <span className="flex min-w-0 items-center gap-3">
    <span className="w-16 shrink-0 overflow-hidden rounded-selector max-md:hidden">
      <Cover title={title} src={thumbnail.secure_url} sizes="4rem" />
    </span>
    <span className="line-clamp-2 min-w-0 wrap-anywhere">{title}</span>
  </span>
);

const State = ({ course }: { course: ListedCourse }) => (
  <span className="inline-flex flex-wrap gap-1.5">
    <CourseStateBadge course={course} />
    {course.isSample && (
      <Badge>
        <Trans>Sample</Trans>
      </Badge>
    )}
  </span>
);

const courseColumns = (
  { timeZone, now, onDelete }: ColumnNeeds,
  language: Language,
): readonly Column<ListedCourse>[] => [
  {
    id: 'title',
    title: language._(msg`Course`),
    kind: 'name',
    sort: 'ascending',
    cell: (course) => <CourseName course={course} />,
  },
  ...placeColumns(language),
  {
    id: 'lectures',
    title: language._(msg`Lectures`),
    kind: 'number',
    cell: ({ numberOfLectures }) => formatCount(numberOfLectures),
  },
  {
    id: 'state',
    title: language._(msg`State`),
    inList: 'status',
    cell: (course) => <State course={course} />,
  },
  ...audienceColumns(language),
  {
    id: 'changed',
    title: language._(msg`Changed`),
    sort: 'descending',
    from: 1024,
    cell: ({ changedAt }) => (
      <span className="num whitespace-nowrap text-muted">
        {formatShortMoment(changedAt, timeZone, now, language.locale)}
      </span>
    ),
  },
  {
    id: 'actions',
    title: language._(msg`Actions`),
    kind: 'actions',
    cell: (course) => <CourseActions course={course} onDelete={onDelete} />,
  },
];

function CourseActions({ course, onDelete }: { course: ListedCourse; onDelete: (course: ListedCourse) => void }) {
  const { t } = useLingui();
  const { _id: courseId, title, isDraft } = course;
  const showSaved = useShowSavedCourse(courseId);
  const unpublish = useAction({
    run: () => call('PUT /courses/:courseId/draft', { params: { courseId }, body: { isDraft: true } }),
    messages: { loading: messages.authoring.courseSaving, error: messages.authoring.courseFailed },
    onSuccess: () => showSaved(),
  });
  return (
    <>
      <Link
        to={pathTo('classroom', { course: courseId, ...(isDraft ? { drafts: 'true' } : {}) })}
        className="btn btn-ghost btn-square max-md:hidden"
        aria-label={t`View ${title}`}
      >
        <Eye size={18} aria-hidden="true" />
      </Link>
      <RowMenu
        label={t`Actions for ${title}`}
        items={[
          { label: t`Edit`, icon: Pencil, to: pathTo('editCourse', { course: courseId }) },
          { label: t`Add lecture`, icon: Plus, to: pathTo('addLecture', { course: courseId }) },
          isDraft
            ? { label: t`Publish`, icon: Send, to: pathTo('editCourse', { course: courseId, tab: 'publish' }) }
            : { label: t`Unpublish`, icon: EyeOff, onSelect: () => void unpublish.start(undefined) },
          { label: t`Delete`, icon: Trash2, isDestructive: true, onSelect: () => onDelete(course) },
        ]}
      />
    </>
  );
}
