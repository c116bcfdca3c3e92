import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Copy, Link, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import type { AdminPlan } from '#contract/billing/plans.ts';
import type { SiteFacts } from '#contract/school/setup.ts';
import { allCoursesQuery } from '#web/api/authoring-queries.ts';
import { openSheet } from '#web/ui/dialogs/open-dialogs.ts';
import { type Coupon, couponsQuery } from '#web/features/billing/billing-queries.ts';
import { type BadgeLabel, Panel, StateBadge } from '#web/ui/panel.tsx';
import { Button } from '#web/ui/button.tsx';
import { copyText } from '#web/ui/text/copy-text.ts';
import type { Language } from '#contract/languages/language.ts';
import { useLanguage } from '#web/ui/language/language.tsx';
import { formatDay, formatMoney } from '#contract/format.ts';
import { QueryBoundary, RowsSkeleton } from '#web/ui/page/query-boundary.tsx';
import { RowMenu } from '#web/ui/row-menu.tsx';
import { Rows } from '#web/ui/table/table-rows.tsx';
import type { Column } from '#web/ui/table/use-table.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { pathTo } from '#web/app/path-to.ts';
import { CouponDialog, type CouponTargets } from './coupon-dialog.tsx';

type Opened = { from?: Coupon; isCopy?: boolean };

const states: Record<Coupon['state'], BadgeLabel<MessageDescriptor>> = {
  active: { label: msg({ message: 'Active', context: 'coupon' }), tone: 'good' },
  scheduled: { label: msg({ message: 'Not started', context: 'coupon' }), tone: 'waiting' },
  used_up: { label: msg`Used up`, tone: 'plain' },
  ended: { label: msg({ message: 'Ended', context: 'coupon' }), tone: 'plain' },
};

const isOver = ({ state }: Coupon): boolean => state === 'used_up' || state === 'ended';

const MAX_COURSES = 100;

/** The plans, and the courses that they open alone or with others. */
const useTargets = (plans: readonly AdminPlan[]): CouponTargets => {
  const soldIds = new Set(plans.flatMap(({ opens }) => (opens === 'everything' ? [] : opens.courseIds)));
  const query = useQuery({ ...allCoursesQuery({ sort: 'title', limit: MAX_COURSES }), enabled: soldIds.size > 0 });
  return { plans, courses: (query.data?.courses ?? []).filter(({ _id }) => soldIds.has(_id)) };
};

const targetOf = ({ planId, courseId }: Coupon, { plans, courses }: CouponTargets, { _ }: Language): string => {
  if (planId !== null) return plans.find(({ _id }) => _id === planId)?.name ?? _(msg`Another plan`);
  if (courseId !== null) return courses.find(({ _id }) => _id === courseId)?.title ?? _(msg`Another course`);
  return _(msg`All plans`);
};

/** All coupons of the school, with their uses. */
export function Coupons({ plans }: { plans: readonly AdminPlan[] }) {
  const { t } = useLingui();
  const language = useLanguage();
  const targets = useTargets(plans);
  const site = useSite();
  const query = useQuery(couponsQuery());
  const [opened, setOpened] = useState<Opened>();
  const open = (next: Opened) => openSheet(() => setOpened(next));
  return (
    <Panel
      title={t`Coupons`}
      aside={
        <Button tone="quiet" onClick={() => open({})}>
          <Plus size={18} aria-hidden="true" />
          <Trans>Add coupon</Trans>
        </Button>
      }
    >
      <QueryBoundary
        query={query}
        skeleton={<RowsSkeleton count={2} />}
        failure={t`The coupons could not be loaded`}
        isInPanel
      >
        {({ coupons }) =>
          coupons.length === 0 ? (
            <p className="text-sm text-muted">
              <Trans>No coupons yet. A coupon takes a percentage or an amount off a plan.</Trans>
            </p>
          ) : (
            <Rows
              label={t`Coupons`}
              rows={coupons}
              columns={couponColumns({ site, targets, onOpen: open }, language)}
              keyOf={({ _id }) => _id}
            />
          )
        }
      </QueryBoundary>
      {opened && <CouponDialog {...opened} targets={targets} onClose={() => setOpened(undefined)} />}
    </Panel>
  );
}

const Meter = ({ coupon: { uses, maxUses } }: { coupon: Coupon }) =>
  maxUses === null ? null : (
    <span className="mt-1 block h-1 w-24 overflow-hidden rounded-full bg-base-300" aria-hidden="true">
      <span className="block h-full bg-primary" style={{ width: `${Math.min(100, (uses / maxUses) * 100)}%` }} />
    </span>
  );

const usesOf = ({ uses, maxUses }: Coupon, { _ }: Language): string =>
  maxUses === null ? _(msg`${uses}, no limit`) : _(msg`${uses} of ${maxUses}`);

/** It ends before this moment, so the day before is the last one. */
const lastDayOf = (endsAt: string, timeZone: string, { locale }: Language): string =>
  formatDay(new Date(Date.parse(endsAt) - 1).toISOString(), timeZone, locale);

interface ColumnNeeds {
  site: Pick<SiteFacts, 'currencySymbol' | 'timeZone'>;
  targets: CouponTargets;
  onOpen: (opened: Opened) => void;
}

const discountOf = ({ percentOff, amountOffInPaise }: Coupon, currencySymbol: string, { _ }: Language): string =>
  percentOff === null
    ? _(msg`${{ discount: formatMoney(amountOffInPaise ?? 0, currencySymbol) }} off`)
    : _(msg`${{ discount: `${percentOff}%` }} off`);

const couponColumns = ({ site, targets, onOpen }: ColumnNeeds, language: Language): readonly Column<Coupon>[] => [
  {
    id: 'code',
    title: language._(msg`Code`),
    kind: 'name',
    cell: (coupon) => <code className={isOver(coupon) ? 'text-muted' : undefined}>{coupon.code}</code>,
    note: (coupon) => targetOf(coupon, targets, language),
  },
  {
    id: 'discount',
    title: language._(msg`Discount`),
    inList: 'detail',
    cell: (coupon) => <span className="num">{discountOf(coupon, site.currencySymbol, language)}</span>,
  },
  {
    id: 'used',
    title: language._(msg({ message: 'Used', context: 'coupon' })),
    inList: 'detail',
    cell: (coupon) => (
      <span className="num">
        {usesOf(coupon, language)}
        <Meter coupon={coupon} />
      </span>
    ),
    inWords: (coupon) => usesOf(coupon, language),
  },
  {
    id: 'ends',
    title: language._(msg`Last day`),
    inList: 'detail',
    cell: ({ endsAt }) => (endsAt === null ? language._(msg`No end`) : lastDayOf(endsAt, site.timeZone, language)),
    inWords: ({ endsAt }) =>
      endsAt === null
        ? language._(msg`No end`)
        : language._(msg`Last day ${{ day: lastDayOf(endsAt, site.timeZone, language) }}`),
  },
  {
    id: 'state',
    title: language._(msg`State`),
    inList: 'status',
    cell: ({ state }) => <StateBadge {...states[state]} />,
  },
  {
    id: 'actions',
    title: language._(msg`Actions`),
    kind: 'actions',
    cell: (coupon) => <CouponActions coupon={coupon} onOpen={onOpen} />,
  },
];

function CouponActions({ coupon, onOpen }: { coupon: Coupon; onOpen: ColumnNeeds['onOpen'] }) {
  const { t } = useLingui();
  const link = `${globalThis.location.origin}${pathTo('checkout', { coupon: coupon.code })}`;
  return (
    <RowMenu
      label={t`Actions for ${coupon.code}`}
      items={[
        { label: t`Edit`, icon: Pencil, onSelect: () => onOpen({ from: coupon }) },
        ...(isOver(coupon)
          ? []
          : [{ label: t`Copy link`, icon: Link, onSelect: () => void copyText(link, t`Link copied`) }]),
        { label: t`Copy into a new coupon`, icon: Copy, onSelect: () => onOpen({ from: coupon, isCopy: true }) },
      ]}
    />
  );
}
