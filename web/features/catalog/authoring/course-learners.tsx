import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { type LearnerState, REMINDED_DAYS, STUCK_AFTER_DAYS } from '#contract/teaching/course-learners.ts';
import { learnerNames } from '#contract/teaching/learner-names.ts';
import { countOf, formatCount, formatShortDay, keysOf } from '#contract/format.ts';
import { courseLearnersQuery } from '#web/api/teaching-queries.ts';
import { download, type ResponseOf } from '#web/api/call.ts';
import { pathTo } from '#web/app/path-to.ts';
import { PersonName } from '#web/app/session/person-name.tsx';
import { useIsTeaching } from '#web/app/session/course-pages.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { type BadgeLabel, StateBadge } from '#web/ui/panel.tsx';
import { ExportButton, Table } from '#web/ui/table/table.tsx';
import { type Column, type TableFilter, useTable } from '#web/ui/table/use-table.ts';
import { LearnerSteps } from './learner-steps.tsx';

type Page = ResponseOf<'GET /courses/:courseId/learners'>;
type Learner = Page['learners'][number];

const labels: Record<LearnerState, BadgeLabel> = {
  not_begun: { label: learnerNames.not_begun, tone: 'plain' },
  under_way: { label: learnerNames.under_way, tone: 'plain' },
  stuck: { label: learnerNames.stuck, tone: 'waiting' },
  done: { label: learnerNames.done, tone: 'good' },
};
const states = keysOf(labels);

/** The recipients: learners in the chosen state, or those who have not begun. */
const reminders: Record<LearnerState, (people: string) => string> = {
  not_begun: (people) => `Remind ${people} who ${people === '1' ? 'has' : 'have'} not begun`,
  under_way: (people) => `Write to ${people} under way`,
  stuck: (people) => `Write to ${people} who ${people === '1' ? 'is' : 'are'} stuck`,
  done: (people) => `Write to ${people} who ${people === '1' ? 'is' : 'are'} done`,
};

const sorts = ['name', '-name', 'progress', '-progress', 'seen', '-seen'] as const;

/** Everyone who has the course, with their progress. */
export function CourseLearners({ courseId }: { courseId: string }) {
  const site = useSite();
  const control = useTable();
  const state = control.choice('state', states);
  const isAlone = control.text('alone') === 'true';
  const sort = sorts.find((known) => known === control.sort);
  const reminded = control.choice('reminded', ['true']);
  const filter = {
    ...(state && { state }),
    ...(isAlone && { alone: 'true' as const }),
    ...(reminded && { reminded }),
    ...(sort && { sort }),
    search: control.search,
  };
  const query = {
    ...filter,
    limit: control.pageSize,
    offset: control.offset,
  };
  const list = useQuery(courseLearnersQuery(courseId, query));
  const counts = list.data?.counts;
  return (
    <>
      {list.data && <Summary page={list.data} {...{ courseId, state, isAlone, control }} />}
      <Table
        label="Learners"
        control={control}
        query={list}
        pageOf={({ learners, total }) => ({ rows: learners, total })}
        columns={columnsOf(courseId, site.timeZone)}
        keyOf={({ _id }) => _id}
        failure="The learners could not be loaded"
        searchLabel="Search by name"
        filters={filtersOf(counts)}
        tools={
          <ExportButton
            run={() =>
              download('GET /courses/:courseId/learners/export', 'learners.csv', {
                params: { courseId },
                query: filter,
              })
            }
            isFiltered={state !== undefined || isAlone || reminded !== undefined || control.search !== ''}
          />
        }
        empty={<EmptyState>Nobody has this course yet.</EmptyState>}
      />
    </>
  );
}

const filtersOf = (counts: Page['counts'] | undefined): TableFilter[] => [
  {
    id: 'state',
    title: 'State',
    shape: 'chips',
    total: counts && sumOf(counts),
    options: states.map((value) => ({ value, label: labels[value].label, count: counts?.[value] })),
  },
  {
    id: 'reminded',
    title: 'Reminders',
    shape: 'select',
    none: 'Reminded or not',
    options: [{ value: 'true', label: `Reminded in the last ${REMINDED_DAYS} days` }],
  },
];

const sumOf = (counts: Page['counts']): number => states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);

interface SummaryProps {
  page: Page;
  courseId: string;
  state: LearnerState | undefined;
  isAlone: boolean;
  control: Pick<ReturnType<typeof useTable>, 'change'>;
}

function Summary({ page: { counts, reminded, have }, courseId, state, isAlone, control }: SummaryProps) {
  const isTeaching = useIsTeaching();
  const shown = state ?? 'not_begun';
  const lately = reminded[shown] ?? 0;
  const people = (counts[shown] ?? 0) - lately;
  const others = have.all - have.alone;
  const audience = { course: courseId, learners: shown, ...(lately > 0 && { reminded: 'false' }) };
  return (
    <div className="surface mb-4 flex flex-wrap items-center justify-between gap-4 p-5 sm:p-6">
      <div className="min-w-0">
        <h2 className="text-title">
          {isAlone
            ? `${countOf(have.alone, 'person', 'people')} bought this course or were given it`
            : `${countOf(have.all, 'person', 'people')} can open this course`}
        </h2>
        {others > 0 && (
          <p className="mt-1 text-sm text-muted">
            {formatCount(others)} of them through a plan that opens all courses.{' '}
            <button type="button" className="link" onClick={() => control.change({ alone: isAlone ? '' : 'true' })}>
              {isAlone ? `Show all ${formatCount(have.all)}` : 'Show only the others'}
            </button>
          </p>
        )}
        {lately > 0 && !isAlone && (
          <p className="meta mt-1">
            {countOf(lately, 'person', 'people')} of “{learnerNames[shown]}” {lately === 1 ? 'was' : 'were'} reminded in
            the last {REMINDED_DAYS} days, and {lately === 1 ? 'is' : 'are'} left out.
          </p>
        )}
        <p className="meta mt-1">Stuck: begun, not done, and not seen in this course for {STUCK_AFTER_DAYS} days.</p>
      </div>
      {people > 0 && !isAlone && (
        <LinkButton
          to={
            isTeaching
              ? pathTo('teachAnnouncement', { announcementId: 'new', ...audience })
              : pathTo('adminAnnouncement', { announcementId: 'new', ...audience })
          }
        >
          <Mail size={18} aria-hidden="true" />
          {reminders[shown](formatCount(people))}
        </LinkButton>
      )}
    </div>
  );
}

const columnsOf = (courseId: string, timeZone: string): readonly Column<Learner>[] => [
  {
    id: 'name',
    title: 'Name',
    kind: 'name',
    sort: 'ascending',
    cell: ({ _id, fullName, avatar }) => (
      <span className="flex min-w-0 items-center gap-3">
        <Avatar fullName={fullName} src={avatar.secure_url} className="size-8" />
        <span className="min-w-0 wrap-anywhere">
          <PersonName userId={_id}>{fullName}</PersonName>
        </span>
      </span>
    ),
    note: ({ _id, fullName }) => <LearnerSteps courseId={courseId} userId={_id} name={fullName} />,
  },
  { id: 'state', title: 'State', inList: 'status', cell: ({ state }) => <StateBadge {...labels[state]} /> },
  {
    id: 'progress',
    title: 'Progress',
    sort: 'descending',
    inList: 'detail',
    cell: ({ doneLectures, lectures }) => (
      <span className="flex items-center gap-2.5">
        <progress
          className="progress h-1.5 w-16 text-primary"
          value={doneLectures}
          max={Math.max(1, lectures)}
          aria-hidden="true"
        />
        <span className="num whitespace-nowrap">
          {doneLectures} of {lectures}
        </span>
      </span>
    ),
  },
  {
    id: 'where',
    title: 'Where',
    from: 1024,
    cell: ({ state, lastLecture }) => (
      <span className="wrap-anywhere text-muted">{lastLecture ?? (state === 'not_begun' ? 'Has not begun' : '–')}</span>
    ),
  },
  {
    id: 'quizzes',
    title: 'Quizzes',
    from: 1024,
    cell: ({ passedQuizzes, quizzes }) => (quizzes === 0 ? '–' : `${passedQuizzes} of ${quizzes} passed`),
  },
  {
    id: 'seen',
    title: 'Last seen',
    sort: 'descending',
    inList: 'detail',
    cell: ({ lastSeenAt }) => (
      <span className="num whitespace-nowrap">
        {lastSeenAt === null ? 'Never in this course' : formatShortDay(lastSeenAt, timeZone)}
      </span>
    ),
  },
];
