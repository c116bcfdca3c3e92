import { type ReactNode, useId } from 'react';
import { Bar, BarChart, Cell, LabelList, Pie, PieChart, XAxis } from 'recharts';
import { messages } from '#contract/messages.ts';
import { QueryBoundary, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { formatCount } from '#web/ui/text/format.ts';
import type { PaymentsResult, StatsResult } from './figure-cards.tsx';
import { calendarMonth, type MonthlySales, salesByMonth } from './figures.ts';
import { chartLook, PointTooltip } from './chart.tsx';

const waiting = {
  skeleton: <Skeleton className="mt-5 min-h-60 w-full flex-1" />,
  messageClass: 'mt-4',
  isInPanel: true,
};

export function PeoplePanel({ stats }: { stats: StatsResult }) {
  return (
    <Panel title="Registered and enrolled">
      <QueryBoundary query={stats} {...waiting} failure={messages.stats.error}>
        {({ allUsersCount, subscribedUsersCount }) => (
          <PeopleChart registeredCount={allUsersCount} enrolledCount={subscribedUsersCount} />
        )}
      </QueryBoundary>
    </Panel>
  );
}

export function SalesPanel({ payments }: { payments: PaymentsResult }) {
  const { timeZone } = useSite();
  const { year } = calendarMonth(useNow(), timeZone);
  return (
    <Panel title="Sales / Month" aside={year}>
      <QueryBoundary query={payments} {...waiting} failure={messages.payment.recordsFailed}>
        {({ monthlySalesRecord }) => <SalesChart months={salesByMonth(monthlySalesRecord)} year={year} />}
      </QueryBoundary>
    </Panel>
  );
}

function Panel({ title, aside, children }: { title: string; aside?: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className="surface flex min-w-0 flex-col p-5 sm:p-6">
      <div className="flex items-baseline justify-between gap-4">
        <h2 id={id} className="text-title">
          {title}
        </h2>
        {aside && <span className="meta num">{aside}</span>}
      </div>
      {children}
    </section>
  );
}

interface PeopleChartProps {
  registeredCount: number;
  enrolledCount: number;
}

const REGISTERED = 'Registered users';
const ENROLLED = 'Enrolled users';
const NOT_ENROLLED = 'Not enrolled';

/** Enrolled users in green, the other registered users in yellow. The legend shows the totals. */
export function PeopleChart({ registeredCount, enrolledCount }: PeopleChartProps) {
  const notEnrolledCount = Math.max(0, registeredCount - enrolledCount);
  const slices = [
    { name: ENROLLED, value: enrolledCount, fill: 'var(--chart-green)', edge: 'none' },
    { name: NOT_ENROLLED, value: notEnrolledCount, fill: 'var(--chart-yellow)', edge: 'var(--chart-yellow-edge)' },
  ];
  return (
    <>
      <div aria-hidden="true" className="mt-4 flex justify-center">
        <PieChart width={176} height={176} accessibilityLayer={false}>
          <Pie
            data={slices}
            dataKey="value"
            outerRadius={82}
            startAngle={90}
            endAngle={-270}
            paddingAngle={enrolledCount > 0 && notEnrolledCount > 0 ? 2 : 0}
            rootTabIndex={-1}
            isAnimationActive={false}
          >
            {slices.map(({ name, fill, edge }) => (
              <Cell key={name} fill={fill} stroke={edge} strokeWidth={1.5} />
            ))}
          </Pie>
        </PieChart>
      </div>
      <dl className="mt-5 space-y-2.5 text-sm">
        <LegendRow swatch="bg-chart-yellow border-chart-yellow-edge" name={REGISTERED} count={registeredCount}>
          {`${formatCount(notEnrolledCount)} not enrolled`}
        </LegendRow>
        <LegendRow swatch="bg-chart-green border-chart-green" name={ENROLLED} count={enrolledCount} />
      </dl>
    </>
  );
}

interface LegendRowProps {
  swatch: string;
  name: string;
  count: number;
  /** The value of the slice, if it differs from the total. */
  children?: string;
}

function LegendRow({ swatch, name, count, children }: LegendRowProps) {
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

interface SalesChartProps {
  months: readonly MonthlySales[];
  year: string;
}

const compact = new Intl.NumberFormat('en-IN', { notation: 'compact', maximumFractionDigits: 1 });

/** No label for 0; thousands are shortened to fit a narrow bar. */
const barLabel = (value: unknown): string => {
  const sales = Number(value);
  if (!(sales > 0)) return '';
  return sales < 1000 ? String(sales) : compact.format(sales);
};

/** A bar per month, and a table for screen readers. */
function SalesChart({ months, year }: SalesChartProps) {
  const hasSales = months.some(({ sales }) => sales > 0);
  return (
    <>
      {!hasSales && <p className="mt-2 text-sm text-muted">No sales yet in {year}.</p>}
      <div className="mt-4">
        <BarChart
          {...chartLook(`Sales of ${year} by month`, 15.5)}
          data={[...months]}
          margin={{ top: 24, right: 0, bottom: 0, left: 0 }}
          barCategoryGap="12%"
        >
          <XAxis
            dataKey="month"
            interval={0}
            tickLine={false}
            axisLine={{ stroke: 'var(--ledge)', strokeWidth: 4 }}
            height={40}
            tick={<MonthTick />}
          />
          <Bar dataKey="sales" fill="var(--color-primary)" radius={[3, 3, 0, 0]} isAnimationActive={false}>
            <LabelList
              dataKey="sales"
              position="top"
              offset={8}
              formatter={barLabel}
              className="num text-xs"
              fill="var(--muted)"
            />
          </Bar>
          <PointTooltip
            factsOf={(name) => {
              const sales = months.find(({ month }) => month === name)?.sales;
              return sales === undefined ? undefined : { name, values: [['Sales', formatCount(sales)]] };
            }}
          />
        </BarChart>
      </div>
      <table className="sr-only">
        <caption>Sales / Month in {year}</caption>
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Sales</th>
          </tr>
        </thead>
        <tbody>
          {months.map(({ month, sales }) => (
            <tr key={month}>
              <th scope="row">{month}</th>
              <td>{formatCount(sales)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

interface Tick {
  x?: number | string;
  y?: number | string;
  payload?: { value: string };
}

/** Rotated on narrow screens, where twelve names do not fit side by side. */
function MonthTick({ x = 0, y = 0, payload }: Tick) {
  return (
    <g transform={`translate(${x},${y})`}>
      <text
        dy="0.35em"
        fill="var(--muted)"
        className="text-xs [text-anchor:end] -rotate-90 sm:translate-y-3 sm:rotate-0 sm:[text-anchor:middle]"
      >
        {payload?.value}
      </text>
    </g>
  );
}
