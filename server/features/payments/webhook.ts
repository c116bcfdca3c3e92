import type { Clock } from '#server/clock.ts';
import type { Database, Tx } from '#server/database/database.ts';
import type { WebhookEventRow } from '#server/database/payment-tables.ts';
import { gathered } from '#server/database/gathered.ts';
import { fail } from '#server/errors.ts';
import type { Gateway } from './gateway.ts';
import type { Ledger } from './ledger.ts';
import { InvalidSignature, type Mode, type PaymentProvider, type WebhookEvent } from './provider.ts';
import { insertWebhookEvents, setWebhookOutcome } from './webhook.queries.ts';

export interface Delivery {
  rawBody: Buffer;
  header: (name: string) => string | undefined;
}

export interface WebhookNeeds {
  database: Database;
  clock: Clock;
  gateway: Gateway;
  ledger: Ledger;
  log: { warn(facts: object, text: string): void };
}

/** So many events share a transaction at most. */
const MOST_TOGETHER = 64;

/** PostgreSQL cannot store NUL in a text. */
const asText = (rawBody: Buffer): string => rawBody.toString('utf8').replaceAll('\u0000', '');

/** An event that the provider did send. */
interface Arrival extends WebhookEvent {
  mode: Mode;
  row: WebhookEventRow;
}

type Outcome = WebhookEventRow['outcome'] | 'known';

/**
 * Takes one webhook: event and facts are written in one transaction, and the provider is not called. Throws
 * `bad_signature` for what it did not send; whatever it did send is taken, known or not, once.
 */
export const createWebhookReceiver = ({ database, clock, gateway, ledger, log }: WebhookNeeds) => {
  const parse = (provider: PaymentProvider, delivery: Delivery): WebhookEvent => {
    try {
      return provider.parseWebhook({ ...delivery, now: clock.now() });
    } catch (error) {
      if (error instanceof InvalidSignature) throw fail('bad_signature', { cause: error });
      throw error;
    }
  };

  /** Answers which of these are about nothing that was bought here. */
  const record = async (tx: Tx, arrivals: readonly Arrival[]): Promise<Set<Arrival>> => {
    const unmatched = new Set<Arrival>();
    for (const [mode, told] of Map.groupBy(arrivals, (arrival) => arrival.mode)) {
      const reports = told.map(({ type, facts }) => ({ by: `webhook ${type}`, facts }));
      const { isMatched } = await ledger.recordAll(tx, reports, mode);
      for (const [place, arrival] of told.entries()) if (isMatched[place] !== true) unmatched.add(arrival);
    }
    return unmatched;
  };

  const take = gathered(
    (arrivals: readonly Arrival[]): Promise<Outcome[]> =>
      database.transaction(async (tx) => {
        const ids = await insertWebhookEvents(
          tx,
          arrivals.map(({ row }) => row),
        );
        // The same event may have come twice at once: `delete` tells the first from the others.
        const fresh = new Set(arrivals.filter(({ eventId }) => ids.delete(eventId)));
        const unmatched = await record(
          tx,
          [...fresh].filter(({ facts }) => facts.length > 0),
        );
        const unmatchedIds = [...unmatched].map(({ eventId }) => eventId);
        await setWebhookOutcome(tx, unmatchedIds, 'unmatched');
        return arrivals.map((arrival) =>
          !fresh.has(arrival) ? 'known' : unmatched.has(arrival) ? 'unmatched' : arrival.row.outcome,
        );
      }),
    MOST_TOGETHER,
  );

  return async (delivery: Delivery): Promise<void> => {
    const side = gateway.current();
    if (!side) throw fail('selling_off');
    const event = parse(side.provider, delivery);
    const { eventId, type, facts } = event;
    const outcome = await take({
      ...event,
      mode: side.mode,
      row: {
        event_id: eventId,
        provider: side.provider.id,
        type,
        body: asText(delivery.rawBody),
        outcome: facts.length === 0 ? 'ignored' : 'applied',
        received_at: clock.now(),
      },
    });
    // A payment's own events do not name the subscription: the look-up tells whether it belongs to one.
    const isLookedUp = facts.every(({ t }) => t === 'payment');
    if (outcome === 'unmatched' && !isLookedUp)
      log.warn({ event: eventId, type }, 'a webhook is about nothing that was bought here');
  };
};
