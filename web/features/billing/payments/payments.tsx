import { useQuery } from '@tanstack/react-query';
import { paymentListQuery } from '#web/features/billing/admin-billing-queries.ts';
import { download } from '#web/api/download.ts';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { ExportButton } from '#web/ui/table/export-button.tsx';
import { Table } from '#web/ui/table/table.tsx';
import { useTable } from '#web/ui/table/use-table.ts';
import { pathTo } from '#web/app/paths.ts';
import { BillingNav } from '#web/features/billing/plans/billing-nav.tsx';
import { filterOf, sortOf, statusFilter } from './use-payment-filter.ts';
import { paymentColumns } from './payment-rows.tsx';
import { PaymentTotals } from './payment-totals.tsx';
import { ToDoPanel } from './to-do-panel.tsx';

export function Component() {
  const site = useSite();
  const control = useTable();
  const filter = filterOf(control);
  const list = useQuery(
    paymentListQuery({ ...filter, sort: sortOf(control), limit: control.pageSize }, control.cursor),
  );
  return (
    <div className="page py-8 lg:py-10">
      <PageHeading>Payments</PageHeading>
      <BillingNav />
      <PaymentTotals />
      <ToDoPanel />
      <section aria-labelledby="all-payments" className="mt-8">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <h2 id="all-payments" className="text-title">
            All payments
          </h2>
          <ExportButton
            run={() => download('GET /admin/payments/export', 'payments.csv', { query: filter })}
            isFiltered={Object.keys(filter).length > 0}
          />
        </div>
        <Table
          label="All payments"
          control={control}
          query={list}
          pageOf={({ payments, nextCursor }) => ({ rows: payments, nextCursor })}
          columns={paymentColumns(site)}
          keyOf={({ _id }) => _id}
          openAt={({ paymentId }) => pathTo('payment', { paymentId })}
          failure="The payments could not be loaded"
          searchLabel="Name, email, pay_ or sub_ ID"
          filters={[statusFilter(filter, list.data?.counts)]}
          empty={<EmptyState>No payments yet. The first one appears here as soon as it arrives.</EmptyState>}
        />
      </section>
    </div>
  );
}
