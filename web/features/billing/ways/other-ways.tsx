import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { Banknote, CreditCard, HandCoins, Landmark, type LucideIcon, QrCode } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Way } from '#contract/billing/way-names.ts';
import { useOrderAddress } from '#web/features/billing/checkout/checkout-queries.ts';
import { QueryBoundary, Skeleton } from '#web/ui/page/query-boundary.tsx';
import { PayTheSchool, type PayTheSchoolProps } from './pay-the-school.tsx';
import { WaitingNote } from './waiting-note.tsx';
import { isWaiting, type Offered, ownRequestsQuery, waysQuery } from './ways-queries.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

const looks: Record<Way, { name: MessageDescriptor; note: MessageDescriptor | undefined; icon: LucideIcon }> = {
  online: { name: msg`Card or UPI, online`, note: msg`Opens at once.`, icon: CreditCard },
  upi: {
    name: msg`UPI to the school`,
    note: msg`Scan or open your app, then tell us. Opens when the school has found your payment.`,
    icon: QrCode,
  },
  bank: {
    name: msg`Bank transfer`,
    note: msg`Opens when the money has arrived, often on the next working day.`,
    icon: Landmark,
  },
  cash: { name: msg`Cash`, note: undefined, icon: Banknote },
  other: { name: msg`Another way`, note: undefined, icon: HandCoins },
};

interface WayChoiceProps {
  ways: Offered['ways'];
  way: Way;
  onChoose: (way: Way) => void;
}

/** One radio button for each way; the whole card is its label. */
const WayChoice = ({ ways, way: chosen, onChoose }: WayChoiceProps) => {
  const { _ } = useLanguage();
  return (
    <fieldset className="mb-5 space-y-3">
      <legend className="mb-3 font-semibold">
        <Trans>How do you want to pay?</Trans>
      </legend>
      {ways.map(({ way, text }) => {
        const { name, note, icon: Icon } = looks[way];
        return (
          <label
            key={way}
            className="surface flex min-h-17 cursor-pointer items-start gap-4 p-4 has-checked:border-primary has-checked:bg-base-200 has-checked:shadow-[inset_0_0_0_1px_var(--color-primary)] has-focus-visible:outline-2 has-focus-visible:outline-offset-2"
          >
            <input
              type="radio"
              name="way"
              value={way}
              checked={way === chosen}
              onChange={() => onChoose(way)}
              className="radio radio-primary shrink-0"
            />
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{_(name)}</span>
              <span dir="auto" className="meta line-clamp-3 block wrap-anywhere">
                {note ? _(note) : text}
              </span>
            </span>
            <Icon size={20} className="shrink-0 text-muted" aria-hidden="true" />
          </label>
        );
      })}
    </fieldset>
  );
};

interface OtherWaysProps extends Omit<PayTheSchoolProps, 'chosen'> {
  way: Way;
  onWay: (way: Way) => void;
  /** The button of the way `online`. */
  children: ReactNode;
}

/** The ways to pay, and what the chosen one needs. While the school looks for a payment, that it does. */
export default function OtherWays({ way: named, onWay, children, ...order }: OtherWaysProps) {
  const { t } = useLingui();
  const query = useQuery(waysQuery());
  const requests = useQuery(ownRequestsQuery());
  const isGift = order.order.gift !== undefined;
  const waiting = requests.data?.requests.find((one) => isWaiting(one) && one.planId === order.plan._id && !one.isGift);
  const { named: inAddress } = useOrderAddress();
  if (waiting && !isGift)
    return (
      <>
        <WaitingNote request={waiting} className="checkout-part mb-6" />
        {inAddress('way') === 'online' && children}
      </>
    );
  return (
    <QueryBoundary
      query={query}
      skeleton={<Skeleton className="checkout-part mb-6 h-40" />}
      failure={t`The ways to pay could not be loaded`}
      messageClass="checkout-part mb-6"
      isInPanel
    >
      {({ ways }) => {
        const chosen = ways.find(({ way }) => way === named) ?? ways[0];
        if (!chosen) return children;
        return (
          <>
            {ways.length > 1 && (
              <div className="checkout-part">
                <WayChoice ways={ways} way={chosen.way} onChoose={onWay} />
              </div>
            )}
            {chosen.way === 'online' ? children : <PayTheSchool {...order} chosen={{ ...chosen, way: chosen.way }} />}
          </>
        );
      }}
    </QueryBoundary>
  );
}
