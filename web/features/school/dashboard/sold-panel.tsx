import { useQuery } from '@tanstack/react-query';
import { useSite } from '#web/ui/page/site.tsx';
import { countOf, formatMoney } from '#contract/format.ts';
import { ReportPanel } from './chart.tsx';
import { type SoldItem, soldQuery, useReportChoices } from './report-queries.ts';

const SHOWN = 8;

/** The revenue of a year by plan and by course, once more than the bundle was sold. */
export function SoldPanel() {
  const { year } = useReportChoices();
  const report = useQuery(soldQuery(year));
  const { plans = [], courses = [] } = report.data ?? {};
  if (!report.isError && plans.length < 2 && courses.length === 0) return null;
  return (
    <ReportPanel
      title="Revenue by plan and course"
      className="mt-4"
      query={report}
      aside={<span className="meta num">{report.data?.year ?? year ?? ''}</span>}
    >
      {(data) => (
        <div className="grid gap-x-10 gap-y-6 lg:grid-cols-2">
          <Sold title="By plan" items={data.plans} />
          {data.courses.length > 0 && (
            <Sold
              title="By course"
              items={data.courses}
              note="Of plans that open chosen courses. What was paid for several is split evenly."
            />
          )}
        </div>
      )}
    </ReportPanel>
  );
}

interface SoldProps {
  title: string;
  items: readonly SoldItem[];
  note?: string;
}

function Sold({ title, items, note }: SoldProps) {
  const { currencySymbol } = useSite();
  const most = Math.max(1, ...items.map(({ netInPaise }) => netInPaise));
  const left = items.length - SHOWN;
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="text-sm font-semibold">{title}</h3>
      <ul className="mt-2">
        {items.slice(0, SHOWN).map(({ _id, name, payments, netInPaise, returnedInPaise }) => (
          <li key={_id} className="border-t border-line py-2.5 text-sm first:border-t-0">
            <span className="flex justify-between gap-4">
              <span className="min-w-0 wrap-anywhere">{name}</span>
              <span className="num font-semibold">{formatMoney(netInPaise, currencySymbol)}</span>
            </span>
            <span
              className="my-1.5 block h-1 rounded-full bg-primary"
              style={{ width: `${Math.max(1, (100 * Math.max(0, netInPaise)) / most)}%` }}
            />
            <span className="meta">
              {countOf(payments, 'payment')}
              {returnedInPaise > 0 && `, ${formatMoney(returnedInPaise, currencySymbol)} returned`}
            </span>
          </li>
        ))}
      </ul>
      {left > 0 && <p className="meta mt-1">And {left} more.</p>}
      {note !== undefined && <p className="meta mt-2">{note}</p>}
    </section>
  );
}
