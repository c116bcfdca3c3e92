import { hash } from 'node:crypto';
import type { WebhookEventRow } from '#server/database/tables/purchases.ts';
import { hasRow } from '#server/database/outcomes.ts';
import { fail } from '#server/errors.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import type { Ledger } from '../ledger/ledger.ts';
import {
  type ActiveProvider,
  InvalidSignature,
  type ParsedWebhook,
  type ProviderAccount,
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

/**
 * Receives one webhook: it is stored and its events are recorded in one transaction, without a call to the provider. Throws
 * `bad_signature` for a webhook that the provider did not send. One that was received before changes nothing.
 */
export const createWebhookReceiver = (
  { database, clock, observer, log }: BillingPlatform,
  { activeProvider, ledger }: { activeProvider: ActiveProvider; ledger: Ledger },
) => {
  /** The signature identifies the account: in test mode webhooks of live purchases still arrive. */
  const parse = (callable: ProviderAccount[], delivery: WebhookDelivery): [ProviderAccount, ParsedWebhook] => {
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

  const store = ({ provider, mode }: ProviderAccount, webhook: ParsedWebhook, rawBody: Buffer): Promise<Outcome> =>
    database.transaction(async (tx) => {
      const { type, events } = webhook;
      const eventId = idOf(rawBody);
      const outcome = events.length === 0 ? 'ignored' : 'applied';
      const row = {
        event_id: eventId,
        provider: provider.id,
        type,
        body: asText(rawBody),
        outcome,
        received_at: clock.now(),
      } as const;
      const insertion = tx
        .insertInto('webhook_events')
        .values(row)
        .onConflict((conflict) => conflict.column('event_id').doNothing());
      if (!(await hasRow(insertion.returning('event_id')))) return 'known';
      if (outcome === 'ignored') return outcome;
      const { isMatched } = await ledger.record(tx, events, { source: { kind: 'webhook', type }, mode });
      if (isMatched) return 'applied';
      await tx.updateTable('webhook_events').set({ outcome: 'unmatched' }).where('event_id', '=', eventId).execute();
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
