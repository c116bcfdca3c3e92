import { useLocation, useSearchParams } from 'react-router';
import type { PaymentStatus } from '#contract/sales.ts';
import { isPaymentStatus } from '#web/pages/sales/status-words.ts';

export interface PaymentFilter {
  status: PaymentStatus | undefined;
  search: string;
  /** Where the page begins; empty for the newest payments. */
  cursor: string;
}

/** The filter that an address asks for; what it does not know is left out. */
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

/** The cursors of the pages that were passed on the way here, oldest first; history keeps them. */
const trailIn = (state: unknown): string[] => {
  const trail = typeof state === 'object' && state !== null && 'trail' in state ? state.trail : undefined;
  return Array.isArray(trail) ? trail.filter((cursor) => typeof cursor === 'string') : [];
};

/** The filter of the payments. The address carries it, so that it can be shared and survives a reload. */
export function usePaymentFilter() {
  const [address, setAddress] = useSearchParams();
  const trail = trailIn(useLocation().state);
  const filter = filterIn(address);

  const goTo = (cursor: string, passed: string[]): void =>
    setAddress(addressOf({ ...filter, cursor }), { state: { trail: passed } });

  return {
    filter,
    /** Any change leads back to the newest payments. */
    change: (part: Partial<Omit<PaymentFilter, 'cursor'>>, { replaces = false } = {}): void =>
      setAddress(addressOf({ ...filter, ...part, cursor: '' }), { replace: replaces, preventScrollReset: true }),
    goOlder: (cursor: string): void => goTo(cursor, [...trail, filter.cursor]),
    /** One page back; who came by a link to the middle goes to the newest. */
    goNewer: (): void => goTo(trail.at(-1) ?? '', trail.slice(0, -1)),
  };
}
