import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { STUCK_AFTER_DAYS } from '#contract/teaching/course-learners.ts';
import type { TaughtCourse } from '#contract/teaching/teaching.ts';
import { learnersQuery } from '#web/api/teaching-queries.ts';
import { teachQuery } from '#web/api/teach-query.ts';
import { pathTo } from '#web/app/path-to.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { AdminPage } from '#web/ui/page/admin-page.tsx';
import { EmptyState, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { Table } from '#web/ui/table/table.tsx';
import { type Column, type TableControl, type TableFilter, useTable } from '#web/ui/table/use-table.ts';
import { useNow } from '#web/ui/use-now.ts';
import { type Learner, LearnerName, LearnerProgress, whereabouts } from './learner-list.tsx';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

/** The learners of one course at a time. */
export function Component() {
  const { t } = useLingui();
  const query = useQuery(teachQuery());
  const control = useTable();
  return (
    <AdminPage heading={t`Learners`} lead={t`Stuck: not finished, and not watched for ${STUCK_AFTER_DAYS} days.`}>
      <div className="mt-6">
        <QueryBoundary query={query} failure={t`Your courses could not be loaded`}>
          {({ courses }) => <OfCourse courses={courses} control={control} />}
        </QueryBoundary>
      </div>
    </AdminPage>
  );
}

function OfCourse({ courses, control }: { courses: readonly TaughtCourse[]; control: TableControl }) {
  const { t } = useLingui();
  const wanted = control.text('course');
  const course = wanted === '' ? courses[0] : courses.find(({ _id }) => _id === wanted);
  if (!course)
    return (
      <EmptyState
        action={
          <LinkButton to={pathTo('teach')}>
            <Trans>Your courses</Trans>
          </LinkButton>
        }
      >
        {wanted === '' ? t`You don’t teach a course yet.` : t`This course isn’t one of yours.`}
      </EmptyState>
    );
  return (
    <>
      <nav aria-label={t`Courses`} className="mb-4 flex flex-wrap gap-2">
        {courses.map(({ _id, title }) => (
          <Link
            key={_id}
            to={pathTo('teachLearners', { course: _id })}
            className="chip max-w-full"
            aria-current={_id === course._id ? 'page' : undefined}
          >
            <span className="truncate">{title}</span>
          </Link>
        ))}
      </nav>
      <LearnerTable courseId={course._id} control={control} />
    </>
  );
}

const filtersOf = (counts: { all: number; stuck: number } | undefined, { _ }: Language): TableFilter[] => [
  {
    id: 'stuck',
    title: _(msg`Progress`),
    shape: 'chips',
    total: counts?.all,
    options: [{ value: 'true', label: _(msg`Stuck`), count: counts?.stuck }],
  },
];

function LearnerTable({ courseId, control }: { courseId: string; control: TableControl }) {
  const { t } = useLingui();
  const language = useLanguage();
  const nowMs = useNow();
  const stuck = control.choice('stuck', ['true']);
  const list = useQuery(learnersQuery(courseId, { stuck, limit: control.pageSize, offset: control.offset }));
  return (
    <Table
      label={t`Learners`}
      control={control}
      query={list}
      pageOf={({ learners, total }) => ({ rows: learners, total })}
      columns={columnsAt(nowMs, language)}
      keyOf={({ _id }) => _id}
      failure={t`The learners could not be loaded`}
      filters={filtersOf(list.data?.counts, language)}
      empty={
        <EmptyState>
          <Trans>Nobody has watched this course yet.</Trans>
        </EmptyState>
      }
    />
  );
}

const columnsAt = (nowMs: number, language: Language): readonly Column<Learner>[] => [
  { id: 'name', title: language._(msg`Name`), kind: 'name', cell: (learner) => <LearnerName {...learner} /> },
  {
    id: 'where',
    title: language._(msg`Last watched`),
    inList: 'detail',
    cell: (learner) => <span className="wrap-anywhere text-muted">{whereabouts(learner, nowMs, language)}</span>,
  },
  {
    id: 'progress',
    title: language._(msg`Progress`),
    inList: 'status',
    cell: (learner) => <LearnerProgress {...learner} />,
  },
];
