import type { PaymentStatus } from '#contract/sales.ts';
import type { TableFilter } from '#web/components/table/column.ts';
import type { TableControl } from '#web/components/table/use-table.ts';
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

/** The chips of the statuses. A status that comes from the address gets one too. */
export const statusFilter = ({ status }: PaymentFilter): TableFilter => {
  const statuses = status && !offeredStatuses.includes(status) ? [status, ...offeredStatuses] : offeredStatuses;
  return {
    id: 'status',
    title: 'Status',
    shape: 'chips',
    options: statuses.map((value) => ({ value, label: statusLabels[value].label })),
  };
};
