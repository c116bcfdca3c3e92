import type { PaymentSort, PaymentStatus } from '#contract/sales.ts';
import type { TableFilter } from '#web/ui/table/column.ts';
import type { TableControl } from '#web/ui/table/use-table.ts';
import { allStatuses, offeredStatuses, statusLabels } from './payment-status.ts';

interface PaymentFilter {
  status?: PaymentStatus;
  search?: string;
}

/** What the address of the table asks for. */
export const filterOf = ({ choice, search }: Pick<TableControl, 'choice' | 'search'>): PaymentFilter => {
  const status = choice('status', allStatuses);
  return { ...(status && { status }), ...(search !== '' && { search }) };
};

const sorts: readonly PaymentSort[] = ['date', '-date', 'amount', '-amount'];

export const sortOf = ({ sort }: Pick<TableControl, 'sort'>): PaymentSort =>
  sorts.find((known) => known === sort) ?? '-date';

type Counts = Partial<Record<PaymentStatus, number>>;

/** The chips of the statuses. A status that comes from the address gets one too. */
export const statusFilter = ({ status }: PaymentFilter, counts: Counts | undefined): TableFilter => {
  const statuses = status && !offeredStatuses.includes(status) ? [status, ...offeredStatuses] : offeredStatuses;
  return {
    id: 'status',
    title: 'Status',
    shape: 'chips',
    total: counts && Object.values(counts).reduce((sum, count) => sum + count, 0),
    options: statuses.map((value) => ({
      value,
      label: statusLabels[value].label,
      count: counts && (counts[value] ?? 0),
    })),
  };
};
