import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
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
import { nameOfPeriod, shortMonth, withSign } from './figures.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

type Month = MembersReport['months'][number];

const monthName = ({ month }: Month, locale: string): string => nameOfPeriod(month.slice(5), 'month', locale);

const factsOf = (month: Month, { _, locale }: Language): PointFacts => ({
  name: monthName(month, locale),
  values: [
    [_(msg`New`), formatCount(month.joined)],
    [_(msg`Renewed`), formatCount(month.renewed)],
    [_(msg`Left`), formatCount(month.left)],
    [_(msg`New minus left`), withSign(month.joined - month.left)],
  ],
});

/** Above the line new and renewed members, below it those who left; the number is new minus left. */
export function MembersPanel() {
  const { t } = useLingui();
  const report = useQuery(membersQuery());
  return (
    <ReportPanel title={t`Members`} query={report}>
      {({ months }) => <MembersChart months={months} />}
    </ReportPanel>
  );
}

function Legend({ month }: { month: Month }) {
  const { t } = useLingui();
  const name = monthName(month, useLanguage().locale);
  return (
    <dl className="mt-3 space-y-1.5 text-sm">
      <LegendRow swatch="bg-primary border-primary" name={t`New in ${name}`} count={month.joined} />
      <LegendRow swatch="chart-renewed" name={t`Renewed`} count={month.renewed} />
      <LegendRow swatch="border-error" name={t`Left`} count={month.left} />
    </dl>
  );
}

function MembersChart({ months }: { months: readonly Month[] }) {
  const { t } = useLingui();
  const language = useLanguage();
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
        {...chartLook(t`Members by month`, 11.5, language)}
        data={data}
        stackOffset="sign"
        margin={{ top: 22, right: 0, bottom: 0, left: 0 }}
      >
        <XAxis
          {...standingAxis}
          dataKey="month"
          interval={0}
          axisLine={false}
          tickFormatter={(month: string) => shortMonth(Number(month.slice(5)) - 1, language.locale)}
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
            return month && factsOf(month, language);
          }}
        />
      </BarChart>
      {last && <Legend month={last} />}
      <ChartTable caption={t`Members by month`} first={t`Month`} rows={months.map((one) => factsOf(one, language))} />
    </>
  );
}
