import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { EyeOff, Plus } from 'lucide-react';
import { Link } from 'react-router';
import { STUCK_AFTER_DAYS } from '#contract/teaching/course-learners.ts';
import type { TaughtCourse } from '#contract/teaching/teaching.ts';
import { courseRoles } from '#contract/teaching/teaching-messages.ts';
import type { ResponseOf } from '#web/api/call.ts';
import { teachQuery } from '#web/api/teach-query.ts';
import { pathTo } from '#web/app/path-to.ts';
import { CourseStateBadge } from '#web/features/catalog/authoring/course-state.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { Cover } from '#web/ui/covers/cover.tsx';
import { AdminPage } from '#web/ui/page/admin-page.tsx';
import { EmptyState, LoadingNote, PanelSkeleton, QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { formatCount, formatLength } from '#contract/format.ts';
import { LearnersPanel } from './learners-panel.tsx';
import { WaitingPanel } from './waiting-panel.tsx';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';

type Overview = ResponseOf<'GET /teach'>;

/** A teacher’s own courses, their learners, and what waits. */
export function Component() {
  const { t } = useLingui();
  const query = useQuery(teachQuery());
  const { data } = query;
  return (
    <AdminPage
      heading={t`Your courses`}
      lead={
        data
          ? t`${plural(data.courses.length, { one: '# course', other: '# courses' })}, ${plural(data.figures.learners, { one: '# learner', other: '# learners' })}`
          : ''
      }
      action={
        data?.mayCreate && (
          <LinkButton to={pathTo('teachNewCourse')}>
            <Plus size={18} aria-hidden="true" />
            <Trans>Create new course</Trans>
          </LinkButton>
        )
      }
    >
      <div className="mt-6">
        <QueryBoundary query={query} skeleton={<Loading />} failure={t`Your courses could not be loaded`}>
          {(overview) => (overview.courses.length === 0 ? <NoCourses {...overview} /> : <Home {...overview} />)}
        </QueryBoundary>
      </div>
    </AdminPage>
  );
}

const Loading = () => (
  <>
    <LoadingNote />
    <PanelSkeleton />
  </>
);

const NoCourses = ({ mayCreate }: Overview) => (
  <EmptyState
    action={
      mayCreate ? (
        <LinkButton to={pathTo('teachNewCourse')}>
          <Trans>Create a course</Trans>
        </LinkButton>
      ) : (
        <LinkButton to={pathTo('courses')}>
          <Trans>See all courses</Trans>
        </LinkButton>
      )
    }
  >
    <Trans>You don’t teach a course yet.</Trans>
  </EmptyState>
);

const Home = (overview: Overview) => {
  const { t } = useLingui();
  return (
    <div className="grid gap-4">
      <WaitingPanel overview={overview} />
      <Figures {...overview.figures} />
      <Panel title={t`My courses`}>
        <ul className="divide-y divide-line">
          {overview.courses.map((course) => (
            <CourseRow key={course._id} course={course} />
          ))}
        </ul>
      </Panel>
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <LearnersPanel courses={overview.courses} />
        <Privacy />
      </div>
    </div>
  );
};

const Figures = ({ learners, activeLearners, watchedMs, finished }: Overview['figures']) => {
  const { t } = useLingui();
  const locale = useLocale();
  return (
    <dl className="grid grid-cols-2 gap-3 lg:grid-cols-4 lg:gap-4">
      {[
        [t`Learners`, formatCount(learners), t`in all your courses`],
        [t`Watched this week`, formatCount(activeLearners), activeLearners === 1 ? t`learner` : t`learners`],
        [t`Time watched`, watchedMs === 0 ? t`0 min` : formatLength(watchedMs, locale), t`by all learners`],
        [t`Finished`, formatCount(finished), t`every lecture of a course`],
      ].map(([label, figure, note]) => (
        <div key={label} className="surface min-w-0 p-4 sm:p-5">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="mt-2">
            <span className="font-display block text-[clamp(1.5rem,1rem+2vw,2.125rem)] leading-tight">{figure}</span>
            <span className="meta mt-1 block">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
};

function CourseRow({ course }: { course: TaughtCourse }) {
  const { _ } = useLanguage();
  const { _id: id, title, thumbnail, role, viewers, completedPercent, isDraft } = course;
  const to =
    role === 'teacher'
      ? pathTo('teachCourse', { course: id })
      : pathTo('classroom', { course: id, ...(isDraft ? { drafts: 'true' } : {}) });
  return (
    <li className="flex flex-wrap items-center gap-x-6 gap-y-2 py-3">
      <Link to={to} className="flex min-w-0 flex-1 basis-64 items-center gap-3 font-semibold hover:underline">
        <span className="w-16 shrink-0 overflow-hidden rounded-selector">
          <Cover title={title} src={thumbnail.secure_url} sizes="4rem" />
        </span>
        <span className="min-w-0 wrap-anywhere">{title}</span>
      </Link>
      <Link
        to={pathTo('teachLearners', { course: id })}
        className="num inline-flex min-h-9 items-center text-sm hover:underline"
      >
        <Plural value={viewers} one="# learner" other="# learners" />
      </Link>
      <span className="num flex w-32 items-center gap-2.5 text-sm">
        <progress
          className="progress h-1.5 w-16 text-primary"
          value={completedPercent ?? 0}
          max={100}
          aria-hidden="true"
        />
        <span className="sr-only">
          <Trans>Completed</Trans>
        </span>
        {completedPercent ?? 0}%
      </span>
      <span className="flex flex-wrap items-center gap-2 lg:w-56">
        <CourseStateBadge course={course} />
        {role !== 'teacher' && <span className="meta">{_(courseRoles[role].name)}</span>}
      </span>
    </li>
  );
}

const Privacy = () => {
  const { t } = useLingui();
  const { staffConfirms } = useSite();
  const seen = staffConfirms
    ? t`Names, progress and offline payments of the learners of your courses. Not their emails, other payments or other courses.`
    : t`Names and progress of the learners of your courses. Not their emails, payments or other courses.`;
  return (
    <section aria-labelledby="what-you-see" className="rounded-box bg-base-300 flex gap-3 p-5">
      <EyeOff size={20} className="mt-0.5 shrink-0" aria-hidden="true" />
      <div>
        <h2 id="what-you-see" className="font-semibold">
          <Trans>What you see, and what you don’t</Trans>
        </h2>
        <p className="mt-1 text-sm text-muted">
          <Trans>
            {seen} Learners are stuck when they stopped more than {STUCK_AFTER_DAYS} days ago.
          </Trans>
        </p>
      </div>
    </section>
  );
};
