import { Download } from 'lucide-react';
import type { z } from 'zod';
import type { ReceiptLink } from '#contract/payments.ts';
import { formatDay, formatMoney } from '#web/ui/text/format.ts';
import { useSite } from '#web/ui/page/site.tsx';

export type Receipt = z.output<typeof ReceiptLink>;

/** A credit note corrects a tax invoice; schools without tax invoices call it a refund note. */
const nameOf = (kind: Receipt['kind'], givesTaxInvoices: boolean): string =>
  kind === 'credit_note'
    ? givesTaxInvoices
      ? 'Credit note'
      : 'Refund note'
    : kind === 'tax_invoice'
      ? 'Tax invoice'
      : 'Receipt';

interface ReceiptRowsProps {
  receipts: readonly Receipt[];
  /** The number of the receipt that is being downloaded. */
  fetching: string | undefined;
  onDownload: (receiptNumber: string) => void;
}

export function ReceiptRows({ receipts, fetching, onDownload }: ReceiptRowsProps) {
  const { currencySymbol, timeZone, asksBuyerState } = useSite();
  return (
    <ul>
      {receipts.map(({ number, kind, issuedAt, amountInPaise }) => (
        <li
          key={number}
          className="flex flex-wrap items-center justify-end gap-x-3 border-t border-line py-3 first:border-t-0"
        >
          <div className="min-w-0 flex-1 basis-24">
            <p className="num text-sm font-medium wrap-anywhere">{number}</p>
            <p className="meta">
              {nameOf(kind, asksBuyerState)}, {formatDay(issuedAt, timeZone)}
            </p>
          </div>
          <span className="num font-semibold">
            {kind === 'credit_note' && '−'}
            {formatMoney(amountInPaise, currencySymbol)}
          </span>
          <button
            type="button"
            className="btn btn-ghost btn-square"
            aria-label={`Download ${nameOf(kind, asksBuyerState).toLowerCase()} ${number}`}
            disabled={fetching === number}
            aria-busy={fetching === number || undefined}
            onClick={() => onDownload(number)}
          >
            {fetching === number ? (
              <span className="loading loading-spinner loading-xs" aria-hidden="true" />
            ) : (
              <Download size={20} aria-hidden="true" />
            )}
          </button>
        </li>
      ))}
    </ul>
  );
}
