import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Hourglass, Undo2 } from 'lucide-react';
import { DAY_MS } from '#contract/durations.ts';
import type { User } from '#contract/accounts/accounts.ts';
import type { Plan } from '#contract/billing/plans.ts';
import { formatDay, formatMoney } from '#contract/format.ts';
import { useSite } from '#web/ui/page/site.tsx';
import { LinkButton } from '#web/ui/button.tsx';
import { formatEnd, opensEverything } from '#web/features/billing/plan-terms.tsx';
import { useNow } from '#web/ui/use-now.ts';
import { pathTo } from '#web/app/path-to.ts';
import type { OwnPurchase } from '#web/features/billing/billing-queries.ts';
import { useLanguage, useLocale } from '#web/ui/language/language.tsx';

export const SubscriptionCardFooter = ({ children }: { children: ReactNode }) => (
  <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-4 border-t border-line bg-base-200 p-5 sm:flex-nowrap sm:px-8 sm:py-6">
    {children}
  </div>
);

interface RefundNoticeProps {
  refund: OwnRefund;
  /** Where it could be the one of another purchase. */
  planName?: string;
}

export function RefundNotice({ refund, planName }: RefundNoticeProps) {
  const locale = useLocale();
  const { currencySymbol, timeZone } = useSite();
  const { state, amountInPaise, at, bankReference, way } = refund;
  const { label, meaning } = way === 'online' ? refundLabels[state] : offlineRefundLabels[state];
  const { _ } = useLanguage();
  const kind = _(state === 'reversed' ? msg`Payment` : msg`Refund`);
  const amount = formatMoney(amountInPaise, currencySymbol);
  const Icon = isOver(state) ? Undo2 : Hourglass;
  return (
    <SubscriptionCardFooter>
      <output className="flex gap-4">
        <Icon size={20} className="mt-1 text-muted" aria-hidden="true" />
        <span className="min-w-0">
          <span className="block font-semibold">
            {planName === undefined ? (
              <Trans>
                {kind} of {amount} {{ label: _(label) }}.
              </Trans>
            ) : (
              <Trans>
                {kind} of {amount} for {planName} {{ label: _(label) }}.
              </Trans>
            )}
          </span>
          <span className="mt-0.5 block text-sm text-muted">{_(meaning)}</span>
          <span className="meta num mt-1 block wrap-anywhere">
            {formatDay(at, timeZone, locale)}
            {bankReference && (
              <>
                {' · '}
                {way === 'online' ? (
                  <Trans>bank reference {bankReference}</Trans>
                ) : (
                  <Trans>reference {bankReference}</Trans>
                )}
              </>
            )}
          </span>
        </span>
      </output>
    </SubscriptionCardFooter>
  );
}

/** Near the end of a term: the new one starts where it ends. */
export function RenewalPrompt({ subscription }: { subscription: User['subscription'] }) {
  const { locale } = useLanguage();
  const { isSelling, timeZone, plans } = useSite();
  const bundles = plans.filter(opensEverything);
  const only = bundles.length === 1 ? bundles[0] : undefined;
  const nowMs = useNow();
  const { renewable_from: from, access_until: ends } = subscription;
  // What ends on a date by then adds nothing.
  const addsTime = ({ term }: Plan): boolean => term.unit !== 'until' || Date.parse(term.date) > Date.parse(ends ?? '');
  if (!isSelling || !from || !ends || Date.parse(from) > nowMs || !bundles.some(addsTime)) return null;
  const day = formatDay(ends, timeZone, locale);
  const end = only && formatEnd(ends, only.term, timeZone, 'long', locale);
  return (
    <SubscriptionCardFooter>
      <div>
        <p className="font-semibold">
          <Trans>Renew without losing a day</Trans>
        </p>
        <p className="mt-0.5 text-sm text-muted">
          {only?.term.unit === 'year' ? (
            <Trans>
              If you renew now, the new year starts on {day} and ends on {end}.
            </Trans>
          ) : end === undefined ? (
            <Trans>If you renew now, the new term starts on {day}.</Trans>
          ) : (
            <Trans>
              If you renew now, the new term starts on {day} and ends on {end}.
            </Trans>
          )}
        </p>
      </div>
      <LinkButton tone="buy" to={pathTo('checkout')}>
        {only?.term.unit === 'year' && only.term.count === 1 ? <Trans>Renew for a year</Trans> : <Trans>Renew</Trans>}
      </LinkButton>
    </SubscriptionCardFooter>
  );
}

/** A processed refund may take this long to arrive. */
const SHOWN_FOR_MS = 30 * DAY_MS;

type OwnRefund = OwnPurchase['refunds'][number] & Pick<OwnPurchase, 'way'>;

const isOver = (state: OwnRefund['state']): boolean => state === 'processed' || state === 'reversed';

/** Refunds that are open or recent, newest first. */
export const visibleRefunds = (purchases: readonly OwnPurchase[], nowMs: number): OwnRefund[] =>
  purchases
    .flatMap(({ refunds, way }) => refunds.map((refund) => ({ ...refund, way })))
    .filter(({ state, at }) => !isOver(state) || nowMs - Date.parse(at) < SHOWN_FOR_MS)
    .toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));

const reversed = { label: msg`reversed`, meaning: msg`It did not reach the school, or was another person’s.` };

/** The provider never reports that a refund has arrived, so these texts do not claim it. */
const refundLabels: Record<OwnRefund['state'], { label: MessageDescriptor; meaning: MessageDescriptor }> = {
  requested: { label: msg`requested`, meaning: msg`It starts as soon as the payment provider accepts it.` },
  initiated: {
    label: msg`initiated`,
    meaning: msg`It goes to your original payment method. Your bank may take a few days to show it.`,
  },
  processed: {
    label: msg`processed`,
    meaning: msg`The payment provider has sent it. Your bank may take 5 to 7 working days to show it.`,
  },
  delayed: {
    label: msg`delayed`,
    meaning: msg`It has not gone through yet. It will be retried or paid another way. You don’t need to do anything.`,
  },
  reversed,
};

const owed = { label: msg`owed`, meaning: msg`The school pays it back to you itself.` };

/** Of a payment to the school itself. */
const offlineRefundLabels: typeof refundLabels = {
  requested: owed,
  initiated: owed,
  processed: { label: msg`paid back`, meaning: msg`The school has paid it back to you.` },
  delayed: owed,
  reversed,
};
