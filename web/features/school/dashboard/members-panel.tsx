import { useQuery } from '@tanstack/react-query';
import { Bar, BarChart, LabelList, ReferenceLine, XAxis } from 'recharts';
import { membersQuery, type MembersReport } from './report-queries.ts';
import { formatCount } from '#contract/format.ts';
import {
  chartLook,
  ChartTable,
  LegendRow,
  type PointFacts,
  PointTooltip,
  ReportPanel,
  standingAxis,
} from './chart.tsx';
import { nameOfPeriod, withSign } from './figures.ts';

type Month = MembersReport['months'][number];

const monthName = ({ month }: Month): string => nameOfPeriod(month.slice(5), 'month');

const factsOf = (month: Month): PointFacts => ({
  name: monthName(month),
  values: [
    ['New', formatCount(month.joined)],
    ['Renewed', formatCount(month.renewed)],
    ['Left', formatCount(month.left)],
    ['New minus left', withSign(month.joined - month.left)],
  ],
});

/** Above the line new and renewed members, below it those who left; the number is new minus left. */
export function MembersPanel() {
  const report = useQuery(membersQuery());
  return (
    <ReportPanel title="Members" query={report}>
      {({ months }) => <MembersChart months={months} />}
    </ReportPanel>
  );
}

function MembersChart({ months }: { months: readonly Month[] }) {
  const byName = new Map(months.map((month) => [month.month, month]));
  const data = months.map((month) => ({
    ...month,
    gone: -month.left,
    change: withSign(month.joined - month.left),
  }));
  const last = months.at(-1);
  return (
    <>
      <BarChart
        {...chartLook('Members by month', 11.5)}
        data={data}
        stackOffset="sign"
        margin={{ top: 22, right: 0, bottom: 0, left: 0 }}
      >
        <XAxis
          {...standingAxis}
          dataKey="month"
          interval={0}
          axisLine={false}
          tickFormatter={(month: string) => nameOfPeriod(month.slice(5), 'month').slice(0, 3)}
        />
        <Bar dataKey="joined" stackId="members" fill="var(--color-primary)" isAnimationActive={false} maxBarSize={34} />
        <Bar dataKey="renewed" stackId="members" fill="var(--chart-renewed)" isAnimationActive={false} maxBarSize={34}>
          <LabelList dataKey="change" position="top" offset={6} className="num text-xs" fill="var(--muted)" />
        </Bar>
        <Bar
          dataKey="gone"
          stackId="members"
          fill="transparent"
          stroke="var(--color-error)"
          strokeWidth={1.5}
          isAnimationActive={false}
          maxBarSize={34}
        />
        <ReferenceLine y={0} stroke="var(--ledge)" strokeWidth={2} />
        <PointTooltip
          factsOf={(name) => {
            const month = byName.get(name);
            return month && factsOf(month);
          }}
        />
      </BarChart>
      {last && (
        <dl className="mt-3 space-y-1.5 text-sm">
          <LegendRow swatch="bg-primary border-primary" name={`New in ${monthName(last)}`} count={last.joined} />
          <LegendRow swatch="chart-renewed" name="Renewed" count={last.renewed} />
          <LegendRow swatch="border-error" name="Left" count={last.left} />
        </dl>
      )}
      <ChartTable caption="Members by month" first="Month" rows={months.map(factsOf)} />
    </>
  );
}
