import { msg } from '@lingui/core/macro';
import { Tooltip } from 'recharts';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { messages } from '#contract/messages.ts';
import { Panel } from '#web/ui/panel.tsx';
import { formatCount } from '#contract/format.ts';
import { QueryBoundary, Skeleton } from '#web/ui/page/query-boundary.tsx';
import type { Language } from '#contract/languages/language.ts';

/** A point of a chart: its name, and its values by name. */
export interface PointFacts {
  name: string;
  values: readonly (readonly [name: string, value: string])[];
}

/** The common properties of charts: arrow keys move between the points of a focused chart. */
export const chartLook = (label: string, heightRem: number, { _ }: Language) =>
  ({
    responsive: true,
    'aria-label': _(msg`${label}. Arrow keys move between the points.`),
    style: { width: '100%', height: `${heightRem}rem` },
  }) as const;

const tick = { fill: 'var(--muted)', fontSize: 13 };

/** The axis of periods or minutes, on which the chart stands. */
export const standingAxis = {
  tick,
  tickLine: false,
  axisLine: { stroke: 'var(--ledge)', strokeWidth: 2 },
  minTickGap: 10,
  interval: 'equidistantPreserveStart',
} as const;

export const valueAxis = { tick, tickLine: false, axisLine: false, width: 'auto' } as const;

/** The area under the values of the chart; with one or two points also the points. */
export const mainCurve = (points: number) =>
  ({
    stroke: 'var(--color-primary)',
    strokeWidth: 2.25,
    fill: 'var(--color-primary)',
    fillOpacity: 0.08,
    dot: points < 3 ? { r: 3 } : false,
    activeDot: { r: 4, fill: 'var(--color-primary)', stroke: 'var(--color-base-100)' },
    isAnimationActive: false,
  }) as const;

type FactsOf = (name: string) => PointFacts | undefined;

/** The point that the pointer or the arrow keys are at. */
export function PointTooltip({ factsOf }: { factsOf: FactsOf }) {
  return (
    <Tooltip
      isAnimationActive={false}
      wrapperStyle={{ zIndex: 10 }}
      cursor={{ stroke: 'var(--muted)', fill: 'var(--color-base-300)', fillOpacity: 0.4 }}
      content={<Point factsOf={factsOf} />}
    />
  );
}

interface PointProps {
  factsOf: FactsOf;
  /** These are given by the chart. */
  active?: boolean;
  label?: string | number;
}

function Point({ factsOf, active = false, label = '' }: PointProps) {
  const facts = active ? factsOf(String(label)) : undefined;
  if (!facts) return null;
  return (
    <output className="block min-w-36 py-2 px-3 text-(length:--text-xs) leading-5 text-neutral-content bg-neutral rounded-field shadow-lift">
      <span className="block font-semibold">{facts.name}</span>
      {facts.values.map(([name, value]) => (
        <span key={name} className="flex justify-between gap-6">
          <span className="opacity-80">{name}</span>
          <span className="num">{value}</span>
        </span>
      ))}
    </output>
  );
}

interface ChartTableProps {
  caption: string;
  /** The heading of the first column. */
  first: string;
  rows: readonly PointFacts[];
}

/** The values of a chart for screen readers. */
export function ChartTable({ caption, first, rows }: ChartTableProps) {
  const names = rows[0]?.values.map(([name]) => name) ?? [];
  return (
    <div className="sr-only">
      <table>
        <caption>{caption}</caption>
        <thead>
          <tr>
            {[first, ...names].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ name, values }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {values.map(([column, value]) => (
                <td key={column}>{value}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface LegendRowProps {
  swatch: string;
  name: string;
  count: number;
  /** What the slice shows, where it differs from the total. */
  children?: string;
}

/** A colour of a chart, and how many it stands for. */
export function LegendRow({ swatch, name, count, children }: LegendRowProps) {
  return (
    <div className="flex items-start gap-3">
      <span aria-hidden="true" className={`mt-1 size-3.5 shrink-0 rounded-xs border ${swatch}`} />
      <dt>
        {name}
        {children && <span className="meta block">{children}</span>}
      </dt>
      <dd className="num ms-auto font-semibold">{formatCount(count)}</dd>
    </div>
  );
}

interface ReportPanelProps<Data> {
  title: string;
  aside?: ReactNode;
  className?: string;
  query: UseQueryResult<Data>;
  failure?: string;
  /** While it loads. */
  height?: string;
  children: (data: Data) => ReactNode;
}

/** A panel that fails and loads by itself. */
export function ReportPanel<Data>({ query, failure, height = 'h-56', children, ...panel }: ReportPanelProps<Data>) {
  return (
    <Panel {...panel}>
      <QueryBoundary
        query={query}
        skeleton={<Skeleton className={`${height} w-full`} />}
        failure={failure ?? messages.reports.failed}
        isInPanel
      >
        {children}
      </QueryBoundary>
    </Panel>
  );
}
