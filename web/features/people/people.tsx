import { msg, plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Shield, Upload, UserPlus } from 'lucide-react';
import { useState } from 'react';
import type { PersonSort } from '#contract/people/people.ts';
import type { AdminPlan } from '#contract/billing/plans.ts';
import { openSheet } from '#web/ui/dialogs/open-dialogs.ts';
import type { SiteFacts } from '#contract/school/setup.ts';
import { adminPlansQuery } from '#web/features/billing/billing-queries.ts';
import { download, type ResponseOf } from '#web/api/call.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/page/query-boundary.tsx';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import { formatCount, formatMoney, formatShortDay, keysOf } from '#contract/format.ts';
import { AdminPage, type PageAction } from '#web/ui/page/admin-page.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { type Column, type TableFilter, useTable } from '#web/ui/table/use-table.ts';
import { Table } from '#web/ui/table/table.tsx';
import { useExport } from '#web/ui/table/export.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { Avatar } from '#web/ui/avatar.tsx';
import type { BadgeTone } from '#web/ui/panel.tsx';
import { accessLabels, linesOf } from './access-words.ts';
import { type ListedPerson, peopleQuery } from './people-queries.ts';
import { AddPerson, BulkActions } from './people-actions.tsx';

const sorts: readonly PersonSort[] = ['name', '-name', 'joined', '-joined', 'ends', '-ends', 'paid', '-paid'];

const linksIn = ({ _ }: Language): readonly PageAction[] => [
  { label: _(msg({ context: 'people', message: 'Import' })), icon: Upload, to: pathTo('importPeople') },
  { label: _(msg`Found a copy?`), icon: Shield, to: pathTo('foundCopy') },
];

/** All people with an account. */
export function Component() {
  const { t } = useLingui();
  const language = useLanguage();
  const site = useSite();
  const control = useTable();
  const chip = control.choice('access', chips);
  const sort = sorts.find((known) => known === control.sort);
  const planId = control.text('plan');
  const isSame = control.text('same') === 'true';
  const filter = {
    search: control.search,
    ...(chip === 'blocked' || chip === 'admin' ? { account: chip } : chip && { access: chip }),
    ...(planId ? { planId } : {}),
    ...(isSame ? { same: 'true' as const } : {}),
  };
  const { pageSize: limit, offset } = control;
  const list = useQuery(peopleQuery({ ...filter, ...(sort ? { sort } : {}), limit, offset }));
  const counted = list.data && countsOf(list.data);
  const plans = useQuery(adminPlansQuery()).data?.plans ?? [];
  const exported = useExport({
    run: () => download('GET /admin/people/export', 'people.csv', { query: filter }),
    isFiltered: Object.values(filter).some((value) => value !== ''),
  });
  return (
    <AdminPage
      heading={t`People`}
      lead={leadOf(counted, language)}
      action={<AddButton />}
      more={[...linksIn(language), exported]}
    >
      <div className="mt-6">
        <Table
          label={t`People`}
          control={control}
          query={list}
          pageOf={({ people, total }) => ({ rows: people, total })}
          columns={peopleColumns(site, language)}
          keyOf={({ _id }) => _id}
          openAt={({ _id }) => pathTo('userAccess', { userId: _id })}
          failure={t`The people could not be loaded`}
          searchLabel={t`Name, email, payment, receipt or code`}
          filters={[...planFilters(plans, planId, language), accessFilter(counted, language)]}
          renderBulk={(selection) => <BulkActions selection={selection} filter={filter} />}
          empty={<EmptyState>{t`Nobody has an account yet.`}</EmptyState>}
        />
      </div>
    </AdminPage>
  );
}

const chips = keysOf(accessLabels);

type Counts = Record<(typeof chips)[number] | 'all', number>;

const countsOf = ({ counts, accounts: { all, blocked, admins } }: ResponseOf<'GET /admin/people'>): Counts => ({
  ...counts,
  all,
  blocked,
  admin: admins,
});

const leadOf = (counted: Counts | undefined, { _ }: Language): string =>
  counted
    ? _(
        msg`${plural(counted.all, { one: '# account', other: '# accounts' })}, ${{ count: formatCount(counted.active + counted.ending) }} with access`,
      )
    : '';

const accessFilter = (counted: Counts | undefined, { _ }: Language): TableFilter => ({
  id: 'access',
  title: _(msg`Access`),
  shape: 'chips',
  total: counted?.all,
  options: chips.map((value) => ({ value, label: _(accessLabels[value].label), count: counted?.[value] })),
});

/** A school with one plan needs no choice of plans. */
const planFilters = (plans: readonly AdminPlan[], chosen: string, { _ }: Language): readonly TableFilter[] =>
  plans.length > 1 || chosen !== ''
    ? [
        {
          id: 'plan',
          title: _(msg`Plan`),
          none: _(msg`Any course or plan`),
          shape: 'select',
          options: plans.map(({ _id: value, name: label }) => ({ value, label })),
        },
      ]
    : [];

function AddButton() {
  const [isAdding, setAdding] = useState(false);
  return (
    <>
      <Button onClick={() => openSheet(() => setAdding(true))}>
        <UserPlus size={18} aria-hidden="true" />
        <Trans>Add person</Trans>
      </Button>
      {isAdding && <AddPerson onClose={() => setAdding(false)} />}
    </>
  );
}

type Site = Pick<SiteFacts, 'timeZone' | 'currencySymbol'>;

const NameAndEmail = ({ fullName, email, avatar }: ListedPerson) => (
  <span className="flex min-w-0 items-center gap-3">
    <span className="hidden md:block">
      <Avatar fullName={fullName} src={avatar.secure_url} className="size-8" />
    </span>
    <span className="min-w-0">
      <span className="block wrap-anywhere">{fullName}</span>
      <span className="meta inline-block font-normal wrap-anywhere">{email}</span>
    </span>
  </span>
);

const dots: Record<BadgeTone, string> = {
  good: 'bg-success',
  waiting: 'bg-warning',
  bad: 'bg-error',
  plain: 'border border-line-strong',
};

const Access = ({ person, timeZone }: { person: ListedPerson; timeZone: string }) => {
  const { tone, first, second } = linesOf(person, timeZone, useLanguage());
  return (
    <span className="flex items-baseline gap-2.5 lg:min-w-56">
      <span className={`size-2 shrink-0 rounded-full ${dots[tone]}`} aria-hidden="true" />
      <span className="min-w-0">
        <span
          className={`block wrap-anywhere ${{ waiting: 'text-warning', bad: 'text-error', good: '', plain: '' }[tone]}`}
        >
          {first}
        </span>
        <span className="meta block font-normal wrap-anywhere">{second}</span>
      </span>
    </span>
  );
};

const Watched = ({ watchedPercent }: Pick<ListedPerson, 'watchedPercent'>) =>
  watchedPercent === null ? (
    <span className="text-muted">
      <Trans>Nothing yet</Trans>
    </span>
  ) : (
    <span className="flex items-center gap-2.5">
      <progress className="progress h-1.5 w-16 text-primary" value={watchedPercent} max={100} aria-hidden="true" />
      <span className="num">{watchedPercent}%</span>
    </span>
  );

const peopleColumns = (
  { timeZone, currencySymbol }: Site,
  { _, locale }: Language,
): readonly Column<ListedPerson>[] => [
  {
    id: 'name',
    title: _(msg`Name`),
    kind: 'name',
    sort: 'ascending',
    cell: (person) => <NameAndEmail {...person} />,
  },
  {
    id: 'ends',
    title: _(msg`Access`),
    sort: 'ascending',
    inList: 'detail',
    cell: (person) => <Access person={person} timeZone={timeZone} />,
  },
  {
    id: 'watched',
    title: _(msg({ message: 'Watched', context: 'share' })),
    from: 1024,
    cell: (person) => <Watched {...person} />,
  },
  {
    id: 'paid',
    title: _(msg({ message: 'Paid', context: 'amount' })),
    kind: 'number',
    sort: 'descending',
    from: 1024,
    cell: ({ paidInPaise }) => (paidInPaise ? formatMoney(paidInPaise, currencySymbol) : '–'),
  },
  {
    id: 'seen',
    title: _(msg`Last seen`),
    from: 1024,
    cell: ({ lastSeenAt }) => (
      <span className="num whitespace-nowrap">
        {lastSeenAt === null ? '–' : formatShortDay(lastSeenAt, timeZone, locale)}
      </span>
    ),
  },
  {
    id: 'joined',
    title: _(msg({ message: 'Joined', context: 'day' })),
    sort: 'descending',
    from: 1440,
    cell: ({ createdAt }) => (
      <span className="num whitespace-nowrap">{formatShortDay(createdAt, timeZone, locale)}</span>
    ),
  },
];
