import { useLingui } from '@lingui/react/macro';
import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatMoney } from '#contract/format.ts';
import { Button } from '#web/ui/button.tsx';
import { useSite } from '#web/ui/page/site.tsx';
import type { useCoupon } from './coupon-field.tsx';
import type { usePurchase } from './use-purchase.ts';
import { useLanguage } from '#web/ui/language/language.tsx';

/** On narrow screens the sum and the button stay at the bottom while the order is in sight. */
function BuyBar({ totalInPaise, children }: { totalInPaise: number; children: ReactNode }) {
  const { currencySymbol } = useSite();
  return (
    <div className="bottom-bar checkout-part sticky bottom-0 z-10 flex flex-wrap items-center gap-4 border-t border-line bg-base-100 py-3 lg:static lg:border-0 lg:p-0">
      <span className="font-display text-3xl pt-1 lg:hidden" aria-hidden="true">
        {formatMoney(totalInPaise, currencySymbol)}
      </span>
      {children}
    </div>
  );
}

interface BuyOnlineProps {
  purchase: ReturnType<typeof usePurchase>;
  coupon: ReturnType<typeof useCoupon>;
  /** What is paid now. */
  totalInPaise: number;
  isFree: boolean;
  isGift: boolean;
  onBuy: () => void;
}

/** The button that opens the payment window, or gets what is free. */
export function BuyOnline({ purchase, coupon, totalInPaise, isFree, isGift, onBuy }: BuyOnlineProps) {
  const { t } = useLingui();
  const { _ } = useLanguage();
  const label = isFree ? (isGift ? t`Get gift` : t`Get access`) : t`Buy Now`;
  return (
    <>
      <BuyBar totalInPaise={totalInPaise}>
        <Button
          tone="buy"
          size="large"
          className="min-w-0 grow"
          onClick={onBuy}
          isBusy={purchase.isBusy}
          isDisabled={coupon.isChecking}
          busyText={purchase.isConfirming ? t`Confirming payment` : label}
        >
          {label}
        </Button>
      </BuyBar>
      {purchase.hint && !isFree && (
        <p className="checkout-part mt-3 flex items-center justify-center gap-2 pb-6 text-sm text-muted lg:pb-0">
          <Lock size={16} aria-hidden="true" />
          {_(purchase.hint)}
        </p>
      )}
    </>
  );
}
