import { useQuery } from '@tanstack/react-query';
import { type OwnPurchase, ownPurchasesQuery } from '#web/features/billing/purchase-queries.ts';
import { useReceiptDownload } from '#web/features/billing/use-receipt-download.ts';
import { formatDay, formatMoney } from '#web/ui/text/format.ts';
import { Panel } from '#web/ui/panel.tsx';
import { QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { type Receipt, ReceiptRows } from '#web/features/billing/receipt-rows.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { Skeleton } from '#web/ui/page/skeletons.tsx';

const newestFirst = (purchases: readonly OwnPurchase[]): Receipt[] =>
  purchases.flatMap(({ receipts }) => receipts).toSorted((a, b) => Date.parse(b.issuedAt) - Date.parse(a.issuedAt));

/** Receipts and credit notes of everything that the user has bought. */
export function Receipts() {
  const query = useQuery(ownPurchasesQuery());
  const receipt = useReceiptDownload();
  return (
    <Panel title="Receipts">
      <QueryBoundary
        query={query}
        skeleton={<Skeleton className="h-14 w-full" />}
        failure="Your receipts could not be loaded"
        isInPanel
      >
        {({ purchases }) => (
          <>
            <ReceiptRows receipts={newestFirst(purchases)} {...receipt} />
            {purchases.map((purchase) => (
              <PaymentNote key={purchase.paymentId} purchase={purchase} />
            ))}
            {purchases.length === 0 && <p className="text-sm text-muted">Receipts appear here as PDFs.</p>}
          </>
        )}
      </QueryBoundary>
    </Panel>
  );
}

const questions: Partial<Record<OwnPurchase['status'], string>> = {
  being_checked: 'is being reviewed by the school. You don’t need to do anything.',
  disputed: 'is disputed by your bank. Access is paused until the bank decides.',
  dispute_lost: 'was reversed by your bank and no longer gives access.',
};

/** A payment with an open question. */
function PaymentNote({ purchase }: { purchase: OwnPurchase }) {
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
