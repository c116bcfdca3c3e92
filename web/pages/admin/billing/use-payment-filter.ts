import { useLocation, useSearchParams } from 'react-router';
import type { PaymentStatus } from '#contract/sales.ts';
import { isPaymentStatus } from './payment-status.ts';

export interface PaymentFilter {
  status: PaymentStatus | undefined;
  search: string;
  /** The start of the page; empty for the newest payments. */
  cursor: string;
}

/** The filter in an address; unknown values are ignored. */
export const filterIn = (address: URLSearchParams): PaymentFilter => {
  const status = address.get('status') ?? '';
  return {
    status: isPaymentStatus(status) ? status : undefined,
    search: (address.get('search') ?? '').slice(0, 254),
    cursor: (address.get('cursor') ?? '').slice(0, 100),
  };
};

const addressOf = ({ status, search, cursor }: PaymentFilter): URLSearchParams =>
  new URLSearchParams(Object.entries({ status: status ?? '', search, cursor }).filter(([, value]) => value !== ''));

/** The cursors of the previous pages, oldest first, kept in the history entry. */
const trailIn = (state: unknown): string[] => {
  const trail = typeof state === 'object' && state !== null && 'trail' in state ? state.trail : undefined;
  return Array.isArray(trail) ? trail.filter((cursor) => typeof cursor === 'string') : [];
};

/** The filter is part of the address, so that it can be shared and survives a reload. */
export function usePaymentFilter() {
  const [address, setAddress] = useSearchParams();
  const trail = trailIn(useLocation().state);
  const filter = filterIn(address);

  const goTo = (cursor: string, passed: string[]): void =>
    setAddress(addressOf({ ...filter, cursor }), { state: { trail: passed } });

  return {
    filter,
    /** Any change returns to the first page. */
    change: (part: Partial<Omit<PaymentFilter, 'cursor'>>, { replaces = false } = {}): void =>
      setAddress(addressOf({ ...filter, ...part, cursor: '' }), { replace: replaces, preventScrollReset: true }),
    goOlder: (cursor: string): void => goTo(cursor, [...trail, filter.cursor]),
    /** Without previous pages, as after following a link, this is the first page. */
    goNewer: (): void => goTo(trail.at(-1) ?? '', trail.slice(0, -1)),
  };
}
