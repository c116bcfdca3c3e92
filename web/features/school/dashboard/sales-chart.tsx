import { Bar, BarChart, LabelList, XAxis } from 'recharts';
import { formatCount } from '#web/ui/text/format.ts';
import { chartLook, PointTooltip } from './chart.tsx';
import type { MonthlySales } from './figures.ts';

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
export function SalesChart({ months, year }: SalesChartProps) {
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
