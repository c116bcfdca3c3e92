import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { pathTo } from '#web/app/path-to.ts';
import { type CheckoutReport, checkoutReportQuery } from './report-queries.ts';
import { formatCount } from '#contract/format.ts';
import { shareOf } from './figures.ts';
import { ReportPanel } from './chart.tsx';

type Counts = CheckoutReport['counts'];

const STEPS: readonly (readonly [keyof Counts, string])[] = [
  ['started', 'Checkout started'],
  ['windowsOpened', 'Payment window opened'],
  ['paid', 'Paid'],
];

/** A checkout that was started before these days may be paid within them. */
const paidShare = ({ paid, started }: Counts): string => shareOf(Math.min(paid, started), started);

export function CheckoutPanel() {
  const report = useQuery(checkoutReportQuery());
  return (
    <ReportPanel
      title="Checkout"
      query={report}
      aside={<span className="meta">Last {report.data?.days ?? 30} days</span>}
    >
      {({ counts, before, days }) => (
        <>
          <table className="w-full text-sm">
            <caption className="sr-only">From checkout to payment</caption>
            <thead className="sr-only">
              <tr>
                <th scope="col">Step</th>
                <th scope="col">Number</th>
                <th scope="col">Of started checkouts</th>
              </tr>
            </thead>
            <tbody>
              {STEPS.map(([step, name], index) => (
                <Step key={step} name={name} count={counts[step]} of={counts.started} isFirst={index === 0} />
              ))}
            </tbody>
          </table>
          <p className="meta mt-4 font-normal">
            {counts.started === 0
              ? 'No checkout was started in these days.'
              : `${paidShare(counts)} of started checkouts end in a payment${
                  before.started === 0 ? '.' : `, ${paidShare(before)} in the ${days} days before.`
                }`}
          </p>
          <Link to={pathTo('unfinishedCheckouts')} className="link mt-2 inline-flex min-h-9 items-center text-sm">
            See failed and abandoned checkouts
          </Link>
        </>
      )}
    </ReportPanel>
  );
}

interface StepProps {
  name: string;
  count: number;
  of: number;
  isFirst: boolean;
}

function Step({ name, count, of, isFirst }: StepProps) {
  const part = Math.min(count, of);
  return (
    <tr>
      <th scope="row" className="relative w-full pt-2 pb-6 text-start font-normal">
        {name}
        <progress className="report-bar absolute inset-x-0 bottom-1.5" value={part} max={Math.max(of, 1)} aria-hidden />
      </th>
      <td className="num ps-3 pt-2 pb-6 text-end font-semibold whitespace-nowrap">{formatCount(count)}</td>
      <td className="num ps-3 pt-2 pb-6 text-end whitespace-nowrap text-muted">{isFirst ? '' : shareOf(part, of)}</td>
    </tr>
  );
}
