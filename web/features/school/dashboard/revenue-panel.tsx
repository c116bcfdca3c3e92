import type { MessageDescriptor } from '@lingui/core';
import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { Area, CartesianGrid, ComposedChart, Line, XAxis, YAxis } from 'recharts';
import { Amount } from '#web/features/billing/plan-terms.tsx';
import { formatMoney } from '#contract/format.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { type Period, PERIODS, revenueQuery, type RevenueReport, useReportChoices } from './report-queries.ts';
import { nameOfPeriod, shortMonth, toRupees } from './figures.ts';
import {
  chartLook,
  ChartTable,
  mainCurve,
  type PointFacts,
  PointTooltip,
  ReportPanel,
  standingAxis,
  valueAxis,
} from './chart.tsx';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';

const PERIOD_NAMES: Record<Period, MessageDescriptor> = { day: msg`Day`, month: msg`Month`, year: msg`Year` };

/** "66% more than on the same days of 2025 (₹1,200)"; the number stands out. */
const difference = (own: number, other: number): number | undefined =>
  other <= 0 ? undefined : Math.round(((own - other) / other) * 100);

export function RevenuePanel({ className }: { className?: string }) {
  const { t } = useLingui();
  const { per, year, compareWith } = useReportChoices();
  const report = useQuery(revenueQuery({ per, year, compareWith: per === 'year' ? undefined : compareWith }));
  return (
    <ReportPanel
      title={t`Revenue after fees`}
      className={className ?? ''}
      query={report}
      aside={<Choices report={report.data} />}
    >
      {(data) => (
        <>
          <Headline report={data} />
          <RevenueChart report={data} per={per} />
        </>
      )}
    </ReportPanel>
  );
}

interface ComparedProps {
  percent: number | undefined;
  year: number;
  amount: string;
}

function Compared({ percent, year, amount }: ComparedProps) {
  const strong = 'font-semibold';
  if (percent === undefined)
    return (
      <Trans>
        <strong className={strong}>compared with</strong> the same days of {year} ({amount})
      </Trans>
    );
  if (percent === 0)
    return (
      <Trans>
        <strong className={strong}>as much as on</strong> the same days of {year} ({amount})
      </Trans>
    );
  return percent > 0 ? (
    <Trans>
      <strong className={strong}>{percent}% more than on</strong> the same days of {year} ({amount})
    </Trans>
  ) : (
    <Trans>
      <strong className={strong}>{-percent}% less than on</strong> the same days of {year} ({amount})
    </Trans>
  );
}

function Headline({ report: { year, total, comparison, paymentsWithoutFee } }: { report: RevenueReport }) {
  const { t } = useLingui();
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
            <Compared
              percent={difference(total.netInPaise, other)}
              year={comparison.year}
              amount={formatMoney(toRupees(other), currencySymbol)}
            />
          </span>
        )}
      </p>
      <p className="meta mt-1 font-normal">
        <Trans>{year}, after refunds, disputes and provider fees, by the day of payment.</Trans>
        {paymentsWithoutFee > 0 &&
          ` ${t`The fees of ${plural(paymentsWithoutFee, { one: '# payment', other: '# payments' })} are not known.`}`}
      </p>
    </>
  );
}

function Choices({ report }: { report: RevenueReport | undefined }) {
  const { t } = useLingui();
  const { per, compareWith, choose } = useReportChoices();
  const year = report?.year;
  return (
    <div className="flex flex-wrap items-center gap-2">
      <fieldset className="segments">
        <legend className="sr-only">
          <Trans>Revenue by</Trans>
        </legend>
        {PERIODS.map((period) => (
          <button key={period} type="button" aria-pressed={per === period} onClick={() => choose({ per: period })}>
            {t(PERIOD_NAMES[period])}
          </button>
        ))}
      </fieldset>
      {report && per !== 'year' && (
        <>
          <select
            className="select report-select"
            aria-label={t`Year`}
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
              <Trans>Compare with {compareWith ?? year - 1}</Trans>
            </button>
          )}
        </>
      )}
    </div>
  );
}

interface Point {
  /** Without the year, so that the same days of two years are one point: `06` or `06-15`. */
  key: string;
  net: number | undefined;
  other: number | undefined;
}

const keyOf = (period: string, per: Period): string => (per === 'year' ? period : period.slice(5));

/** The points of both years. Of the current year there are points up to today. */
const pointsOf = ({ points, comparison }: RevenueReport, per: Period): Point[] => {
  const own = new Map(points.map(({ period, netInPaise }) => [keyOf(period, per), netInPaise]));
  const others = new Map(comparison?.points.map(({ period, netInPaise }) => [keyOf(period, per), netInPaise]));
  const months = per === 'month' ? Array.from({ length: 12 }, (_, index) => String(index + 1).padStart(2, '0')) : [];
  const keys = [...new Set([...months, ...own.keys(), ...others.keys()])].toSorted();
  return keys.map((key) => ({ key, net: own.get(key), other: others.get(key) }));
};

/** A year without revenue has a scale in whole rupees. */
const LEAST_SCALE_IN_PAISE = 10_000;

const LAKH = 100_000;

/** In full below a lakh: short forms of neighbouring values would look uneven. */
const valueOf = (rupees: number, locale: string): string =>
  rupees.toLocaleString(locale, rupees < LAKH ? {} : { notation: 'compact', maximumFractionDigits: 2 });

function RevenueChart({ report, per }: { report: RevenueReport; per: Period }) {
  const locale = useLocale();
  const { t } = useLingui();
  const { currencySymbol } = useSite();
  const { year, comparison } = report;
  const points = pointsOf(report, per);
  const money = (paise: number | undefined): string =>
    paise === undefined ? '–' : formatMoney(toRupees(paise), currencySymbol);
  const factsOf = ({ key, net, other }: Point): PointFacts => {
    const own = [per === 'year' ? t`Net` : String(year), money(net)] as const;
    return {
      name: nameOfPeriod(key, per, locale),
      values: comparison ? [own, [String(comparison.year), money(other)]] : [own],
    };
  };
  const factsByKey = new Map(points.map((point) => [point.key, factsOf(point)]));
  const label =
    per === 'year'
      ? t`Revenue by year`
      : per === 'month'
        ? t`Revenue of ${year} by month`
        : t`Revenue of ${year} by day`;
  return (
    <>
      <div className="mt-3">
        <Curves points={points} per={per} label={label} factsOf={(key) => factsByKey.get(key)} />
      </div>
      {comparison && (
        <p className="meta mt-2 flex gap-5" aria-hidden="true">
          <span className="chart-key">{year}</span>
          <span className="chart-key" data-dashed>
            {comparison.year}
          </span>
        </p>
      )}
      <ChartTable caption={label} first={t(PERIOD_NAMES[per])} rows={[...factsByKey.values()]} />
    </>
  );
}

interface CurvesProps {
  points: Point[];
  per: Period;
  label: string;
  factsOf: (key: string) => PointFacts | undefined;
}

/** The year, and dashed the one that it is compared with. */
function Curves({ points, per, label, factsOf }: CurvesProps) {
  const language = useLanguage();
  const { currencySymbol } = useSite();
  const monthStarts = points.map(({ key }) => key).filter((key) => /^\d\d-01$/.test(key));
  return (
    <ComposedChart
      {...chartLook(label, 14.5, language)}
      data={points}
      margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
    >
      <CartesianGrid vertical={false} stroke="var(--line)" />
      <XAxis
        {...standingAxis}
        dataKey="key"
        {...(per === 'day' ? { ticks: monthStarts } : {})}
        tickFormatter={(key: string) =>
          per === 'year' ? key : shortMonth(Number(key.slice(0, 2)) - 1, language.locale)
        }
      />
      <YAxis
        {...valueAxis}
        domain={['auto', (largest: number) => Math.max(largest, LEAST_SCALE_IN_PAISE)]}
        tickFormatter={(paise: number) => `${currencySymbol}${valueOf(paise / 100, language.locale)}`}
      />
      <Line
        dataKey="other"
        stroke="var(--muted)"
        strokeWidth={1.5}
        strokeDasharray="4 3"
        dot={false}
        activeDot={{ r: 4, fill: 'var(--color-base-100)', stroke: 'var(--muted)' }}
        isAnimationActive={false}
      />
      <Area {...mainCurve(points.length)} dataKey="net" />
      <PointTooltip factsOf={factsOf} />
    </ComposedChart>
  );
}
