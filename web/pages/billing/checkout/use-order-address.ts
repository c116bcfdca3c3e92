import { useSearchParams } from 'react-router';
import type { GiftDraft } from '#web/api/gift-queries.ts';

type Name = 'plan' | 'coupon' | 'gift';

/** What is bought, as the address names it: so it outlasts a reload, a login and a payment that failed. */
export const useOrderAddress = () => {
  const [address, setAddress] = useSearchParams();
  return {
    named: (name: Name): string | null => address.get(name),
    rename: (name: Name, value: string | undefined): void => {
      const next = new URLSearchParams(address);
      if (value === undefined) next.delete(name);
      else next.set(name, value);
      setAddress(next, { replace: true, preventScrollReset: true, flushSync: true });
    },
  };
};

const hasGift = (state: unknown): state is { gift?: GiftDraft } =>
  typeof state === 'object' && state !== null && 'gift' in state;

/** The gift that one page of the checkout passes to the next. */
export const giftIn = (state: unknown): GiftDraft | undefined => (hasGift(state) ? state.gift : undefined);
