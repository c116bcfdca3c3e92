import type { User } from '#contract/accounts.ts';
import { LinkButton } from '#web/components/button.tsx';
import { formatDay } from '#web/components/format.ts';
import { useSite } from '#web/components/site.tsx';
import { useNow } from '#web/components/use-now.ts';
import { dayOneYearLater } from '#web/components/year-later.ts';
import { CardFoot } from '#web/pages/account/card-foot.tsx';

/** Near its end the bundle may be bought again: the new year begins where this one ends. */
export function RenewalOffer({ subscription }: { subscription: User['subscription'] }) {
  const { isSelling, timeZone } = useSite();
  const nowMs = useNow();
  const { renewable_from: from, access_until: ends } = subscription;
  if (!isSelling || !from || !ends || Date.parse(from) > nowMs) return null;
  return (
    <CardFoot>
      <div>
        <p className="font-semibold">Another year, and no day is lost</p>
        <p className="mt-0.5 text-sm text-muted">
          Renew now: the new year begins on {formatDay(ends, timeZone)} and ends on {dayOneYearLater(ends, timeZone)}.
        </p>
      </div>
      <LinkButton tone="buy" to="/checkout">
        Renew for a year
      </LinkButton>
    </CardFoot>
  );
}
