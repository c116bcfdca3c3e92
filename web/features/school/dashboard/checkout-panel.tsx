import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { pathTo } from '#web/app/path-to.ts';
import { type CheckoutReport, checkoutReportQuery } from './report-queries.ts';
import { formatCount } from '#contract/format.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import { shareOf } from './figures.ts';
import { ReportPanel } from './chart.tsx';

type Counts = CheckoutReport['counts'];

const STEPS: readonly (readonly [keyof Counts, MessageDescriptor])[] = [
  ['started', msg`Checkout started`],
  ['windowsOpened', msg`Payment window opened`],
  ['paid', msg({ message: 'Paid', context: 'people' })],
];

/** A checkout that was started before these days may be paid within them. */
const paidShare = ({ paid, started }: Counts, language: Language): string =>
  shareOf(Math.min(paid, started), started, language);

export function CheckoutPanel() {
  const { t } = useLingui();
  const language = useLanguage();
  const report = useQuery(checkoutReportQuery());
  return (
    <ReportPanel
      title={t`Checkout`}
      query={report}
      aside={
        <span className="meta">
          <Trans>Last {{ days: report.data?.days ?? 30 }} days</Trans>
        </span>
      }
    >
      {({ counts, before, days }) => (
        <>
          <table className="w-full text-sm">
            <caption className="sr-only">
              <Trans>From checkout to payment</Trans>
            </caption>
            <thead className="sr-only">
              <tr>
                <th scope="col">
                  <Trans>Step</Trans>
                </th>
                <th scope="col">
                  <Trans>Number</Trans>
                </th>
                <th scope="col">
                  <Trans>Of started checkouts</Trans>
                </th>
              </tr>
            </thead>
            <tbody>
              {STEPS.map(([step, name], index) => (
                <Step key={step} name={t(name)} count={counts[step]} of={counts.started} isFirst={index === 0} />
              ))}
            </tbody>
          </table>
          <p className="meta mt-4 font-normal">
            {counts.started === 0
              ? t`No checkout was started in these days.`
              : before.started === 0
                ? t`${paidShare(counts, language)} of started checkouts end in a payment.`
                : t`${paidShare(counts, language)} of started checkouts end in a payment, ${paidShare(before, language)} in the ${days} days before.`}
          </p>
          <Link to={pathTo('unfinishedCheckouts')} className="link mt-2 inline-flex min-h-9 items-center text-sm">
            <Trans>See failed and abandoned checkouts</Trans>
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
  const language = useLanguage();
  const part = Math.min(count, of);
  return (
    <tr>
      <th scope="row" className="relative w-full pt-2 pb-6 text-start font-normal">
        {name}
        <progress className="report-bar absolute inset-x-0 bottom-1.5" value={part} max={Math.max(of, 1)} aria-hidden />
      </th>
      <td className="num ps-3 pt-2 pb-6 text-end font-semibold whitespace-nowrap">{formatCount(count)}</td>
      <td className="num ps-3 pt-2 pb-6 text-end whitespace-nowrap text-muted">
        {isFirst ? '' : shareOf(part, of, language)}
      </td>
    </tr>
  );
}
