import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { paymentListQuery } from '#web/api/admin-billing-queries.ts';
import type { ResponseOf } from '#web/api/call.ts';
import { download, saveFile } from '#web/api/download.ts';
import { useAction } from '#web/api/use-action.ts';
import { Button } from '#web/components/button.tsx';
import { EmptyState } from '#web/components/empty-state.tsx';
import { PageHeading } from '#web/components/page-heading.tsx';
import { QueryBoundary } from '#web/components/query-boundary.tsx';
import { SearchField } from '#web/components/search-field.tsx';
import { LoadingNote, RowsSkeleton } from '#web/components/skeletons.tsx';
import { BillingNav } from './billing-nav.tsx';
import { PaymentRows } from './payment-rows.tsx';
import { PaymentTotals } from './payment-totals.tsx';
import { StatusChips } from './status-chips.tsx';
import { ToDoPanel } from './to-do-panel.tsx';
import { type PaymentFilter, usePaymentFilter } from './use-payment-filter.ts';

export function Component() {
  const { filter, change, goOlder, goNewer } = usePaymentFilter();
  const { status, search, cursor } = filter;
  return (
    <div className="page py-8 lg:py-10">
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4">
        <PageHeading>Payments</PageHeading>
        <ExportButton filter={filter} />
      </div>
      <BillingNav />
      <PaymentTotals />
      <ToDoPanel />
      <section aria-labelledby="all-payments" className="surface mt-5 overflow-hidden">
        <div className="p-5 sm:px-6 sm:pt-6">
          <h2 id="all-payments" className="text-title">
            All payments
          </h2>
          <div className="mt-4 flex flex-col gap-4 xl:flex-row xl:items-center">
            <SearchField
              label="Name, email, pay_ or sub_ ID"
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
    sentences: { loading: 'Preparing export...', success: 'Export downloaded', error: 'The export failed' },
    onSuccess: saveFile,
  });
  const isFiltered = status !== undefined || search !== '';
  return (
    <Button tone="quiet" isBusy={exporting.isBusy} onClick={() => void exporting.start(undefined)}>
      <Download size={18} aria-hidden="true" />
      {isFiltered ? 'Export results as CSV' : 'Export as CSV'}
    </Button>
  );
}

interface ResultsProps {
  filter: Parameters<typeof paymentListQuery>[0];
  cursor: string;
  onOlder: (cursor: string) => void;
  onNewer: () => void;
  onClear: () => void;
}

function Results({ filter, cursor, onOlder, onNewer, onClear }: ResultsProps) {
  const list = useQuery(paymentListQuery(filter, cursor));
  return (
    <QueryBoundary
      query={list}
      skeleton={
        <div className="px-5 pb-5 *:border-0 *:p-0 sm:px-6">
          <LoadingNote>Loading payments</LoadingNote>
          <RowsSkeleton />
        </div>
      }
      failure="The payments could not be loaded"
      messageClass="px-5 pb-5 sm:px-6"
      isInPanel
    >
      {(page) => (
        <ListPage page={page} isOld={list.isPlaceholderData} {...{ filter, cursor, onOlder, onNewer, onClear }} />
      )}
    </QueryBoundary>
  );
}

interface ListPageProps extends ResultsProps {
  page: ResponseOf<'GET /admin/payments'>;
  /** The page is still that of the previous filter. */
  isOld: boolean;
}

function ListPage({ page, isOld, filter, cursor, onOlder, onNewer, onClear }: ListPageProps) {
  const { payments, nextCursor } = page;
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
    <EmptyState action={<Button onClick={onClear}>Show all payments</Button>}>No payments match.</EmptyState>
  ) : (
    <EmptyState>No payments yet. The first one appears here as soon as it arrives.</EmptyState>
  );
