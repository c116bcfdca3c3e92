import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { type LearnerState, REMINDED_DAYS, STUCK_AFTER_DAYS } from '#contract/teaching/course-learners.ts';
import { learnerNames } from '#contract/teaching/learner-names.ts';
import { formatCount, formatShortDay, keysOf } from '#contract/format.ts';
import { courseLearnersQuery } from '#web/api/teaching-queries.ts';
import { managedBatchesQuery } from '#web/features/batches/batch-queries.ts';
import { download, type ResponseOf } from '#web/api/call.ts';
import { pathTo } from '#web/app/path-to.ts';
import { PersonName } from '#web/app/session/person-name.tsx';
import { useIsTeaching } from '#web/app/session/course-pages.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { type BadgeLabel, StateBadge } from '#web/ui/panel.tsx';
import { Table } from '#web/ui/table/table.tsx';
import { ExportButton } from '#web/ui/table/export.tsx';
import { type Column, type TableControl, type TableFilter, useTable } from '#web/ui/table/use-table.ts';
import { LearnerSteps } from './learner-steps.tsx';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage, useSay } from '#web/ui/language/language.tsx';

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
const reminders: Record<LearnerState, (people: number) => MessageDescriptor> = {
  not_begun: (people) =>
    msg({ message: plural(people, { one: 'Remind # who has not begun', other: 'Remind # who have not begun' }) }),
  under_way: (people) => msg({ message: plural(people, { other: 'Write to # under way' }) }),
  stuck: (people) =>
    msg({ message: plural(people, { one: 'Write to # who is stuck', other: 'Write to # who are stuck' }) }),
  done: (people) =>
    msg({ message: plural(people, { one: 'Write to # who is done', other: 'Write to # who are done' }) }),
};

const sorts = ['name', '-name', 'progress', '-progress', 'seen', '-seen'] as const;

/** What the address asks for. */
const useLearnerFilter = (courseId: string, control: TableControl) => {
  const state = control.choice('state', states);
  const isAlone = control.text('alone') === 'true';
  const sort = sorts.find((known) => known === control.sort);
  const reminded = control.choice('reminded', ['true']);
  const { data: { batches = [] } = {} } = useQuery(managedBatchesQuery(courseId));
  const batchId = control.choice('batch', keysIn(batches));
  const filter = {
    ...(state && { state }),
    ...(isAlone && { alone: 'true' as const }),
    ...(reminded && { reminded }),
    ...(batchId && { batchId }),
    ...(sort && { sort }),
    search: control.search,
  };
  return {
    filter,
    state,
    isAlone,
    batchId,
    batches,
    isFiltered: [state, reminded, batchId].some(Boolean) || isAlone || control.search !== '',
  };
};

/** Everyone who has the course, with their progress. */
export function CourseLearners({ courseId }: { courseId: string }) {
  const { t } = useLingui();
  const language = useLanguage();
  const site = useSite();
  const control = useTable();
  const { filter, state, isAlone, batchId, batches, isFiltered } = useLearnerFilter(courseId, control);
  const query = { ...filter, limit: control.pageSize, offset: control.offset };
  const list = useQuery(courseLearnersQuery(courseId, query));
  const counts = list.data?.counts;
  return (
    <>
      {list.data && <Summary page={list.data} {...{ courseId, state, isAlone, batchId, control }} />}
      <Table
        label={t`Learners`}
        control={control}
        query={list}
        pageOf={({ learners, total }) => ({ rows: learners, total })}
        columns={columnsOf(courseId, site.timeZone, language)}
        keyOf={({ _id }) => _id}
        failure={t`The learners could not be loaded`}
        searchLabel={t`Search by name`}
        filters={[...filtersOf(counts, language), ...batchFilter(batches, language)]}
        tools={
          <ExportButton
            run={() =>
              download('GET /courses/:courseId/learners/export', 'learners.csv', {
                params: { courseId },
                query: filter,
              })
            }
            isFiltered={isFiltered}
          />
        }
        empty={
          <EmptyState>
            <Trans>Nobody has this course yet.</Trans>
          </EmptyState>
        }
      />
    </>
  );
}

const filtersOf = (counts: Page['counts'] | undefined, { _ }: Language): TableFilter[] => [
  {
    id: 'state',
    title: _(msg`State`),
    shape: 'chips',
    total: counts && sumOf(counts),
    options: states.map((value) => ({ value, label: _(labels[value].label), count: counts?.[value] })),
  },
  {
    id: 'reminded',
    title: _(msg`Reminders`),
    shape: 'select',
    none: _(msg`Reminded or not`),
    options: [{ value: 'true', label: _(msg`Reminded in the last ${REMINDED_DAYS} days`) }],
  },
];

const keysIn = (batches: readonly { _id: string }[]): string[] => batches.map(({ _id }) => _id);

/** None for a course without batches. */
const batchFilter = (batches: readonly { _id: string; name: string }[], { _ }: Language): TableFilter[] =>
  batches.length === 0
    ? []
    : [
        {
          id: 'batch',
          title: _(msg`Batch`),
          shape: 'select',
          none: _(msg`All batches`),
          options: batches.map(({ _id: value, name: label }) => ({ value, label })),
        },
      ];

const sumOf = (counts: Page['counts']): number => states.reduce((sum, state) => sum + (counts[state] ?? 0), 0);

interface SummaryProps {
  page: Page;
  courseId: string;
  state: LearnerState | undefined;
  isAlone: boolean;
  batchId: string | undefined;
  control: Pick<ReturnType<typeof useTable>, 'change'>;
}

function Reminded({ count, state }: { count: number; state: LearnerState }) {
  const say = useSay();
  return (
    <p className="meta mt-1">
      <Plural
        value={count}
        one={`# person of “${say(learnerNames[state])}” was reminded in the last ${REMINDED_DAYS} days, and is left out.`}
        other={`# people of “${say(learnerNames[state])}” were reminded in the last ${REMINDED_DAYS} days, and are left out.`}
      />
    </p>
  );
}

function Summary({ page: { counts, reminded, have }, courseId, state, isAlone, batchId, control }: SummaryProps) {
  const { t } = useLingui();
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
          {batchId !== undefined
            ? t`${plural(isAlone ? have.alone : have.all, { one: '# person', other: '# people' })} of this batch can open the course`
            : isAlone
              ? t`${plural(have.alone, { one: '# person', other: '# people' })} bought this course or were given it`
              : t`${plural(have.all, { one: '# person', other: '# people' })} can open this course`}
        </h2>
        {others > 0 && (
          <p className="mt-1 text-sm text-muted">
            <Trans>{formatCount(others)} of them through a plan that opens all courses.</Trans>{' '}
            <button type="button" className="link" onClick={() => control.change({ alone: isAlone ? '' : 'true' })}>
              {isAlone ? t`Show all ${formatCount(have.all)}` : t`Show only the others`}
            </button>
          </p>
        )}
        {lately > 0 && !isAlone && <Reminded count={lately} state={shown} />}
        <p className="meta mt-1">
          <Trans>Stuck: begun, not done, and not seen in this course for {STUCK_AFTER_DAYS} days.</Trans>
        </p>
      </div>
      {people > 0 && !isAlone && batchId === undefined && (
        <LinkButton
          to={
            isTeaching
              ? pathTo('teachAnnouncement', { announcementId: 'new', ...audience })
              : pathTo('adminAnnouncement', { announcementId: 'new', ...audience })
          }
        >
          <Mail size={18} aria-hidden="true" />
          {t(reminders[shown](people))}
        </LinkButton>
      )}
    </div>
  );
}

const columnsOf = (courseId: string, timeZone: string, { _, locale }: Language): readonly Column<Learner>[] => [
  {
    id: 'name',
    title: _(msg`Name`),
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
  {
    id: 'state',
    title: _(msg`State`),
    inList: 'status',
    cell: ({ state }) => <StateBadge {...labels[state]} label={_(labels[state].label)} />,
  },
  {
    id: 'progress',
    title: _(msg`Progress`),
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
          <Trans>
            {doneLectures} of {lectures}
          </Trans>
        </span>
      </span>
    ),
  },
  {
    id: 'where',
    title: _(msg`Where`),
    from: 1024,
    cell: ({ state, lastLecture }) => (
      <span className="wrap-anywhere text-muted">
        {lastLecture ?? (state === 'not_begun' ? _(msg`Has not begun`) : '–')}
      </span>
    ),
  },
  {
    id: 'quizzes',
    title: _(msg`Quizzes`),
    from: 1024,
    cell: ({ passedQuizzes, quizzes }) => (quizzes === 0 ? '–' : _(msg`${passedQuizzes} of ${quizzes} passed`)),
  },
  {
    id: 'seen',
    title: _(msg`Last seen`),
    sort: 'descending',
    inList: 'detail',
    cell: ({ lastSeenAt }) => (
      <span className="num whitespace-nowrap">
        {lastSeenAt === null ? _(msg`Never in this course`) : formatShortDay(lastSeenAt, timeZone, locale)}
      </span>
    ),
  },
];
