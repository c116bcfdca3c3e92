import { useSearchParams } from 'react-router';
import type { GiftDraft } from '#web/features/billing/gift-queries.ts';
import type { InvoiceTo } from './invoice-fields.tsx';

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

/** What is too long, or too private, for an address. */
interface OrderState {
  gift?: GiftDraft;
  invoiceTo?: InvoiceTo;
}

const isOrderState = (state: unknown): state is OrderState =>
  typeof state === 'object' && state !== null && 'gift' in state;

/** The part of an order that one page of the checkout passes to the next in the history of the browser. */
export const orderIn = (state: unknown): OrderState => (isOrderState(state) ? state : {});
