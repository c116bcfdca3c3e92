import { useQuery } from '@tanstack/react-query';
import { Upload, UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { PersonSort, PersonStatus } from '#contract/people.ts';
import type { AdminPlan } from '#contract/plans.ts';
import { type PeopleQuery, peopleQuery } from '#web/api/people-queries.ts';
import { adminPlansQuery } from '#web/features/billing/plan-queries.ts';
import { download } from '#web/api/download.ts';
import { openSheet } from '#web/ui/dialogs/open-dialogs.ts';
import { Button, LinkButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/empty-state.tsx';
import { countOf, formatCount } from '#web/ui/text/format.ts';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import type { TableFilter } from '#web/ui/table/column.ts';
import { ExportButton } from '#web/ui/table/export-button.tsx';
import { Table } from '#web/ui/table/table.tsx';
import { useTable } from '#web/ui/table/use-table.ts';
import { pathTo } from '#web/app/paths.ts';
import { AddPerson } from './add-person.tsx';
import { BulkActions } from './bulk-actions.tsx';
import { peopleColumns } from './people-columns.tsx';
import { statuses, statusLabels } from './person-status.ts';

const sorts: readonly PersonSort[] = ['name', '-name', 'joined', '-joined', 'ends', '-ends', 'paid', '-paid'];

/** Everybody with an account. */
export function Component() {
  const site = useSite();
  const control = useTable();
  const status = control.choice('status', statuses);
  const sort = sorts.find((known) => known === control.sort);
  const planId = control.text('plan');
  const filter = { search: control.search, ...(status ? { status } : {}), ...(planId ? { planId } : {}) };
  const { pageSize: limit, offset } = control;
  const list = useQuery(peopleQuery({ ...filter, ...(sort ? { sort } : {}), limit, offset }));
  const counts = list.data?.counts;
  const plans = useQuery(adminPlansQuery()).data?.plans ?? [];
  return (
    <div className="page py-8 lg:py-10">
      <Heading counts={counts} filter={filter} isFiltered={Object.values(filter).some((value) => value !== '')} />
      <div className="mt-6">
        <Table
          label="People"
          control={control}
          query={list}
          pageOf={({ people, total }) => ({ rows: people, total })}
          columns={peopleColumns(site)}
          keyOf={({ _id }) => _id}
          openAt={({ _id }) => pathTo('userAccess', { userId: _id })}
          failure="The people could not be loaded"
          searchLabel="Search by name or email"
          filters={[
            ...(plans.length > 1 || planId !== '' ? [planFilter(plans)] : []),
            {
              id: 'status',
              title: 'Access',
              shape: 'chips',
              total: counts && sumOf(counts),
              options: statuses.map((value) => ({ value, label: statusLabels[value].label, count: counts?.[value] })),
            },
          ]}
          renderBulk={(selection) => <BulkActions selection={selection} filter={filter} />}
          empty={<EmptyState>Nobody has an account yet.</EmptyState>}
        />
      </div>
    </div>
  );
}

/** A school with one plan needs no choice of plans. */
const planFilter = (plans: readonly AdminPlan[]): TableFilter => ({
  id: 'plan',
  title: 'Plan',
  shape: 'select',
  options: plans.map(({ _id: value, name: label }) => ({ value, label })),
});

type Counts = Record<PersonStatus, number>;

const sumOf = (counts: Counts): number => Object.values(counts).reduce((sum, count) => sum + count, 0);

interface HeadingProps {
  counts: Counts | undefined;
  filter: Pick<PeopleQuery, 'search' | 'status' | 'planId'>;
  isFiltered: boolean;
}

function Heading({ counts, filter, isFiltered }: HeadingProps) {
  const [isAdding, setAdding] = useState(false);
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-4">
      <div>
        <PageHeading>People</PageHeading>
        <p className="mt-1 min-h-[1.5em] text-muted">
          {counts &&
            `${countOf(sumOf(counts), 'account')}, ${formatCount(counts.active + counts.ending_soon)} with access`}
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <LinkButton to={pathTo('importPeople')} tone="quiet">
          <Upload size={18} aria-hidden="true" />
          Import
        </LinkButton>
        <ExportButton
          run={() => download('GET /admin/people/export', 'people.csv', { query: filter })}
          isFiltered={isFiltered}
        />
        <Button onClick={() => openSheet(() => setAdding(true))}>
          <UserPlus size={18} aria-hidden="true" />
          Add person
        </Button>
      </div>
      {isAdding && <AddPerson onClose={() => setAdding(false)} />}
    </div>
  );
}
