import { useQuery } from '@tanstack/react-query';
import { sentenceOf } from '#web/api/api-error.ts';
import { useReceiptDownload } from '#web/api/download-receipt.ts';
import { type OwnPurchase, purchasesQuery } from '#web/api/purchases.ts';
import { formatDay, formatMoney } from '#web/components/format.ts';
import { Panel } from '#web/components/panel.tsx';
import { ReceiptRows } from '#web/components/receipt-rows.tsx';
import { useSite } from '#web/components/site.tsx';
import { Skeleton } from '#web/components/skeletons.tsx';
import { ErrorState } from '#web/components/states.tsx';

/** Receipts and credit notes of everything that this person bought. */
export function Receipts() {
  const purchases = useQuery(purchasesQuery());
  const receipt = useReceiptDownload();
  const rows = (purchases.data?.purchases ?? [])
    .flatMap(({ receipts }) => receipts)
    .toSorted((a, b) => Date.parse(b.issuedAt) - Date.parse(a.issuedAt));
  return (
    <Panel title="Receipts">
      {purchases.isPending && <Skeleton className="h-14 w-full" />}
      {purchases.isError && (
        <div className="*:border-0 *:p-0">
          <ErrorState onRetry={() => void purchases.refetch()} isRetrying={purchases.isFetching}>
            {sentenceOf(purchases.error, 'Your receipts could not be loaded')}
          </ErrorState>
        </div>
      )}
      <ReceiptRows receipts={rows} {...receipt} />
      {purchases.data?.purchases.map((purchase) => (
        <OpenQuestion key={purchase.paymentId} purchase={purchase} />
      ))}
      {purchases.data?.purchases.length === 0 && (
        <p className="text-sm text-muted">The receipt of a purchase shows here, to keep as PDF.</p>
      )}
    </Panel>
  );
}

const questions: Partial<Record<OwnPurchase['status'], string>> = {
  being_checked: 'is being checked by the school. You need to do nothing.',
  disputed: 'is in dispute at your bank. Access waits for the answer.',
  dispute_lost: 'was taken back by your bank. It opens nothing any more.',
};

/** A payment that somebody still looks at. */
function OpenQuestion({ purchase }: { purchase: OwnPurchase }) {
  const { currencySymbol, timeZone } = useSite();
  const question = questions[purchase.status];
  if (!question) return null;
  return (
    <p className="border-t border-line pt-3 text-sm">
      Your payment of {formatMoney(purchase.amountInPaise, currencySymbol)} on {formatDay(purchase.paidAt, timeZone)}{' '}
      {question}
    </p>
  );
}
