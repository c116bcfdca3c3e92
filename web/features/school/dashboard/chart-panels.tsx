import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { Bar, BarChart, Cell, LabelList, Pie, PieChart, XAxis } from 'recharts';
import { messages } from '#contract/messages.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { formatCount } from '#contract/format.ts';
import type { PaymentsResult, StatsResult } from './figure-cards.tsx';
import { calendarMonth, type MonthlySales, salesByMonth } from './figures.ts';
import { chartLook, ChartTable, LegendRow, type PointFacts, PointTooltip, ReportPanel } from './chart.tsx';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';

export const PeoplePanel = ({ stats }: { stats: StatsResult }) => {
  const { t } = useLingui();
  return (
    <ReportPanel title={t`Registered and enrolled`} query={stats} failure={messages.stats.error}>
      {({ allUsersCount, subscribedUsersCount }) => (
        <PeopleChart registeredCount={allUsersCount} enrolledCount={subscribedUsersCount} />
      )}
    </ReportPanel>
  );
};

export function SalesPanel({ payments }: { payments: PaymentsResult }) {
  const locale = useLocale();
  const { t } = useLingui();
  const { timeZone } = useSite();
  const { year } = calendarMonth(useNow(), timeZone, locale);
  return (
    <ReportPanel
      title={t`Sales / Month`}
      aside={<span className="meta num">{year}</span>}
      query={payments}
      failure={messages.payment.recordsFailed}
    >
      {({ monthlySalesRecord }) => <SalesChart months={salesByMonth(monthlySalesRecord, locale)} year={year} />}
    </ReportPanel>
  );
}

interface PeopleChartProps {
  registeredCount: number;
  enrolledCount: number;
}

/** Enrolled users in green, the other registered users in yellow. The legend shows the totals. */
export function PeopleChart({ registeredCount, enrolledCount }: PeopleChartProps) {
  const { t } = useLingui();
  const notEnrolledCount = Math.max(0, registeredCount - enrolledCount);
  const slices = [
    { name: t`Enrolled users`, value: enrolledCount, fill: 'var(--chart-green)', edge: 'none' },
    { name: t`Not enrolled`, value: notEnrolledCount, fill: 'var(--chart-yellow)', edge: 'var(--chart-yellow-edge)' },
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
        <LegendRow swatch="bg-chart-yellow border-chart-yellow-edge" name={t`Registered users`} count={registeredCount}>
          {t`${formatCount(notEnrolledCount)} not enrolled`}
        </LegendRow>
        <LegendRow swatch="bg-chart-green border-chart-green" name={t`Enrolled users`} count={enrolledCount} />
      </dl>
    </>
  );
}

interface SalesChartProps {
  months: readonly MonthlySales[];
  year: string;
}

/** No label for 0; thousands are shortened to fit a narrow bar. */
const barLabel = (value: unknown, locale: string): string => {
  const sales = Number(value);
  if (!(sales > 0)) return '';
  const compact = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 });
  return sales < 1000 ? String(sales) : compact.format(sales);
};

const factsOf = ({ month, sales }: MonthlySales, { _ }: Language): PointFacts => ({
  name: month,
  values: [[_(msg`Sales`), formatCount(sales)]],
});

/** A bar per month, and a table for screen readers. */
function SalesChart({ months, year }: SalesChartProps) {
  const { t } = useLingui();
  const language = useLanguage();
  const hasSales = months.some(({ sales }) => sales > 0);
  return (
    <>
      {!hasSales && (
        <p className="mt-2 text-sm text-muted">
          <Trans>No sales of the bundle yet in {year}.</Trans>
        </p>
      )}
      <div className="mt-4">
        <BarChart
          {...chartLook(t`Sales of ${year} by month`, 15.5, language)}
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
              formatter={(sales: unknown) => barLabel(sales, language.locale)}
              className="num text-xs"
              fill="var(--muted)"
            />
          </Bar>
          <PointTooltip
            factsOf={(name) => {
              const found = months.find(({ month }) => month === name);
              return found && factsOf(found, language);
            }}
          />
        </BarChart>
      </div>
      <ChartTable
        caption={t`Sales / Month in ${year}`}
        first={t`Month`}
        rows={months.map((one) => factsOf(one, language))}
      />
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
