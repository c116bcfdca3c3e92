import { msg, plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Area, AreaChart, CartesianGrid, XAxis, YAxis } from 'recharts';
import { HOUR_MS } from '#contract/durations.ts';
import { messages } from '#contract/messages.ts';
import { Cover } from '#web/ui/covers/cover.tsx';
import { formatCount, formatMoment } from '#contract/format.ts';
import { QueryBoundary, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { Rows } from '#web/ui/table/table-rows.tsx';
import type { Column } from '#web/ui/table/use-table.ts';
import {
  courseWatchingQuery,
  type LectureAudience,
  lectureWatchingQuery,
  useReportChoices,
  type WatchedCourse,
  watchingQuery,
} from './report-queries.ts';
import {
  chartLook,
  ChartTable,
  mainCurve,
  type PointFacts,
  PointTooltip,
  ReportPanel,
  standingAxis,
  valueAxis,
} from './chart.tsx';
import { rateOf } from './figures.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';

const hoursOf = ({ watchedMs }: WatchedCourse): string => formatCount(Math.round((watchedMs / HOUR_MS) * 10) / 10);

/** The most watched courses; one of them can be opened to see where viewers leave its lectures. */
export function WatchingPanel() {
  const language = useLanguage();
  const { t } = useLingui();
  const report = useQuery(watchingQuery());
  const { courseId } = useReportChoices();
  return (
    <ReportPanel title={t`Most watched courses`} className="mt-4" query={report}>
      {({ courses }) =>
        courses.length === 0 ? (
          <p className="text-sm text-muted">
            <Trans>Nobody has watched a lecture yet. New figures appear within a quarter of an hour.</Trans>
          </p>
        ) : (
          <>
            <Rows
              label={t`Most watched courses`}
              rows={courses}
              columns={courseColumns(language)}
              keyOf={({ _id }) => _id}
            />
            <CourseAudience
              courseId={courses.find(({ _id }) => _id === courseId)?._id ?? courses[0]?._id ?? ''}
              courses={courses}
            />
          </>
        )
      }
    </ReportPanel>
  );
}

const courseColumns = ({ _ }: Language): readonly Column<WatchedCourse>[] => [
  {
    id: 'course',
    title: _(msg`Course`),
    kind: 'name',
    cell: ({ title, thumbnail }) => (
      <>
        <span className="me-3 inline-block w-16 overflow-hidden rounded-xs align-middle">
          <Cover title={title} src={thumbnail} sizes="4rem" />
        </span>
        {title}
      </>
    ),
  },
  {
    id: 'viewers',
    title: _(msg`Viewers`),
    kind: 'number',
    inList: 'detail',
    cell: ({ viewers }) => formatCount(viewers),
    inWords: ({ viewers }) => _(msg({ message: plural(viewers, { one: '# viewer', other: '# viewers' }) })),
  },
  {
    id: 'hours',
    title: _(msg`Hours`),
    kind: 'number',
    inList: 'detail',
    cell: hoursOf,
    inWords: (course) => _(msg`${{ hours: hoursOf(course) }} hours`),
  },
  {
    id: 'completed',
    title: _(msg`Completed`),
    inList: 'detail',
    cell: ({ title, completedPercent }) => (
      <span className="flex items-center gap-3">
        <progress
          className="report-bar h-1.5 w-24"
          value={completedPercent}
          max={100}
          aria-label={_(msg`Completed of ${title}`)}
        />
        <span className="num">{completedPercent}%</span>
      </span>
    ),
    inWords: ({ completedPercent }) => _(msg`${completedPercent}% completed`),
  },
  {
    id: 'stops',
    title: _(msg`Where most people stop`),
    inList: 'detail',
    cell: (course) => <StopsAt {...course} />,
    inWords: (course) => (
      <>
        {course.stopsAt ? (
          <Trans>
            Most stop after <StopsAt {...course} />
          </Trans>
        ) : (
          <StopsAt {...course} />
        )}
      </>
    ),
  },
];

const StopsAt = ({ stopsAt, viewers }: Pick<WatchedCourse, 'stopsAt' | 'viewers'>) =>
  stopsAt ? (
    <>
      <Trans>
        Lecture {stopsAt.number}, {stopsAt.title} <span className="text-muted">{stopsAt.percent}%</span>
      </Trans>
    </>
  ) : (
    <span className="text-muted">
      <Trans>
        <Plural value={viewers} one="# viewer" other="# viewers" />, nobody stopped
      </Trans>
    </span>
  );

interface CourseAudienceProps {
  courseId: string;
  courses: readonly WatchedCourse[];
}

/** How many viewers of a lecture are still watching, minute by minute. */
function CourseAudience({ courseId, courses }: CourseAudienceProps) {
  const { t } = useLingui();
  const locale = useLocale();
  const { lectureId, choose } = useReportChoices();
  const { timeZone } = useSite();
  const course = useQuery(courseWatchingQuery(courseId));
  const lectures = course.data?.lectures ?? [];
  const chosen = lectures.find(({ _id }) => _id === lectureId) ?? lectures.toSorted((a, b) => b.viewers - a.viewers)[0];
  const computedAt = course.data?.computedAt;
  return (
    <section aria-labelledby="audience" className="mt-5 border-t border-line pt-5">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h3 id="audience" className="text-[1.0625rem] leading-6">
          <Trans>Where viewers leave</Trans>
        </h3>
        <div className="flex min-w-0 flex-wrap gap-2">
          <select
            className="select report-select"
            aria-label={t`Course`}
            value={courseId}
            onChange={({ target }) => choose({ course: target.value, lecture: '' })}
          >
            {courses.map(({ _id, title }) => (
              <option key={_id} value={_id}>
                {title}
              </option>
            ))}
          </select>
          {chosen && (
            <select
              className="select report-select"
              aria-label={t`Lecture`}
              value={chosen._id}
              onChange={({ target }) => choose({ course: courseId, lecture: target.value })}
            >
              {lectures.map(({ _id, number, title }) => (
                <option key={_id} value={_id}>
                  {number}. {title}
                </option>
              ))}
            </select>
          )}
        </div>
      </div>
      {chosen && <Lecture lectureId={chosen._id} title={chosen.title} />}
      {computedAt && (
        <p className="meta mt-2 font-normal">
          <Trans>Counted on {formatMoment(computedAt, timeZone, locale)}.</Trans>
        </p>
      )}
    </section>
  );
}

function Lecture({ lectureId, title }: { lectureId: string; title: string }) {
  const audience = useQuery(lectureWatchingQuery(lectureId));
  return (
    <QueryBoundary
      query={audience}
      skeleton={<Skeleton className="mt-3 h-40 w-full" />}
      failure={messages.reports.failed}
      isInPanel
    >
      {(data) => <AudienceChart audience={data} title={title} />}
    </QueryBoundary>
  );
}

/** Minutes are counted from 1, as people do. */
const minuteName = (minute: number, { _ }: Language): string => _(msg`Minute ${minute + 1}`);

function AudienceChart({ audience, title }: { audience: LectureAudience; title: string }) {
  const { t } = useLingui();
  const language = useLanguage();
  const { viewers, stillWatching, leaveMinute } = audience;
  if (viewers === 0)
    return (
      <p className="mt-3 text-sm text-muted">
        <Trans>Nobody has watched this lecture yet.</Trans>
      </p>
    );
  const data = stillWatching.map((count, minute) => ({ minute, percent: (count / viewers) * 100 }));
  const factsOf = (minute: number): PointFacts => ({
    name: minuteName(minute, language),
    values: [
      [t`Still watching`, rateOf(stillWatching[minute] ?? 0, viewers)],
      [t`Viewers`, formatCount(stillWatching[minute] ?? 0)],
    ],
  });
  const label = t`Viewers of ${title} who are still watching`;
  const left = leaveMinute === null ? 0 : (stillWatching[leaveMinute] ?? 0) - (stillWatching[leaveMinute + 1] ?? 0);
  return (
    <>
      <p className="mt-3 text-sm">
        {leaveMinute === null
          ? t`${plural(viewers, { one: '# viewer', other: '# viewers' })}. Nobody left before the end.`
          : t`Most leave in minute ${leaveMinute + 1}: ${formatCount(left)} of ${plural(viewers, { one: '# viewer', other: '# viewers' })}.`}
      </p>
      <div className="mt-2">
        <AreaChart {...chartLook(label, 10, language)} data={data} margin={{ top: 8, right: 12, bottom: 0, left: 0 }}>
          <CartesianGrid vertical={false} stroke="var(--line)" />
          <XAxis {...standingAxis} dataKey="minute" tickFormatter={(minute: number) => t`${minute + 1} min`} />
          <YAxis
            {...valueAxis}
            domain={[0, 100]}
            ticks={[0, 50, 100]}
            tickFormatter={(percent: number) => `${percent}%`}
          />
          <Area {...mainCurve(data.length)} dataKey="percent" type="stepAfter" />
          <PointTooltip factsOf={(minute) => factsOf(Number(minute))} />
        </AreaChart>
      </div>
      <ChartTable caption={label} first={t`Minute`} rows={stillWatching.map((_, minute) => factsOf(minute))} />
    </>
  );
}
