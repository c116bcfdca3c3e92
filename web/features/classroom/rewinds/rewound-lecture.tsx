import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Play } from 'lucide-react';
import { REWIND_BUCKET_MS } from '#contract/classroom/question-length.ts';
import type { RewoundLecture as Rewound } from '#contract/classroom/rewinds.ts';
import { pathTo } from '#web/app/path-to.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { formatPosition } from '#contract/format.ts';

/** Bars of the chart; a long lecture has several ten seconds in each. */
const BARS_MAX = 40;

const barsOf = ({ buckets, lecture }: Rewound): { fromMs: number; people: number }[] => {
  const lastMs = Math.max(lecture.durationMs ?? 0, (buckets.at(-1)?.fromMs ?? 0) + REWIND_BUCKET_MS);
  const stepMs = Math.max(REWIND_BUCKET_MS, Math.ceil(lastMs / BARS_MAX / REWIND_BUCKET_MS) * REWIND_BUCKET_MS);
  return Array.from({ length: Math.ceil(lastMs / stepMs) }, (_, index) => {
    const fromMs = index * stepMs;
    const inside = buckets.filter((bucket) => bucket.fromMs >= fromMs && bucket.fromMs < fromMs + stepMs);
    return { fromMs, people: Math.max(0, ...inside.map(({ people }) => people)) };
  });
};

const Chart = ({ rewound }: { rewound: Rewound }) => {
  const bars = barsOf(rewound);
  const most = Math.max(1, ...bars.map(({ people }) => people));
  return (
    <>
      <div className="mt-4 flex h-24 items-end gap-1 border-b border-line" aria-hidden="true">
        {bars.map(({ fromMs, people }) => (
          <span
            key={fromMs}
            className={`min-h-0.5 flex-1 rounded-t-sm ${people === most ? 'bg-primary' : 'bg-primary/50'}`}
            style={{ height: `${Math.round((100 * people) / most)}%` }}
          />
        ))}
      </div>
      <div className="meta num mt-1 flex justify-between" aria-hidden="true">
        <span>0:00</span>
        {rewound.lecture.durationMs !== null && <span>{formatPosition(rewound.lecture.durationMs)}</span>}
      </div>
      <table className="sr-only">
        <caption>
          <Trans>People who replayed</Trans>
        </caption>
        <thead>
          <tr>
            <th scope="col">
              <Trans>From</Trans>
            </th>
            <th scope="col">
              <Trans>People</Trans>
            </th>
          </tr>
        </thead>
        <tbody>
          {rewound.buckets.map(({ fromMs, people }) => (
            <tr key={fromMs}>
              <td>{formatPosition(fromMs)}</td>
              <td>{people}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
};

/** Where people went back in a lecture, and asked. */
export const RewoundLecture = ({ rewound }: { rewound: Rewound }) => {
  const { t } = useLingui();
  const { course, lecture, parts } = rewound;
  return (
    <section className="surface p-5" aria-label={lecture.title}>
      <h2 className="text-title wrap-anywhere">{lecture.title}</h2>
      <p className="meta">
        {course.title}
        {lecture.durationMs !== null && `, ${t`${{ length: formatPosition(lecture.durationMs) }} long`}`}
      </p>
      <Chart rewound={rewound} />
      <ul className="mt-4 grid gap-1.5 text-sm">
        {parts.map(({ fromMs, toMs, people, asked }) => (
          <li key={fromMs}>
            <b className="num font-semibold">
              {formatPosition(fromMs)}–{formatPosition(toMs)}:
            </b>{' '}
            <Plural value={people} one="# person replayed it" other="# people replayed it" />
            {asked > 0 && `, ${t`${asked} asked`}`}
          </li>
        ))}
      </ul>
      <LinkButton
        tone="quiet"
        className="mt-4"
        to={pathTo('classroom', { course: course._id, lecture: lecture._id, tab: 'questions' })}
      >
        <Play size={16} aria-hidden="true" />
        <Trans>Open the lecture</Trans>
      </LinkButton>
    </section>
  );
};
