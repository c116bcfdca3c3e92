import type { SiteFacts } from '#contract/setup.ts';
import type { ListedPayment } from '#web/features/billing/admin-billing-queries.ts';
import { Badge } from '#web/ui/badge.tsx';
import { formatMoment, formatMoney } from '#web/ui/text/format.ts';
import type { Column } from '#web/ui/table/column.ts';
import { statusLabels } from './payment-status.ts';

const nameOf = ({ userName, userEmail }: ListedPayment): string => userName ?? userEmail ?? 'Unknown buyer';

const BuyerDetails = ({ userName, userEmail, paymentId, gift }: ListedPayment) => (
  <>
    {userName && <span className="block">{userEmail}</span>}
    {gift && <span className="block">Gift for {gift.recipientName}</span>}
    <span className="num block">{paymentId}</span>
  </>
);

const StatusBadge = ({ status }: ListedPayment) => {
  const { label, tone } = statusLabels[status];
  return <Badge tone={tone}>{label}</Badge>;
};

const Amount = ({ payment, symbol }: { payment: ListedPayment; symbol: string }) => (
  <>
    <span className="num font-semibold">{formatMoney(payment.amountInPaise, symbol)}</span>
    {payment.refundedInPaise > 0 && (
      <span className="meta num block">−{formatMoney(payment.refundedInPaise, symbol)} refunded</span>
    )}
  </>
);

export const paymentColumns = ({
  timeZone,
  currencySymbol,
}: Pick<SiteFacts, 'timeZone' | 'currencySymbol'>): readonly Column<ListedPayment>[] => [
  {
    id: 'buyer',
    title: 'Buyer',
    kind: 'name',
    cell: nameOf,
    below: (payment) => <BuyerDetails {...payment} />,
    note: ({ failure }) => failure ?? undefined,
  },
  {
    id: 'date',
    title: 'Date',
    sort: 'descending',
    inList: 'detail',
    cell: ({ paidAt, startedAt }) => (
      <span className="num whitespace-nowrap">{formatMoment(paidAt ?? startedAt, timeZone)}</span>
    ),
  },
  { id: 'plan', title: 'Plan', from: 1280, inList: 'detail', cell: ({ planName }) => planName ?? '–' },
  { id: 'method', title: 'Method', from: 1024, inList: 'detail', cell: ({ paidWith }) => paidWith ?? '–' },
  { id: 'status', title: 'Status', inList: 'status', cell: (payment) => <StatusBadge {...payment} /> },
  {
    id: 'amount',
    title: 'Amount',
    kind: 'number',
    sort: 'descending',
    inList: 'status',
    cell: (payment) => <Amount payment={payment} symbol={currencySymbol} />,
  },
];
