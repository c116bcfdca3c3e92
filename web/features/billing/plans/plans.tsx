import { useQuery } from '@tanstack/react-query';
import { CalendarPlus, History, Link, Pencil, Plus, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { messages } from '#contract/messages.ts';
import type { AdminPlan } from '#contract/billing/plans.ts';
import { call } from '#web/api/call.ts';
import { adminPlansQuery } from '#web/features/billing/billing-queries.ts';
import { openSheet } from '#web/ui/dialogs/open-dialogs.ts';
import { Badge } from '#web/ui/panel.tsx';
import { Button } from '#web/ui/button.tsx';
import { ActionDialog } from '#web/ui/dialogs/confirm-action.tsx';
import { copyText } from '#web/ui/text/copy-text.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { countOf, formatCount, formatDay, formatMoney } from '#contract/format.ts';
import { AdminPage } from '#web/ui/page/admin-page.tsx';
import { lengthLabelOf, lengthOf } from '#contract/billing/plan-term.ts';
import { QueryBoundary } from '#web/ui/page/query-boundary.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { Rows } from '#web/ui/table/table-rows.tsx';
import type { Column } from '#web/ui/table/use-table.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { useRefreshSite } from '#web/ui/page/use-refresh-site.ts';
import { pathTo } from '#web/app/path-to.ts';
import { inPartsOf } from '#web/features/billing/plan-terms.tsx';
import { Coupons } from '#web/features/billing/coupons/coupons.tsx';
import { lazyPart } from '#web/ui/page/lazy-part.ts';
import { PlanDialog } from './plan-dialog.tsx';
import { english } from '#contract/languages/language.ts';

const ExtendSheet = lazyPart(() => import('#web/features/billing/extensions/extend-sheet.tsx'));

type Opened = { dialog: 'edit' | 'extend' | 'versions' | 'delete'; plan: AdminPlan } | { dialog: 'add' };

const linkOf = ({ _id }: AdminPlan): string => `${globalThis.location.origin}${pathTo('checkout', { plan: _id })}`;

const Actions = ({ plan, onOpen }: { plan: AdminPlan; onOpen: (opened: Opened) => void }) => (
  <RowMenu
    label={`Actions for ${plan.name}`}
    items={[
      { label: 'Edit', icon: Pencil, onSelect: () => onOpen({ dialog: 'edit', plan }) },
      { label: 'Extend access', icon: CalendarPlus, onSelect: () => onOpen({ dialog: 'extend', plan }) },
      { label: 'Versions', icon: History, onSelect: () => onOpen({ dialog: 'versions', plan }) },
      { label: 'Copy link', icon: Link, onSelect: () => void copyText(linkOf(plan), 'Link copied') },
      ...(plan.isDefault
        ? []
        : [
            {
              label: 'Delete',
              icon: Trash2,
              isDestructive: true,
              onSelect: () => onOpen({ dialog: 'delete', plan } as const),
            },
          ]),
    ]}
  />
);

interface ColumnNeeds {
  currencySymbol: string;
  onOpen: (opened: Opened) => void;
}

const whyNotSold = ({ opens, term }: AdminPlan): string => {
  if (term.unit !== 'until') return 'Its courses are drafts or deleted';
  return opens === 'everything' ? 'It has ended' : 'It has ended, or its courses are drafts or deleted';
};

const planColumns = ({ currencySymbol, onOpen }: ColumnNeeds): readonly Column<AdminPlan>[] => [
  {
    id: 'plan',
    title: 'Plan',
    kind: 'name',
    cell: ({ name }) => name,
    note: (plan) => (
      <>
        {plan.opens === 'everything' ? 'All courses' : countOf(plan.opens.courseIds.length, 'course')}
        {`, ${plan.term.unit === 'until' ? lengthOf(plan.term) : lengthLabelOf(plan.term).toLowerCase()}`}
        {plan.isRenewing && ', renews'}
        {plan.parts && `, ${inPartsOf(plan, english)}`}
        {plan.isDefault && '. Offered first'}
        {!plan.isSold && `. ${whyNotSold(plan)}`}
        {!plan.isVisible && <span className="block font-mono wrap-anywhere">{linkOf(plan)}</span>}
      </>
    ),
  },
  {
    id: 'price',
    title: 'Price',
    kind: 'number',
    inList: 'status',
    cell: ({ priceInPaise }) => (
      <span className="num font-semibold">
        {priceInPaise === 0 ? 'Free' : formatMoney(priceInPaise, currencySymbol)}
      </span>
    ),
  },
  {
    id: 'members',
    title: 'Have access',
    kind: 'number',
    inList: 'detail',
    cell: ({ holders, members }) => (
      <>
        {formatCount(holders)}
        {members < holders && <span className="meta block">{formatCount(members)} through this plan</span>}
      </>
    ),
    inWords: ({ holders, members }) =>
      `${formatCount(holders)} with access${members < holders ? `, ${formatCount(members)} through this plan` : ''}`,
  },
  {
    id: 'sales',
    title: 'This year',
    kind: 'number',
    inList: 'detail',
    cell: ({ salesInPaise }) => formatMoney(salesInPaise, currencySymbol),
    inWords: ({ salesInPaise }) => `${formatMoney(salesInPaise, currencySymbol)} this year`,
  },
  {
    id: 'state',
    title: 'State',
    inList: 'status',
    cell: ({ isSold, isVisible }) => (
      <Badge isGood={isSold && isVisible}>{!isSold ? 'Not sold' : isVisible ? 'On sale' : 'Link only'}</Badge>
    ),
  },
  { id: 'actions', title: 'Actions', kind: 'actions', cell: (plan) => <Actions {...{ plan, onOpen }} /> },
];

function VersionsDialog({ plan, onClose }: { plan: AdminPlan; onClose: () => void }) {
  const { currencySymbol, timeZone } = useSite();
  return (
    <Dialog
      isOpen
      title={`Versions of ${plan.name}`}
      onClose={onClose}
      actions={
        <Button tone="quiet" size="large" data-first="" onClick={onClose}>
          Close
        </Button>
      }
    >
      <ul>
        {plan.versions.map((version) => (
          <li key={version.number} className="border-t border-line py-3 first:border-t-0">
            <p className="flex justify-between gap-4 font-semibold">
              <span>Version {version.number}</span>
              <span className="num">{formatMoney(version.priceInPaise, currencySymbol)}</span>
            </p>
            <p className="meta">
              {lengthLabelOf(version.term)}
              {version.isRenewing
                ? ', renews'
                : version.parts
                  ? `, paid once ${inPartsOf(version, english)}`
                  : ', paid once'}
              , refund within {version.refundDays} days.{' '}
              {version.madeAt && `Since ${formatDay(version.madeAt, timeZone)}. `}
              {countOf(version.members, 'member')}, {formatMoney(version.salesInPaise, currencySymbol)} this year.
            </p>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function DeleteDialog({ plan, onClose }: { plan: AdminPlan; onClose: () => void }) {
  const refreshSite = useRefreshSite();
  return (
    <ActionDialog
      title={`Delete ${plan.name}?`}
      confirmLabel="Delete plan"
      cancelLabel="Keep plan"
      run={() => call('DELETE /admin/plans/:planId', { params: { planId: plan._id } })}
      messages={{ error: messages.plans.failed }}
      onSuccess={refreshSite}
      changes={['plans']}
      onClose={onClose}
    >
      Nobody can buy it any more, also with its link. Members keep what they bought, and renewals continue.
    </ActionDialog>
  );
}

function Opened({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  if (opened.dialog === 'add') return <PlanDialog onClose={onClose} />;
  const { dialog, plan } = opened;
  if (dialog === 'edit') return <PlanDialog plan={plan} onClose={onClose} />;
  if (dialog === 'extend')
    return (
      <Suspense>
        <ExtendSheet about={{ planId: plan._id }} name={plan.name} onClose={onClose} />
      </Suspense>
    );
  return dialog === 'versions' ? (
    <VersionsDialog plan={plan} onClose={onClose} />
  ) : (
    <DeleteDialog plan={plan} onClose={onClose} />
  );
}

export function Component() {
  const { currencySymbol } = useSite();
  const query = useQuery(adminPlansQuery());
  const [opened, setOpened] = useState<Opened>();
  const open = (next: Opened) => openSheet(() => setOpened(next));
  return (
    <AdminPage
      heading="Plans"
      lead="Everything your school sells, and its coupons"
      action={
        <Button tone="quiet" onClick={() => open({ dialog: 'add' })}>
          <Plus size={18} aria-hidden="true" />
          Add plan
        </Button>
      }
    >
      <section aria-label="Plans" className="surface table-surface mt-6">
        <QueryBoundary query={query} failure="The plans could not be loaded" messageClass="p-5" isInPanel>
          {({ plans }) => (
            <Rows
              label="Plans"
              rows={plans}
              columns={planColumns({ currencySymbol, onOpen: open })}
              keyOf={({ _id }) => _id}
            />
          )}
        </QueryBoundary>
      </section>
      <div className="mt-6">
        <Coupons plans={query.data?.plans ?? []} />
      </div>
      {opened && <Opened opened={opened} onClose={() => setOpened(undefined)} />}
    </AdminPage>
  );
}
