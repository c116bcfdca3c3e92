import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import type { z } from 'zod';
import { useState } from 'react';
import type { ReceiptLink } from '#contract/billing/payments.ts';
import { formatDay, formatMoney } from '#contract/format.ts';
import { Panel } from '#web/ui/panel.tsx';
import { QueryBoundary, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { download, saveFile } from '#web/api/call.ts';
import { useAction } from '#web/api/use-action.ts';
import { type OwnPurchase, ownPurchasesQuery } from './billing-queries.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const newestFirst = (purchases: readonly OwnPurchase[]): Receipt[] =>
  purchases.flatMap(({ receipts }) => receipts).toSorted((a, b) => Date.parse(b.issuedAt) - Date.parse(a.issuedAt));

/** Receipts and credit notes of everything that the user has bought. */
export function Receipts() {
  const { t } = useLingui();
  const query = useQuery(ownPurchasesQuery());
  const receipt = useReceiptDownload();
  return (
    <Panel title={t`Receipts`}>
      <QueryBoundary
        query={query}
        skeleton={<Skeleton className="h-14 w-full" />}
        failure={t`Your receipts could not be loaded`}
        isInPanel
      >
        {({ purchases }) => (
          <>
            <ReceiptRows receipts={newestFirst(purchases)} {...receipt} />
            {purchases.map((purchase) => (
              <PaymentNote key={purchase.paymentId} purchase={purchase} />
            ))}
            {purchases.length === 0 && (
              <p className="text-sm text-muted">
                <Trans>Receipts appear here as PDFs.</Trans>
              </p>
            )}
          </>
        )}
      </QueryBoundary>
    </Panel>
  );
}

const questions: Partial<Record<OwnPurchase['status'], (amount: string, day: string) => MessageDescriptor>> = {
  being_checked: (amount: string, day: string) =>
    msg`Your payment of ${amount} on ${day} is being reviewed by the school. You don’t need to do anything.`,
  disputed: (amount: string, day: string) =>
    msg`Your payment of ${amount} on ${day} is disputed by your bank. Access is paused until the bank decides.`,
  dispute_lost: (amount: string, day: string) =>
    msg`Your payment of ${amount} on ${day} was reversed by your bank and no longer gives access.`,
};

/** A payment with an open question. */
function PaymentNote({ purchase }: { purchase: OwnPurchase }) {
  const { _, locale } = useLanguage();
  const { currencySymbol, timeZone } = useSite();
  const question = questions[purchase.status];
  if (!question) return null;
  return (
    <p className="border-t border-line pt-3 text-sm">
      {_(question(formatMoney(purchase.amountInPaise, currencySymbol), formatDay(purchase.paidAt, timeZone, locale)))}
    </p>
  );
}

type Receipt = z.output<typeof ReceiptLink>;

/** A credit note corrects a tax invoice; schools without tax invoices call it a refund note. */
const nameOf = (kind: Receipt['kind'], givesTaxInvoices: boolean): MessageDescriptor =>
  kind === 'credit_note'
    ? givesTaxInvoices
      ? msg`Credit note`
      : msg`Refund note`
    : kind === 'tax_invoice'
      ? msg`Tax invoice`
      : msg`Receipt`;

interface ReceiptRowsProps {
  receipts: readonly Receipt[];
  /** The number of the receipt that is being downloaded. */
  fetching: string | undefined;
  onDownload: (receiptNumber: string) => void;
}

export function ReceiptRows({ receipts, fetching, onDownload }: ReceiptRowsProps) {
  const { t } = useLingui();
  const { _, locale } = useLanguage();
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
              {_(nameOf(kind, asksBuyerState))}, {formatDay(issuedAt, timeZone, locale)}
            </p>
          </div>
          <span className="num font-semibold">
            {kind === 'credit_note' && '−'}
            {formatMoney(amountInPaise, currencySymbol)}
          </span>
          <button
            type="button"
            className="btn btn-ghost btn-square"
            aria-label={t`Download ${{ name: _(nameOf(kind, asksBuyerState)).toLowerCase() }} ${number}`}
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

/** Downloads receipts one at a time; `fetching` is the number of the current one. */
export function useReceiptDownload() {
  const { t } = useLingui();
  const [fetching, setFetching] = useState<string>();
  const action = useAction({
    run: (receiptNumber: string) => {
      setFetching(receiptNumber);
      return download('GET /payments/receipts/:receiptNumber', `${receiptNumber}.pdf`, { params: { receiptNumber } });
    },
    messages: { error: t`The receipt could not be downloaded. Please try again.` },
    onSuccess: (file) => {
      saveFile(file);
      setFetching(undefined);
    },
    onError: () => setFetching(undefined),
  });
  return { fetching, onDownload: (receiptNumber: string) => void action.start(receiptNumber) };
}
