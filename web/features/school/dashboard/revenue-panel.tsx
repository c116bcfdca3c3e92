import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type RevenueReport, revenueQuery } from '#web/features/billing/report-queries.ts';
import { Amount } from '#web/ui/text/amount.tsx';
import { countOf, formatMoney } from '#web/ui/text/format.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { toRupees } from './figures.ts';
import { type Period, useReportChoices } from './report-choices.ts';
import { ReportPanel } from './report-panel.tsx';
import { RevenueChart } from './revenue-chart.tsx';

const PERIODS: readonly (readonly [Period, string])[] = [
  ['day', 'Day'],
  ['month', 'Month'],
  ['year', 'Year'],
];

/** "66% more than"; both are of the same days. */
const difference = (own: number, other: number): string => {
  if (other <= 0) return 'compared with';
  const percent = Math.round(((own - other) / other) * 100);
  if (percent === 0) return 'as much as on';
  return percent > 0 ? `${percent}% more than on` : `${-percent}% less than on`;
};

export function RevenuePanel({ className }: { className?: string }) {
  const { per, year, compareWith } = useReportChoices();
  const report = useQuery(revenueQuery({ per, year, compareWith: per === 'year' ? undefined : compareWith }));
  return (
    <ReportPanel title="Revenue" className={className ?? ''} query={report} aside={<Choices report={report.data} />}>
      {(data) => (
        <>
          <Headline report={data} />
          <RevenueChart report={data} per={per} />
        </>
      )}
    </ReportPanel>
  );
}

function Headline({ report: { year, total, comparison, paymentsWithoutFee } }: { report: RevenueReport }) {
  const { currencySymbol } = useSite();
  const other = comparison?.sameDays.netInPaise;
  return (
    <>
      <p className="flex flex-wrap items-baseline gap-x-3">
        <span className="font-display text-[1.875rem] leading-9">
          <Amount paise={toRupees(total.netInPaise)} />
        </span>
        {comparison && other !== undefined && (
          <span className="text-sm">
            <strong className="font-semibold">{difference(total.netInPaise, other)}</strong> the same days of{' '}
            {comparison.year} ({formatMoney(toRupees(other), currencySymbol)})
          </span>
        )}
      </p>
      <p className="meta mt-1 font-normal">
        {year}, after refunds, disputes and provider fees, by the day of payment.
        {paymentsWithoutFee > 0 && ` The fees of ${countOf(paymentsWithoutFee, 'payment')} are not known.`}
      </p>
    </>
  );
}

function Choices({ report }: { report: RevenueReport | undefined }) {
  const { per, compareWith, choose } = useReportChoices();
  const year = report?.year;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <fieldset className="segments">
        <legend className="sr-only">Revenue by</legend>
        {PERIODS.map(([period, name]) => (
          <button key={period} type="button" aria-pressed={per === period} onClick={() => choose({ per: period })}>
            {name}
          </button>
        ))}
      </fieldset>
      {report && per !== 'year' && (
        <>
          <select
            className="select report-select"
            aria-label="Year"
            value={year}
            onChange={({ target }) =>
              choose({ year: target.value, compare: compareWith ? String(Number(target.value) - 1) : '' })
            }
          >
            {report.years.map((known) => (
              <option key={known}>{known}</option>
            ))}
          </select>
          {year !== undefined && (
            <button
              type="button"
              className="chip"
              aria-pressed={compareWith !== undefined}
              onClick={() => choose({ compare: compareWith === undefined ? String(year - 1) : '' })}
            >
              {compareWith !== undefined && <Check size={16} aria-hidden="true" />}
              Compare with {compareWith ?? year - 1}
            </button>
          )}
        </>
      )}
    </div>
  );
}
