import { hash } from 'node:crypto';
import type { Db } from '#server/database/database.ts';
import type { WebhookEventRow } from '#server/database/payment-tables.ts';
import { fail } from '#server/errors.ts';
import type { Platform } from '#server/platform.ts';
import type { Ledger } from '../ledger/ledger.ts';
import {
  type ActiveProvider,
  type CallableProvider,
  InvalidSignature,
  type ParsedWebhook,
} from '../provider/provider.ts';

interface WebhookDelivery {
  rawBody: Buffer;
  header: (name: string) => string | undefined;
}

type Outcome = WebhookEventRow['outcome'] | 'known';

/** The signature covers the body alone: an event id in a header could belong to another event. */
const idOf = (rawBody: Buffer): string => hash('sha256', rawBody);

/** PostgreSQL cannot store NUL in a text. */
const asText = (rawBody: Buffer): string => rawBody.toString('utf8').replaceAll('\u0000', '');

/** Returns false for a webhook that was received before. */
const insertWebhookEvent = async (tx: Db, row: WebhookEventRow): Promise<boolean> => {
  const inserted = await tx
    .insertInto('webhook_events')
    .values(row)
    .onConflict((conflict) => conflict.column('event_id').doNothing())
    .returning('event_id')
    .executeTakeFirst();
  return inserted !== undefined;
};

const markUnmatched = async (tx: Db, eventId: string): Promise<void> => {
  await tx.updateTable('webhook_events').set({ outcome: 'unmatched' }).where('event_id', '=', eventId).execute();
};

/**
 * Receives one webhook: it is stored and its events are recorded in one transaction, without a call to the provider. Throws
 * `bad_signature` for a webhook that the provider did not send. One that was received before changes nothing.
 */
export const createWebhookReceiver = (
  { database, clock, observer, log }: Pick<Platform, 'database' | 'clock' | 'observer' | 'log'>,
  { activeProvider, ledger }: { activeProvider: ActiveProvider; ledger: Ledger },
) => {
  /** The signature identifies the account: in test mode webhooks of live purchases still arrive. */
  const parse = (callable: CallableProvider[], delivery: WebhookDelivery): [CallableProvider, ParsedWebhook] => {
    let cause: unknown;
    for (const one of callable) {
      try {
        return [one, one.provider.parseWebhook({ ...delivery, now: clock.now() })];
      } catch (error) {
        if (!(error instanceof InvalidSignature)) throw error;
        cause = error;
      }
    }
    observer.webhookReceived('other', 'bad_signature');
    throw fail('bad_signature', { cause });
  };

  const store = ({ provider, mode }: CallableProvider, webhook: ParsedWebhook, rawBody: Buffer): Promise<Outcome> =>
    database.transaction(async (tx) => {
      const { type, events } = webhook;
      const eventId = idOf(rawBody);
      const isNew = await insertWebhookEvent(tx, {
        event_id: eventId,
        provider: provider.id,
        type,
        body: asText(rawBody),
        outcome: events.length === 0 ? 'ignored' : 'applied',
        received_at: clock.now(),
      });
      if (!isNew) return 'known';
      if (events.length === 0) return 'ignored';
      const { isMatched } = await ledger.record(tx, events, { source: { kind: 'webhook', type }, mode });
      if (isMatched) return 'applied';
      await markUnmatched(tx, eventId);
      return 'unmatched';
    });

  return async (delivery: WebhookDelivery): Promise<void> => {
    const callable = await activeProvider.callable();
    if (callable.length === 0) throw fail('selling_off');
    const [sender, webhook] = parse(callable, delivery);
    const outcome = await store(sender, webhook, delivery.rawBody);
    // Of a type that has no events here there may be any number.
    observer.webhookReceived(webhook.events.length === 0 ? 'other' : webhook.type, outcome);
    // A payment's own events do not name the subscription; the look-up finds out whether it belongs to one.
    const isLookedUp = webhook.events.every(({ kind }) => kind === 'payment');
    if (outcome === 'unmatched' && !isLookedUp)
      log.warn({ event: idOf(delivery.rawBody), type: webhook.type }, 'a webhook belongs to no purchase made here');
  };
};
