import type { Clock } from '#server/clock.ts';
import type { Database } from '#server/database/database.ts';
import { createGroupCommit } from '#server/database/group-commit.ts';
import { fail } from '#server/errors.ts';
import type { Gateway } from './gateway.ts';
import type { Ledger } from './ledger.ts';
import { InvalidSignature, type PaymentProvider, type WebhookEvent } from './provider.ts';
import { insertWebhookEvent, setWebhookOutcome } from './webhook.queries.ts';

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

/** PostgreSQL cannot store NUL in a text. */
const asText = (rawBody: Buffer): string => rawBody.toString('utf8').replaceAll('\u0000', '');

/**
 * Takes one webhook: event and facts are written in one transaction, and the provider is not called. Throws
 * `bad_signature` for what it did not send; whatever it did send is taken, known or not, once.
 */
export const createWebhookReceiver = ({ database, clock, gateway, ledger, log }: WebhookNeeds) => {
  const transaction = createGroupCommit(database);

  const parse = (provider: PaymentProvider, delivery: Delivery): WebhookEvent => {
    try {
      return provider.parseWebhook({ ...delivery, now: clock.now() });
    } catch (error) {
      if (error instanceof InvalidSignature) throw fail('bad_signature', { cause: error });
      throw error;
    }
  };

  return async (delivery: Delivery): Promise<void> => {
    const side = gateway.current();
    if (!side) throw fail('selling_off');
    const { eventId, type, facts } = parse(side.provider, delivery);
    const outcome = await transaction(async (tx) => {
      const isNew = await insertWebhookEvent(tx, {
        event_id: eventId,
        provider: side.provider.id,
        type,
        body: asText(delivery.rawBody),
        outcome: 'ignored',
        received_at: clock.now(),
      });
      if (!isNew) return 'known';
      if (facts.length === 0) return 'ignored';
      const { isMatched } = await ledger.record(tx, facts, { by: `webhook ${type}`, mode: side.mode });
      await setWebhookOutcome(tx, eventId, isMatched ? 'applied' : 'unmatched');
      return isMatched ? 'applied' : 'unmatched';
    });
    // A payment's own events do not name the subscription: the look-up tells whether it belongs to one.
    const isLookedUp = facts.every(({ t }) => t === 'payment');
    if (outcome === 'unmatched' && !isLookedUp)
      log.warn({ event: eventId, type }, 'a webhook is about nothing that was bought here');
  };
};
