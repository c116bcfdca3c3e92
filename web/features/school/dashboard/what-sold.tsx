import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { UseQueryResult } from '@tanstack/react-query';
import { Fragment, useState } from 'react';
import { formatCount, formatMoney } from '#contract/format.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { ReportPanel } from './chart.tsx';
import { monthsBack, monthName } from './figures.ts';
import { type OverviewFigures, useOverviewMonth } from './report-queries.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';

type Sold = OverviewFigures['sold'][number];

const SHOWN = 6;
const MONTHS = 24;

/** Sales by plan and course of a month; together they are the first card. */
export function WhatSold({ overview }: { overview: UseQueryResult<OverviewFigures> }) {
  const { t } = useLingui();
  return (
    <ReportPanel title={t`What sold`} query={overview} aside={<MonthChoice overview={overview.data} />}>
      {(data) =>
        data.sold.length === 0 ? (
          <p className="text-sm text-muted">
            <Trans>Nothing was sold in these days.</Trans>
          </p>
        ) : (
          <SoldTable data={data} />
        )
      }
    </ReportPanel>
  );
}

function MonthChoice({ overview }: { overview: OverviewFigures | undefined }) {
  const locale = useLocale();
  const { t } = useLingui();
  const { month, choose } = useOverviewMonth();
  const today = overview?.today;
  if (today === undefined) return null;
  const shown = month ?? today.slice(0, 7);
  const months = monthsBack(today.slice(0, 7), MONTHS);
  return (
    <select
      className="select report-select"
      aria-label={t`Month`}
      value={shown}
      onChange={({ target }) => choose(target.value === today.slice(0, 7) ? undefined : target.value)}
    >
      {(months.includes(shown) ? months : [shown, ...months]).map((one) => (
        <option key={one} value={one}>
          {monthName(one, locale)}
        </option>
      ))}
    </select>
  );
}

function SoldTable({ data: { sold, revenue } }: { data: OverviewFigures }) {
  const { t } = useLingui();
  const language = useLanguage();
  const { currencySymbol } = useSite();
  const [isAll, setAll] = useState(false);
  const shown = isAll ? sold : sold.slice(0, SHOWN);
  const most = Math.max(1, ...sold.map(({ inPaise }) => inPaise));
  const money = (paise: number): string => formatMoney(paise, currencySymbol);
  const groups = [
    { title: t`Bundles`, rows: shown.filter(({ courses }) => courses !== 1) },
    { title: t`Single courses`, rows: shown.filter(({ courses }) => courses === 1) },
  ].filter(({ rows }) => rows.length > 0);
  const dash = (count: number): string => (count === 0 ? '–' : formatCount(count));
  return (
    <>
      <table className="w-full text-sm">
        <Head />
        <tbody>
          {groups.map(({ title, rows }) => (
            <Fragment key={title}>
              <tr>
                <th scope="rowgroup" colSpan={5} className="border-t border-line pt-3 font-normal text-muted">
                  {title}
                </th>
              </tr>
              {rows.map((row) => (
                <tr key={row.planId} className="border-b border-line last:border-b-0">
                  <th scope="row" className="py-2.5 font-normal">
                    <span className="block font-semibold wrap-anywhere">{row.name}</span>
                    <span className="meta">{opensInWords(row, language)}</span>
                  </th>
                  <td className="num px-2 text-end">{formatCount(row.sales)}</td>
                  <td className="num px-2 text-end">{dash(row.refunded)}</td>
                  <td className="num ps-2 text-end font-semibold">{money(row.inPaise)}</td>
                  <td className="w-32 ps-4 max-lg:hidden" aria-hidden="true">
                    <span
                      className="block h-2.5 rounded-xs bg-primary"
                      style={{ width: `${Math.max(1, (100 * Math.max(0, row.inPaise)) / most)}%` }}
                    />
                  </td>
                </tr>
              ))}
            </Fragment>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t-2 border-line-strong font-semibold">
            <th scope="row" className="pt-3 text-start">
              <Trans>Total</Trans>
            </th>
            <td className="num px-2 pt-3 text-end">{formatCount(revenue.sales)}</td>
            <td className="num px-2 pt-3 text-end">{dash(revenue.refunded)}</td>
            <td className="num ps-2 pt-3 text-end">{money(revenue.inPaise)}</td>
            <td className="max-lg:hidden" aria-label={t`All`} />
          </tr>
        </tfoot>
      </table>
      {sold.length > SHOWN && !isAll && (
        <button type="button" className="link mt-3 min-h-11 text-sm" onClick={() => setAll(true)}>
          <Trans>Show all {formatCount(sold.length)}</Trans>
        </button>
      )}
    </>
  );
}

const Head = () => {
  const { t } = useLingui();
  return (
    <thead className="max-sm:text-xs">
      <tr className="text-start text-muted">
        <th scope="col" className="pb-2 font-normal">
          <Trans>Plan or course</Trans>
        </th>
        {[t`Sold`, t`Refunded`, t`Revenue`].map((title) => (
          <th key={title} scope="col" className="px-2 pb-2 text-end font-normal last:pe-0">
            {title}
          </th>
        ))}
        <td className="max-lg:hidden" aria-label={t({ message: 'Share', context: 'part' })} />
      </tr>
    </thead>
  );
};

const opensInWords = ({ courses }: Sold, { _ }: Language): string =>
  courses === null
    ? _(msg`All courses`)
    : courses === 1
      ? _(msg`One course`)
      : _(msg({ message: plural(courses, { one: '# course', other: '# courses' }) }));
