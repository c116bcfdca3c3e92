import type { PaymentStatus } from '#contract/sales.ts';
import { offeredStatuses, statusLabels } from './payment-status.ts';

interface StatusChipsProps {
  chosen: PaymentStatus | undefined;
  onChoose: (status: PaymentStatus | undefined) => void;
}

/** A status that comes from the address gets a chip too. */
export function StatusChips({ chosen, onChoose }: StatusChipsProps) {
  const statuses = chosen && !offeredStatuses.includes(chosen) ? [chosen, ...offeredStatuses] : offeredStatuses;
  return (
    <fieldset className="-mx-5 flex min-w-0 gap-2 overflow-x-auto px-5 py-1 xl:mx-0 xl:px-1">
      <legend className="sr-only">Status</legend>
      {[undefined, ...statuses].map((status) => (
        <button
          key={status ?? 'all'}
          type="button"
          className="chip shrink-0"
          aria-pressed={status === chosen}
          onClick={() => onChoose(status)}
        >
          {status ? statusLabels[status].label : 'All'}
        </button>
      ))}
    </fieldset>
  );
}
