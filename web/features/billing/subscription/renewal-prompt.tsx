import type { User } from '#contract/accounts.ts';
import { LinkButton } from '#web/ui/button.tsx';
import { formatDay } from '#web/ui/text/format.ts';
import { firstChoice, formatEnd } from '#web/features/billing/plan-words.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { pathTo } from '#web/app/paths.ts';
import { SubscriptionCardFooter } from './subscription-card-footer.tsx';

/** Near the end of a term: the new one starts where it ends. */
export function RenewalPrompt({ subscription }: { subscription: User['subscription'] }) {
  const { isSelling, timeZone, plans } = useSite();
  const only = plans.length === 1 ? firstChoice(plans) : undefined;
  const nowMs = useNow();
  const { renewable_from: from, access_until: ends } = subscription;
  if (!isSelling || !from || !ends || Date.parse(from) > nowMs) return null;
  return (
    <SubscriptionCardFooter>
      <div>
        <p className="font-semibold">Renew without losing a day</p>
        <p className="mt-0.5 text-sm text-muted">
          If you renew now, the new {only?.term.unit === 'year' ? 'year' : 'term'} starts on {formatDay(ends, timeZone)}
          {only && only.term.unit !== 'lifetime' && ` and ends on ${formatEnd(ends, only.term, timeZone)}`}.
        </p>
      </div>
      <LinkButton tone="buy" to={pathTo('checkout')}>
        {only?.term.unit === 'year' && only.term.count === 1 ? 'Renew for a year' : 'Renew'}
      </LinkButton>
    </SubscriptionCardFooter>
  );
}
