import { useQuery } from '@tanstack/react-query';
import { type WatchedCourse, watchingQuery } from '#web/features/billing/report-queries.ts';
import { Cover } from '#web/ui/covers/cover.tsx';
import { countOf, formatCount } from '#web/ui/text/format.ts';
import { CourseAudience } from './course-audience.tsx';
import { useReportChoices } from './report-choices.ts';
import { ReportPanel } from './report-panel.tsx';

const HOUR_MS = 60 * 60_000;

const hoursOf = ({ watchedMs }: WatchedCourse): string => formatCount(Math.round((watchedMs / HOUR_MS) * 10) / 10);

/** The most watched courses; one of them can be opened to see where viewers leave its lectures. */
export function WatchingPanel() {
  const report = useQuery(watchingQuery());
  const { courseId } = useReportChoices();
  return (
    <ReportPanel title="Most watched courses" className="mt-4" query={report}>
      {({ courses }) =>
        courses.length === 0 ? (
          <p className="text-sm text-muted">
            Nobody has watched a lecture yet. New figures appear within a quarter of an hour.
          </p>
        ) : (
          <>
            <table className="table watched-courses" aria-label="Most watched courses">
              <thead>
                <tr>
                  <th scope="col">Course</th>
                  <th scope="col" className="text-end">
                    Viewers
                  </th>
                  <th scope="col" className="text-end">
                    Hours
                  </th>
                  <th scope="col">Completed</th>
                  <th scope="col">Where most people stop</th>
                </tr>
              </thead>
              <tbody>
                {courses.map((course) => (
                  <CourseRow key={course._id} course={course} />
                ))}
              </tbody>
            </table>
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

function CourseRow({ course }: { course: WatchedCourse }) {
  const { title, thumbnail, viewers, completedPercent, stopsAt } = course;
  return (
    <tr>
      <th scope="row" className="text-sm text-base-content">
        <span className="watched-cover">
          <Cover title={title} src={thumbnail} sizes="4rem" />
        </span>
        {title}
      </th>
      <td className="num text-end" data-unit={viewers === 1 ? 'viewer' : 'viewers'}>
        {formatCount(viewers)}
      </td>
      <td className="num text-end" data-unit="hours">
        {hoursOf(course)}
      </td>
      <td>
        <span className="flex items-center gap-3">
          <progress
            className="report-bar w-24"
            value={completedPercent}
            max={100}
            aria-label={`Completed of ${title}`}
          />
          <span className="num">{completedPercent}%</span>
        </span>
      </td>
      <td data-lead={stopsAt ? 'Most stop after' : undefined}>
        {stopsAt ? (
          <>
            Lecture {stopsAt.number}, {stopsAt.title} <span className="text-muted">{stopsAt.percent}%</span>
          </>
        ) : (
          <span className="text-muted">{countOf(viewers, 'viewer')}, nobody stopped</span>
        )}
      </td>
    </tr>
  );
}
