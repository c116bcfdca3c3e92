import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { STUCK_AFTER_DAYS } from '#contract/teaching/course-learners.ts';
import type { TaughtCourse } from '#contract/teaching/teaching.ts';
import { teachQuery } from '#web/api/teach-query.ts';
import { pathTo } from '#web/app/path-to.ts';
import { CourseLearners } from '#web/features/catalog/authoring/course-learners.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { AdminPage } from '#web/ui/page/admin-page.tsx';
import { EmptyState, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { type TableControl, useTable } from '#web/ui/table/use-table.ts';

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
      <CourseLearners key={course._id} courseId={course._id} />
    </>
  );
}
