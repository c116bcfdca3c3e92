import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { sentenceOf } from '#web/api/api-error.ts';
import { download, saveFile } from '#web/api/download.ts';
import { salesQuery } from '#web/api/sales.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/components/button.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { SearchField } from '#web/components/search-field.tsx';
import { LoadingNote, RowsSkeleton } from '#web/components/skeletons.tsx';
import { EmptyState, ErrorState } from '#web/components/states.tsx';
import { PaymentRows } from '#web/pages/sales/payment-rows.tsx';
import { SalesNav } from '#web/pages/sales/sales-nav.tsx';
import { SalesSums } from '#web/pages/sales/sales-sums.tsx';
import { StatusChips } from '#web/pages/sales/status-chips.tsx';
import { ToDoPanel } from '#web/pages/sales/to-do-panel.tsx';
import { type PaymentFilter, usePaymentFilter } from '#web/pages/sales/use-payment-filter.ts';

/** Everything that was paid, and what of it needs a person. */
export function Component() {
  const { filter, change, goOlder, goNewer } = usePaymentFilter();
  const { status, search, cursor } = filter;
  return (
    <div className="page py-8 lg:py-10">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <PageHeading>Payments</PageHeading>
        <ExportButton filter={filter} />
      </div>
      <SalesNav />
      <SalesSums />
      <ToDoPanel />
      <section aria-labelledby="all-payments" className="surface mt-5 overflow-hidden">
        <div className="p-5 sm:px-6 sm:pt-6">
          <h2 id="all-payments" className="text-title">
            All payments
          </h2>
          <div className="mt-4 flex flex-col gap-4 xl:flex-row xl:items-center">
            <SearchField
              label="Name, email, pay_ or sub_ id"
              value={search}
              onSearch={(next) => change({ search: next }, { replaces: true })}
            />
            <StatusChips chosen={status} onChoose={(next) => change({ status: next })} />
          </div>
        </div>
        <Results
          filter={{ ...(status ? { status } : {}), ...(search ? { search } : {}) }}
          cursor={cursor}
          onOlder={goOlder}
          onNewer={goNewer}
          onClear={() => change({ status: undefined, search: '' })}
        />
      </section>
    </div>
  );
}

function ExportButton({ filter: { status, search } }: { filter: PaymentFilter }) {
  const exporting = useAction({
    run: () =>
      download('GET /admin/payments/export', 'payments.csv', {
        query: { ...(status ? { status } : {}), ...(search ? { search } : {}) },
      }),
    sentences: { loading: 'Preparing the file...', success: 'The file is saved', error: 'The file could not be made' },
    onSuccess: saveFile,
  });
  const isFiltered = status !== undefined || search !== '';
  return (
    <Button tone="quiet" isBusy={exporting.isBusy} onClick={() => void exporting.start(undefined)}>
      <Download size={18} aria-hidden="true" />
      {isFiltered ? 'Export these as CSV' : 'Export as CSV'}
    </Button>
  );
}

interface ResultsProps {
  filter: Parameters<typeof salesQuery>[0];
  cursor: string;
  onOlder: (cursor: string) => void;
  onNewer: () => void;
  onClear: () => void;
}

function Results({ filter, cursor, onOlder, onNewer, onClear }: ResultsProps) {
  const list = useQuery(salesQuery(filter, cursor));
  if (!list.data) {
    return (
      <div className="px-5 pb-5 *:border-0 *:p-0 sm:px-6">
        {list.isError ? (
          <ErrorState onRetry={() => void list.refetch()} isRetrying={list.isFetching}>
            {sentenceOf(list.error, 'The payments could not be loaded')}
          </ErrorState>
        ) : (
          <>
            <LoadingNote>Loading payments</LoadingNote>
            <RowsSkeleton />
          </>
        )}
      </div>
    );
  }
  const { payments, nextCursor } = list.data;
  const isOld = list.isPlaceholderData;
  const isFiltered = filter.status !== undefined || filter.search !== undefined;
  if (payments.length === 0 && cursor === '') return <NothingHere isFiltered={isFiltered} onClear={onClear} />;
  return (
    <div className={isOld ? 'opacity-60' : undefined} aria-busy={isOld || undefined}>
      <PaymentRows payments={payments} />
      {(nextCursor !== null || cursor !== '') && (
        <nav aria-label="Pages of payments" className="flex justify-between gap-3 border-t border-line p-4">
          <Button tone="quiet" isDisabled={cursor === ''} onClick={onNewer}>
            Newer
          </Button>
          <Button
            tone="quiet"
            isDisabled={nextCursor === null || isOld}
            onClick={() => nextCursor !== null && onOlder(nextCursor)}
          >
            Older
          </Button>
        </nav>
      )}
    </div>
  );
}

const NothingHere = ({ isFiltered, onClear }: { isFiltered: boolean; onClear: () => void }) =>
  isFiltered ? (
    <EmptyState action={<Button onClick={onClear}>Show all payments</Button>}>No payment is like that.</EmptyState>
  ) : (
    <EmptyState>Nobody has paid yet. The first payment shows here as soon as it comes in.</EmptyState>
  );
