import { msg } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Line, LineChart, XAxis, YAxis } from 'recharts';
import { refundsQuery, type RefundsReport, useReportChoices } from './report-queries.ts';
import { formatCount, formatMoney } from '#contract/format.ts';
import { useSite } from '#web/ui/page/site.tsx';
import {
  chartLook,
  ChartTable,
  mainCurve,
  type PointFacts,
  PointTooltip,
  ReportPanel,
  standingAxis,
} from './chart.tsx';
import { nameOfPeriod, rateOf, shortMonth } from './figures.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

/** How many payments of the chosen year were refunded, by the month of the payment. */
export function RefundsPanel() {
  const { t } = useLingui();
  const { year } = useReportChoices();
  const { currencySymbol } = useSite();
  const report = useQuery(refundsQuery(year));
  return (
    <ReportPanel
      title={t`Refund rate`}
      query={report}
      aside={<span className="meta num">{report.data?.year ?? year ?? ''}</span>}
    >
      {(data) => (
        <>
          <p className="font-display text-[1.875rem] leading-9">{rateOf(data.total.refunded, data.total.payments)}</p>
          <p className="meta mt-1 font-normal">
            <Trans>
              {formatCount(data.total.refunded)} of{' '}
              <Plural value={data.total.payments} one="# payment" other="# payments" />,{' '}
              {formatMoney(data.total.refundedInPaise, currencySymbol)}.
            </Trans>
            {data.yearBefore.payments > 0 &&
              ` ${t`It was ${rateOf(data.yearBefore.refunded, data.yearBefore.payments)} in ${data.year - 1}.`}`}
          </p>
          <RefundsChart report={data} />
        </>
      )}
    </ReportPanel>
  );
}

type Month = RefundsReport['months'][number];

const factsOf = ({ month, refunded, payments }: Month, { _, locale }: Language): PointFacts => ({
  name: nameOfPeriod(month.slice(5), 'month', locale),
  values: [
    [_(msg`Refund rate`), rateOf(refunded, payments)],
    [_(msg`Refunded`), formatCount(refunded)],
    [_(msg`Payments`), formatCount(payments)],
  ],
});

function RefundsChart({ report: { year, months } }: { report: RefundsReport }) {
  const { t } = useLingui();
  const language = useLanguage();
  const data = months.map((month) => ({ ...month, rate: month.payments === 0 ? 0 : month.refunded / month.payments }));
  const byMonth = new Map(months.map((month) => [month.month, month]));
  return (
    <>
      <div className="mt-3">
        <LineChart
          {...chartLook(t`Refund rate of ${year} by month`, 9, language)}
          data={data}
          margin={{ top: 8, right: 12, bottom: 0, left: 12 }}
        >
          <XAxis
            {...standingAxis}
            dataKey="month"
            tickFormatter={(month: string) => shortMonth(Number(month.slice(5)) - 1, language.locale)}
          />
          <YAxis hide domain={[0, 'auto']} />
          <Line {...mainCurve(months.length)} dataKey="rate" />
          <PointTooltip
            factsOf={(name) => {
              const month = byMonth.get(name);
              return month && factsOf(month, language);
            }}
          />
        </LineChart>
      </div>
      <ChartTable
        caption={t`Refund rate of ${year} by month`}
        first={t`Month`}
        rows={months.map((one) => factsOf(one, language))}
      />
    </>
  );
}
