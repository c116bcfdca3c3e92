import { Link } from 'react-router';
import type { ListedPayment } from '#web/api/admin-billing-queries.ts';
import { Badge } from '#web/components/badge.tsx';
import { formatMoment, formatMoney } from '#web/components/format.ts';
import { useSite } from '#web/components/site.tsx';
import { useMedia } from '#web/components/use-media.ts';
import { pathTo } from '#web/paths.ts';
import { statusLabels } from './payment-status.ts';

interface PaymentRowsProps {
  payments: readonly ListedPayment[];
}

/** A table, or cards on narrow screens. */
export function PaymentRows({ payments }: PaymentRowsProps) {
  return useMedia('(width >= 48rem)') ? <PaymentTable payments={payments} /> : <PaymentCards payments={payments} />;
}

const nameOf = ({ userName, userEmail }: ListedPayment): string => userName ?? userEmail ?? 'Unknown buyer';

const StatusBadge = ({ payment }: { payment: ListedPayment }) => {
  const { label, tone } = statusLabels[payment.status];
  return <Badge tone={tone}>{label}</Badge>;
};

function Amount({ payment }: { payment: ListedPayment }) {
  const { currencySymbol } = useSite();
  const { amountInPaise, refundedInPaise } = payment;
  return (
    <>
      <span className="num font-semibold">{formatMoney(amountInPaise, currencySymbol)}</span>
      {refundedInPaise > 0 && (
        <span className="meta num block">−{formatMoney(refundedInPaise, currencySymbol)} refunded</span>
      )}
    </>
  );
}

function PaymentTable({ payments }: PaymentRowsProps) {
  const { timeZone } = useSite();
  return (
    <div className="overflow-x-auto">
      <table
        className="table [&_:is(td,th):first-child]:ps-6 [&_:is(td,th):last-child]:pe-6"
        aria-labelledby="all-payments"
      >
        <thead>
          <tr className="border-line">
            <th scope="col">Buyer</th>
            <th scope="col">Date</th>
            <th scope="col">Method</th>
            <th scope="col">Status</th>
            <th scope="col" className="text-end">
              Amount
            </th>
          </tr>
        </thead>
        <tbody>
          {payments.map((payment) => (
            <tr key={payment._id} className="relative border-line hover:bg-base-200">
              <th scope="row" className="text-sm font-normal text-base-content">
                <Link
                  to={pathTo('payment', { paymentId: payment.paymentId })}
                  className="font-semibold after:absolute after:inset-0"
                >
                  {nameOf(payment)}
                </Link>
                {payment.userName && <span className="meta block">{payment.userEmail}</span>}
                <span className="meta num block">{payment.paymentId}</span>
              </th>
              <td className="num whitespace-nowrap">{formatMoment(payment.paidAt ?? payment.startedAt, timeZone)}</td>
              <td className="whitespace-nowrap">{payment.paidWith ?? '–'}</td>
              <td>
                <StatusBadge payment={payment} />
              </td>
              <td className="text-end whitespace-nowrap">
                <Amount payment={payment} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function PaymentCards({ payments }: PaymentRowsProps) {
  const { timeZone } = useSite();
  return (
    <ol aria-labelledby="all-payments">
      {payments.map((payment) => (
        <li key={payment._id} className="relative border-t border-line px-5 py-4">
          <div className="flex items-start justify-between gap-3">
            <h3 className="min-w-0 font-sans text-base font-semibold tracking-normal">
              <Link to={pathTo('payment', { paymentId: payment.paymentId })} className="after:absolute after:inset-0">
                {nameOf(payment)}
              </Link>
            </h3>
            <div className="shrink-0 text-end">
              <Amount payment={payment} />
            </div>
          </div>
          {payment.userName && <p className="meta">{payment.userEmail}</p>}
          <p className="meta num">{payment.paymentId}</p>
          <div className="mt-2 flex flex-wrap items-center justify-between gap-2">
            <p className="meta num">
              {formatMoment(payment.paidAt ?? payment.startedAt, timeZone)}
              {payment.paidWith && ` · ${payment.paidWith}`}
            </p>
            <StatusBadge payment={payment} />
          </div>
        </li>
      ))}
    </ol>
  );
}
