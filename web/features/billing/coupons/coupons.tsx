import { useQuery } from '@tanstack/react-query';
import { Copy, Link, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import { openSheet } from '#web/ui/dialogs/open-dialogs.ts';
import { useFitsTables } from '#web/ui/dialogs/shell.tsx';
import { type Coupon, couponsQuery } from '#web/features/billing/billing-queries.ts';
import { Badge, type BadgeLabel, Panel } from '#web/ui/panel.tsx';
import { Button } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/text/copy-text.ts';
import { formatDay, formatMoney } from '#web/ui/text/format.ts';
import { QueryBoundary, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { pathTo } from '#web/app/paths.ts';
import { CouponDialog, type PlanChoice } from './coupon-dialog.tsx';

type Opened = { from?: Coupon; isCopy?: boolean };

const states: Record<Coupon['state'], BadgeLabel> = {
  active: { label: 'Active', tone: 'good' },
  scheduled: { label: 'Not started', tone: 'waiting' },
  used_up: { label: 'Used up', tone: 'plain' },
  ended: { label: 'Ended', tone: 'plain' },
};

const isOver = ({ state }: Coupon): boolean => state === 'used_up' || state === 'ended';

/** All coupons of the school, with their uses. */
export function Coupons({ plans }: { plans: readonly PlanChoice[] }) {
  const query = useQuery(couponsQuery());
  const [opened, setOpened] = useState<Opened>();
  const open = (next: Opened) => openSheet(() => setOpened(next));
  return (
    <Panel
      title="Coupons"
      aside={
        <Button tone="quiet" onClick={() => open({})}>
          <Plus size={18} aria-hidden="true" />
          Add coupon
        </Button>
      }
    >
      <QueryBoundary
        query={query}
        skeleton={<Skeleton className="h-40 w-full" />}
        failure="The coupons could not be loaded"
        isInPanel
      >
        {({ coupons }) =>
          coupons.length === 0 ? (
            <p className="text-sm text-muted">No coupons yet. A coupon takes a percentage or an amount off a plan.</p>
          ) : (
            <CouponRows coupons={coupons} plans={plans} onOpen={open} />
          )
        }
      </QueryBoundary>
      {opened && <CouponDialog {...opened} plans={plans} onClose={() => setOpened(undefined)} />}
    </Panel>
  );
}

interface RowsProps {
  coupons: readonly Coupon[];
  plans: readonly PlanChoice[];
  onOpen: (opened: Opened) => void;
}

function CouponRows(props: RowsProps) {
  return useFitsTables() ? <CouponTable {...props} /> : <CouponList {...props} />;
}

/** The content of a row, the same in the table and in the list. */
const useCells = ({ plans }: Pick<RowsProps, 'plans'>) => {
  const { currencySymbol, timeZone } = useSite();
  return (coupon: Coupon) => ({
    plan:
      coupon.planId === null ? 'All plans' : (plans.find(({ _id }) => _id === coupon.planId)?.name ?? 'Another plan'),
    discount:
      coupon.percentOff === null
        ? `${formatMoney(coupon.amountOffInPaise ?? 0, currencySymbol)} off`
        : `${coupon.percentOff}% off`,
    uses: coupon.maxUses === null ? `${coupon.uses}, no limit` : `${coupon.uses} of ${coupon.maxUses}`,
    // It ends before this moment, so the day before is the last one.
    ends:
      coupon.endsAt === null ? 'No end' : formatDay(new Date(Date.parse(coupon.endsAt) - 1).toISOString(), timeZone),
  });
};

const Meter = ({ coupon: { uses, maxUses } }: { coupon: Coupon }) =>
  maxUses === null ? null : (
    <span className="mt-1 block h-1 w-24 overflow-hidden rounded-full bg-base-300" aria-hidden="true">
      <span className="block h-full bg-primary" style={{ width: `${Math.min(100, (uses / maxUses) * 100)}%` }} />
    </span>
  );

const StateBadge = ({ coupon }: { coupon: Coupon }) => {
  const { label, tone } = states[coupon.state];
  return <Badge tone={tone}>{label}</Badge>;
};

function CouponActions({ coupon, onOpen }: { coupon: Coupon; onOpen: RowsProps['onOpen'] }) {
  const link = `${globalThis.location.origin}${pathTo('checkout', { coupon: coupon.code })}`;
  return (
    <RowMenu
      label={`Actions for ${coupon.code}`}
      items={[
        { label: 'Edit', icon: Pencil, onSelect: () => onOpen({ from: coupon }) },
        ...(isOver(coupon)
          ? []
          : [{ label: 'Copy the link', icon: Link, onSelect: () => void copyText(link, 'Link copied') }]),
        { label: 'Copy into a new coupon', icon: Copy, onSelect: () => onOpen({ from: coupon, isCopy: true }) },
      ]}
    />
  );
}

function CouponTable({ coupons, plans, onOpen }: RowsProps) {
  const cellsOf = useCells({ plans });
  return (
    <div className="-mx-5 overflow-x-auto sm:-mx-6">
      <table className="table [&_:is(td,th):first-child]:ps-6 [&_:is(td,th):last-child]:pe-6">
        <thead>
          <tr className="border-line">
            {['Code', 'Discount', 'Used', 'Last day', 'State'].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
            <th scope="col">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {coupons.map((coupon) => {
            const { plan, discount, uses, ends } = cellsOf(coupon);
            return (
              <tr key={coupon._id} className={`border-line ${isOver(coupon) ? 'text-muted' : ''}`}>
                <th scope="row" className="font-normal">
                  <code className="font-semibold">{coupon.code}</code>
                  <span className="meta block">{plan}</span>
                </th>
                <td>{discount}</td>
                <td className="num">
                  {uses}
                  <Meter coupon={coupon} />
                </td>
                <td>{ends}</td>
                <td>
                  <StateBadge coupon={coupon} />
                </td>
                <td className="text-end">
                  <CouponActions coupon={coupon} onOpen={onOpen} />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}

function CouponList({ coupons, plans, onOpen }: RowsProps) {
  const cellsOf = useCells({ plans });
  return (
    <ul className="divide-y divide-line">
      {coupons.map((coupon) => {
        const { plan, discount, uses, ends } = cellsOf(coupon);
        return (
          <li key={coupon._id} className={`py-3 ${isOver(coupon) ? 'text-muted' : ''}`}>
            <div className="flex items-center justify-between gap-3">
              <code className="min-w-0 font-semibold wrap-anywhere">{coupon.code}</code>
              <StateBadge coupon={coupon} />
            </div>
            <p className="mt-1 text-sm">
              {discount}, {plan}
            </p>
            <div className="flex items-center justify-between gap-3">
              <p className="meta">
                {uses}. {coupon.endsAt === null ? 'No end' : `Last day ${ends}`}
                <Meter coupon={coupon} />
              </p>
              <CouponActions coupon={coupon} onOpen={onOpen} />
            </div>
          </li>
        );
      })}
    </ul>
  );
}
