import { useQuery, useQueryClient } from '@tanstack/react-query';
import { History, Link, Pencil, Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messages } from '#contract/messages.ts';
import type { AdminPlan } from '#contract/plans.ts';
import { call } from '#web/api/call.ts';
import { adminPlansQuery } from '#web/features/billing/billing-queries.ts';
import { queryKeys } from '#web/api/query-keys.ts';
import { useAction } from '#web/api/use-action.ts';
import { openSheet } from '#web/ui/dialogs/open-dialogs.ts';
import { Badge } from '#web/ui/panel.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/dialogs/confirm-dialog.tsx';
import { copyText } from '#web/ui/text/copy-text.ts';
import { Dialog } from '#web/ui/dialogs/dialog.tsx';
import { countOf, formatCount, formatDay, formatMoney } from '#web/ui/text/format.ts';
import { PageHeading } from '#web/ui/page/page-heading.tsx';
import { lengthLabelOf } from '#contract/plan-term.ts';
import { LoadingNote, QueryBoundary, RowsSkeleton } from '#web/ui/page/query-boundary.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { pathTo } from '#web/app/paths.ts';
import { Coupons } from '#web/features/billing/coupons/coupons.tsx';
import { PlanDialog } from './plan-dialog.tsx';

type Opened = { dialog: 'edit' | 'versions' | 'delete'; plan: AdminPlan } | { dialog: 'add' };

const linkOf = ({ _id }: AdminPlan): string => `${globalThis.location.origin}${pathTo('checkout', { plan: _id })}`;

const Actions = ({ plan, onOpen }: { plan: AdminPlan; onOpen: (opened: Opened) => void }) => (
  <RowMenu
    label={`Actions for ${plan.name}`}
    items={[
      { label: 'Edit', icon: Pencil, onSelect: () => onOpen({ dialog: 'edit', plan }) },
      { label: 'Versions', icon: History, onSelect: () => onOpen({ dialog: 'versions', plan }) },
      { label: 'Copy the link', icon: Link, onSelect: () => void copyText(linkOf(plan), 'Link copied') },
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

function PlanRow({ plan, onOpen }: { plan: AdminPlan; onOpen: (opened: Opened) => void }) {
  const { currencySymbol } = useSite();
  const version = plan.versions[0]?.number ?? 1;
  return (
    <li className="grid grid-cols-[1fr_auto] items-center gap-x-4 gap-y-1 border-t border-line py-4 first:border-t-0 @xl:grid-cols-[1fr_5rem_4rem_4.5rem_6.5rem_8.5rem] @xl:gap-x-3 @3xl:gap-x-6">
      <div className="min-w-0">
        <p className="font-semibold wrap-anywhere">{plan.name}</p>
        <p className="meta">
          {lengthLabelOf(plan.term)}
          {plan.isRenewing && ', renews'}
          {plan.isDefault && ', the default'}
        </p>
      </div>
      <p className="num text-end font-semibold">{formatMoney(plan.priceInPaise, currencySymbol)}</p>
      <p className="num meta @xl:text-end">
        <span className="@xl:hidden">Version </span>
        {version}
      </p>
      <p className="num meta text-end">
        <span className="@xl:hidden">{countOf(plan.members, 'member')}</span>
        <span className="@max-xl:hidden">{formatCount(plan.members)}</span>
      </p>
      <p className="num meta @xl:text-end">
        {formatMoney(plan.salesInPaise, currencySymbol)}
        <span className="@xl:hidden"> this year</span>
      </p>
      <div className="flex items-center justify-end gap-2 @xl:justify-between">
        <Badge isGood={plan.isVisible}>{plan.isVisible ? 'On sale' : 'Link only'}</Badge>
        <Actions {...{ plan, onOpen }} />
      </div>
      {!plan.isVisible && <p className="meta col-span-full font-mono wrap-anywhere">{linkOf(plan)}</p>}
    </li>
  );
}

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
              {version.isRenewing ? ', renews' : ', paid once'}, refund within {version.refundDays} days.{' '}
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
  const queryClient = useQueryClient();
  const action = useAction({
    run: () => call('DELETE /admin/plans/:planId', { params: { planId: plan._id } }),
    messages: { error: messages.plans.failed },
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: queryKeys.adminPlans });
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Delete ${plan.name}?`}
      confirmLabel="Delete plan"
      cancelLabel="Keep plan"
      isBusy={action.isBusy}
      onConfirm={() => void action.start(undefined)}
      onClose={onClose}
    >
      Nobody can buy it any more, also with its link. Members keep what they bought, and renewals continue.
    </ConfirmDialog>
  );
}

function Opened({ opened, onClose }: { opened: Opened; onClose: () => void }) {
  if (opened.dialog === 'add') return <PlanDialog onClose={onClose} />;
  const { dialog, plan } = opened;
  if (dialog === 'edit') return <PlanDialog plan={plan} onClose={onClose} />;
  return dialog === 'versions' ? (
    <VersionsDialog plan={plan} onClose={onClose} />
  ) : (
    <DeleteDialog plan={plan} onClose={onClose} />
  );
}

const HEADS = ['Plan', 'Price', 'Version', 'Members', 'This year', 'State'];

export function Component() {
  const query = useQuery(adminPlansQuery());
  const [opened, setOpened] = useState<Opened>();
  const open = (next: Opened) => openSheet(() => setOpened(next));
  return (
    <div className="page py-8">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <div>
          <PageHeading>Plans</PageHeading>
          <p className="mt-1 text-muted">What your school sells, and the coupons for it</p>
        </div>
        <Button tone="quiet" onClick={() => open({ dialog: 'add' })}>
          <Plus size={18} aria-hidden="true" />
          Add plan
        </Button>
      </div>
      <section aria-label="Plans" className="surface @container mt-6 px-5">
        <QueryBoundary
          query={query}
          skeleton={
            <>
              <LoadingNote />
              <RowsSkeleton />
            </>
          }
          failure="The plans could not be loaded"
          messageClass="py-5"
          isInPanel
        >
          {({ plans }) => (
            <>
              <div
                aria-hidden="true"
                className="meta hidden grid-cols-[1fr_5rem_4rem_4.5rem_6.5rem_8.5rem] gap-x-3 border-b border-line py-3 @xl:grid @3xl:gap-x-6"
              >
                {HEADS.map((head, index) => (
                  <span key={head} className={index > 0 && index < 5 ? 'text-end' : ''}>
                    {head}
                  </span>
                ))}
              </div>
              <ul>
                {plans.map((plan) => (
                  <PlanRow key={plan._id} plan={plan} onOpen={open} />
                ))}
              </ul>
            </>
          )}
        </QueryBoundary>
      </section>
      <div className="mt-6">
        <Coupons plans={query.data?.plans ?? []} />
      </div>
      {opened && <Opened opened={opened} onClose={() => setOpened(undefined)} />}
    </div>
  );
}
