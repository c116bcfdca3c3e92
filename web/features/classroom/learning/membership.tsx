import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { CircleAlert, CircleCheck } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { DAY_MS } from '#contract/durations.ts';
import type { Right } from '#contract/access/rights.ts';
import { type OwnPurchase, ownPurchasesQuery, renewalsQuery } from '#web/features/billing/billing-queries.ts';
import { usePausedParts } from '#web/features/billing/parts/parts-queries.ts';
import { isForLife, opensCourse } from '#web/features/billing/plan-terms.tsx';
import { useRights } from '#web/features/billing/rights.ts';
import { pathTo } from '#web/app/path-to.ts';
import { useSession } from '#web/app/session/use-session.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import { formatDay } from '#contract/format.ts';
import { useNow } from '#web/ui/use-now.ts';
import { useLocale } from '#web/ui/language/language.tsx';

const NEAR_END_DAYS = 14;

interface StateProps {
  label?: string;
  children: string;
  needsAttention?: boolean;
  /** To the checkout; otherwise to the profile. */
  action?: { label: string; plan?: string } | undefined;
}

function MembershipState({ label, children, needsAttention = false, action }: StateProps) {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="flex flex-wrap items-center gap-x-2 text-sm">
        {needsAttention ? (
          <CircleAlert size={20} className="text-warning" aria-hidden="true" />
        ) : (
          <CircleCheck size={20} className="text-success" aria-hidden="true" />
        )}
        <span className="font-semibold wrap-anywhere">{label ?? <Trans>Membership</Trans>}</span>
        <span className={needsAttention ? 'font-medium text-warning' : 'text-muted'}>{children}</span>
      </p>
      {action ? (
        <LinkButton to={pathTo('checkout', { plan: action.plan })} tone="buy">
          {action.label}
        </LinkButton>
      ) : (
        <Link to={pathTo('profile')} className="link -my-2 inline-flex min-h-11 items-center text-sm font-medium">
          <Trans>Details</Trans>
        </Link>
      )}
    </div>
  );
}

const opensAll = ({ opens, isGift }: OwnPurchase): boolean => opens === 'everything' && !isGift;

/** Why access to everything is gone; empty for users who never had it. */
function PastMembership({ endedAt }: { endedAt: string | null }) {
  const { timeZone, isSelling } = useSite();
  const { t } = useLingui();
  const locale = useLocale();
  const purchases = useQuery(ownPurchasesQuery()).data?.purchases;
  const paused = usePausedParts();
  if (!purchases) return null;
  if (paused) return <MembershipState needsAttention>{t`Paused until you pay what is due.`}</MembershipState>;
  const last = purchases.find(opensAll);
  if (last?.status === 'refund_pending')
    return <MembershipState needsAttention>{t`Your bundle is being refunded.`}</MembershipState>;
  if (last?.status === 'disputed')
    return <MembershipState needsAttention>{t`Paused while your bank disputes your payment.`}</MembershipState>;
  const refund = last?.status === 'refunded' ? last.refunds.at(-1) : undefined;
  const refundedAt = refund?.state === 'reversed' ? undefined : refund?.at;
  const at = refundedAt ?? endedAt;
  if (!at) return null;
  const day = formatDay(at, timeZone, locale);
  return (
    <MembershipState needsAttention action={isSelling ? { label: t`Subscribe` } : undefined}>
      {refundedAt ? t`Your bundle was refunded on ${day}.` : t`Your bundle ended on ${day}.`}
    </MembershipState>
  );
}

const daysLeft = (until: string, nowMs: number): number => Math.ceil((Date.parse(until) - nowMs) / DAY_MS);

/** The single courses that the user has: the one that ends first, if one ends. */
function OwnCourses({ rights }: { rights: readonly Right[] }) {
  const { timeZone, plans, isSelling } = useSite();
  const { t } = useLingui();
  const locale = useLocale();
  const nowMs = useNow();
  const ending = rights
    .filter((right) => right.endsAt !== null)
    .toSorted((a, b) => Date.parse(a.endsAt ?? '') - Date.parse(b.endsAt ?? ''));
  const first = ending[0] ?? rights[0];
  const isNearEnd = Boolean(first?.endsAt) && daysLeft(first?.endsAt ?? '', nowMs) <= NEAR_END_DAYS;
  const { data } = useQuery({ ...renewalsQuery(), enabled: isNearEnd });
  if (!first) return null;
  const { endsAt, scope } = first;
  const isOne = rights.length === 1;
  const renewal = plans.find(
    (plan) => opensCourse(plan, scope) && data?.renewals.some(({ planId }) => planId === plan._id),
  );
  const title = first.title ?? t`Course`;
  if (endsAt !== null && isNearEnd)
    return (
      <MembershipState
        label={title}
        needsAttention
        action={isSelling && renewal ? { label: t`Renew`, plan: renewal._id } : undefined}
      >
        {t({ message: plural({ days: daysLeft(endsAt, nowMs) }, { one: '# day left', other: '# days left' }) })}
      </MembershipState>
    );
  const until = endsAt === null ? undefined : formatDay(endsAt, timeZone, locale);
  if (isOne)
    return <MembershipState label={title}>{until ? t`Open until ${until}` : t`Yours for life`}</MembershipState>;
  return (
    <MembershipState
      label={t({ message: plural({ courses: rights.length }, { one: '# course', other: '# courses' }) })}
    >
      {until ? t`The first ends on ${until}` : t`Yours for life`}
    </MembershipState>
  );
}

/** Until when there is access, and near its end how to keep it. */
export function Membership() {
  const session = useSession();
  const { timeZone, isSelling } = useSite();
  const { t } = useLingui();
  const locale = useLocale();
  const { rights } = useRights();
  const nowMs = useNow();
  if (!session || session.role === 'ADMIN') return null;
  const {
    access_until: ends,
    auto_renew: isRenewing,
    renewable_from: renewableFrom,
    status,
  } = session.user.subscription;
  if (status !== 'active')
    return (
      <div className="flex flex-col gap-2">
        <PastMembership endedAt={ends} />
        <OwnCourses rights={rights} />
      </div>
    );
  if (!ends) return null;
  const days = daysLeft(ends, nowMs);
  const isNearEnd = !isRenewing && days <= NEAR_END_DAYS;
  const mayRenew = renewableFrom !== null && Date.parse(renewableFrom) <= nowMs;
  const until = isForLife(ends) ? t`Yours for life` : t`Active until ${{ day: formatDay(ends, timeZone, locale) }}`;
  return (
    <MembershipState
      needsAttention={isNearEnd}
      action={isSelling && mayRenew && isNearEnd ? { label: t`Renew` } : undefined}
    >
      {isNearEnd ? t({ message: plural(days, { one: '# day left', other: '# days left' }) }) : until}
    </MembershipState>
  );
}
