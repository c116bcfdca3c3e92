import type { Observer } from '#server/observer.ts';
import { type ConnectProvider, type PaymentProvider, type ProviderAccount, ProviderError } from './provider.ts';

const outcomeOf = (error: unknown): string => (error instanceof ProviderError ? error.kind : 'failed');

const observed = (provider: PaymentProvider, observer: Observer): PaymentProvider => {
  const call = <T>(name: string, work: () => Promise<T>): Promise<T> =>
    observer.run({ kind: 'provider', name: `${provider.id}.${name}` }, work, outcomeOf);
  return {
    id: provider.id,
    refOfReturn: (payload) => provider.refOfReturn(payload),
    parseWebhook: (delivery) => provider.parseWebhook(delivery),
    startCheckout: (order) => call('start_checkout', () => provider.startCheckout(order)),
    confirmReturn: (returned) => call('confirm_return', () => provider.confirmReturn(returned)),
    fetchEvents: (ref, options) => call('fetch_events', () => provider.fetchEvents(ref, options)),
    checkKeys: () => call('check_keys', () => provider.checkKeys()),
    fetchPlan: (ref) => call('fetch_plan', () => provider.fetchPlan(ref)),
    createPlan: (plan) => call('create_plan', () => provider.createPlan(plan)),
    cancel: (ref, when) => call('cancel', () => provider.cancel(ref, when)),
    refund: (order) => call('refund', () => provider.refund(order)),
  };
};

/** Reports every call that may reach the provider, by name, time and outcome. */
export const observeProvider =
  (connect: ConnectProvider, observer: Observer): ConnectProvider =>
  (host) => {
    const connected = connect(host);
    const withObserver = (account: ProviderAccount): ProviderAccount => ({
      ...account,
      provider: observed(account.provider, observer),
    });
    return (
      connected && {
        ...connected,
        accountWith: (access) => withObserver(connected.accountWith(access)),
        accounts: async () => {
          const [active, ...others] = await connected.accounts();
          return [withObserver(active), ...others.map(withObserver)];
        },
      }
    );
  };
