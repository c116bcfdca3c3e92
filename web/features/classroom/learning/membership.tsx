import { CircleAlert, CircleCheck } from 'lucide-react';
import { Link } from 'react-router';
import { LinkButton } from '#web/ui/button.tsx';
import { countOf, formatDay } from '#web/ui/text/format.ts';
import { isForLife } from '#web/features/billing/plan-words.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { pathTo } from '#web/app/paths.ts';
import { useSession } from '#web/app/session/use-session.ts';

const DAY_MS = 24 * 60 * 60_000;
const NEAR_END_DAYS = 14;

const RenewLink = () => (
  <LinkButton to={pathTo('checkout')} tone="buy">
    Renew
  </LinkButton>
);

const Good = () => <CircleCheck size={20} className="shrink-0 text-success" aria-hidden="true" />;
const Warning = () => <CircleAlert size={20} className="shrink-0 text-warning" aria-hidden="true" />;

/** Until when there is access, and near its end how to keep it. */
export function Membership() {
  const session = useSession();
  const { timeZone, isSelling } = useSite();
  const nowMs = useNow();
  if (!session || session.role === 'ADMIN') return null;
  const {
    access_until: ends,
    auto_renew: isRenewing,
    renewable_from: renewableFrom,
    status,
  } = session.user.subscription;
  if (!ends) return null;
  const isOver = status !== 'active';
  const days = Math.ceil((Date.parse(ends) - nowMs) / DAY_MS);
  const isNearEnd = !isOver && !isRenewing && days <= NEAR_END_DAYS;
  const mayRenew = isOver || (renewableFrom !== null && Date.parse(renewableFrom) <= nowMs);
  const lifetime = isForLife(ends);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <p className="flex flex-wrap items-center gap-x-2 text-sm">
        {isOver || isNearEnd ? <Warning /> : <Good />}
        <span className="font-semibold">Membership</span>
        <span className={isOver || isNearEnd ? 'font-medium text-warning' : 'text-muted'}>
          {isOver && `Ended on ${formatDay(ends, timeZone)}`}
          {!isOver && lifetime && 'Yours for life'}
          {isNearEnd && `${countOf(days, 'day')} left`}
          {!isOver && !lifetime && !isNearEnd && `Active until ${formatDay(ends, timeZone)}`}
        </span>
      </p>
      {isSelling && mayRenew && (isOver || isNearEnd) ? (
        <RenewLink />
      ) : (
        <Link to={pathTo('profile')} className="link -my-2 inline-flex min-h-11 items-center text-sm font-medium">
          Details
        </Link>
      )}
    </div>
  );
}
