import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { wayNames } from '#contract/billing/way-names.ts';
import { formatCalendarDay, formatCount, formatMoney } from '#contract/format.ts';
import { saveFile } from '#web/api/call.ts';
import { Button } from '#web/ui/button.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { ReportPanel } from './chart.tsx';
import { monthName } from './figures.ts';
import { type CashBook as CashBookOf, cashBookQuery } from './report-queries.ts';
import { useLocale } from '#web/ui/language/language.tsx';

const SHOWN = 10;

const rupees = (paise: number): string => (paise / 100).toFixed(2);

/** The same in every language, as in the exports of the server. */
const quotations = ['Day', 'Way', 'Received', 'Refunded'];

/** With the mark by which spreadsheets know UTF-8. */
const csvOf = ({ days }: CashBookOf): Blob =>
  new Blob([
    `\uFEFF${quotations.join(',')}\r\n`,
    ...days.map(
      ({ day, way, inInPaise, outInPaise }) => `${day},${wayNames[way]},${rupees(inInPaise)},${rupees(outInPaise)}\r\n`,
    ),
  ]);

/** What came and what was paid back on each day, by the way of paying, and together. */
export default function CashBook({ from, to }: { from: string; to: string }) {
  const locale = useLocale();
  const { t } = useLingui();
  const query = useQuery(cashBookQuery(from, to));
  return (
    <ReportPanel
      title={t`Cash book`}
      className="mt-4"
      query={query}
      aside={<span className="meta">{monthName(to.slice(0, 7), locale)}</span>}
    >
      {(book) =>
        book.days.length === 0 ? (
          <p className="text-sm text-muted">
            <Trans>No money came or was paid back in these days.</Trans>
          </p>
        ) : (
          <>
            <Days book={book} />
            <Button
              tone="quiet"
              className="mt-3"
              onClick={() => saveFile({ name: `cash-book-${from}-to-${to}.csv`, content: csvOf(book) })}
            >
              <Download size={18} aria-hidden="true" />
              <Trans>Save as CSV</Trans>
            </Button>
          </>
        )
      }
    </ReportPanel>
  );
}

function Days({ book: { ways, days } }: { book: CashBookOf }) {
  const { t } = useLingui();
  const locale = useLocale();
  const { currencySymbol } = useSite();
  const [isAll, setAll] = useState(false);
  const money = (paise: number): string => (paise === 0 ? '–' : formatMoney(paise, currencySymbol));
  return (
    <>
      <table className="w-full text-sm">
        <thead>
          <tr className="text-muted">
            <th scope="col" className="pb-2 text-start font-normal">
              <Trans>Day and way</Trans>
            </th>
            {[t`Received`, t`Refunded`].map((title) => (
              <th key={title} scope="col" className="ps-4 pb-2 text-end font-normal">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {(isAll ? days : days.slice(0, SHOWN)).map(({ day, way, inInPaise, outInPaise }) => (
            <tr key={`${day} ${way}`} className="border-t border-line">
              <th scope="row" className="py-2.5 text-start font-normal">
                {formatCalendarDay(day, locale)}, {wayNames[way]}
              </th>
              <td className="num ps-4 text-end">{money(inInPaise)}</td>
              <td className="num ps-4 text-end">{money(outInPaise)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          {ways.map(({ way, grossInPaise, returnedInPaise }) => (
            <tr key={way} className="border-line-strong font-semibold first:border-t-2">
              <th scope="row" className="py-1.5 text-start">
                <Trans>Total, {wayNames[way]}</Trans>
              </th>
              <td className="num ps-4 text-end">{money(grossInPaise)}</td>
              <td className="num ps-4 text-end">{money(returnedInPaise)}</td>
            </tr>
          ))}
        </tfoot>
      </table>
      {days.length > SHOWN && !isAll && (
        <button type="button" className="link mt-3 min-h-11 text-sm" onClick={() => setAll(true)}>
          <Trans>Show all {formatCount(days.length)}</Trans>
        </button>
      )}
    </>
  );
}
