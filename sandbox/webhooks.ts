import type { ActivityLog } from './activity-log.ts';
import { badRequest } from './errors.ts';
import type { EventDraft } from './events.ts';
import { newEventId } from './ids.ts';
import { createLanes } from './lanes.ts';
import type { Lanes } from './lanes.ts';
import { phpJson } from './php-json.ts';
import type { Settings, Switches, WebhookEvent } from './records.ts';
import { hmacHex } from './signatures.ts';
import type { Store } from './store.ts';

export interface WebhookParts {
  store: Store;
  log: ActivityLog;
  settings(): Settings;
  flip(patch: Partial<Switches>): void;
  nowSeconds: () => number;
  url(): string | undefined;
  timeoutMs: number;
  retryBaseMs: number;
  onError(error: unknown): void;
}

const parallelLanes = 8;
const keptWhenDone = 1_000;
const longestRetryMs = 3_600_000;
const givesUpAfterMs = 86_400_000;

/**
 * Sends signed webhooks at least once. Events of one subscription leave in order; what is not answered with 2xx in time
 * is sent again, under the same event id and signature, with growing gaps for a day. Then the webhook is switched off.
 */
export class WebhookSender {
  readonly #parts: WebhookParts;
  readonly #lanes: Lanes;
  readonly #timers = new Set<NodeJS.Timeout>();
  readonly #closing = new AbortController();
  readonly #done: string[];

  constructor(parts: WebhookParts) {
    this.#parts = parts;
    this.#lanes = createLanes(parallelLanes, (error) => parts.onError(error));
    const kept = parts.store.all('event');
    this.#done = kept.filter((event) => event.state !== 'queued').map((event) => event.id);
  }

  publish(drafts: EventDraft[]): void {
    const { reverse } = this.#switches();
    for (const draft of reverse ? drafts.toReversed() : drafts) this.#publishOne(draft);
  }

  /** Sends a kept event again now and tells how it was received, as the Dashboard's replay does. */
  async replay(eventId: string, asNewId: boolean): Promise<{ event_id: string; status: number | null }> {
    const event = this.#parts.store.get('event', eventId);
    if (event === undefined) throw badRequest('This event is not kept.', 'event_id');
    const sentAs = asNewId ? newEventId() : event.id;
    return { event_id: sentAs, status: await this.#send({ ...event, forge_first: false }, sentAs) };
  }

  /** Takes up what an earlier process left unsent. */
  resume(): void {
    for (const event of this.#parts.store.all('event')) {
      if (event.state === 'queued') this.#queue(event, this.#parts.retryBaseMs);
    }
  }

  idle(): Promise<void> {
    return this.#lanes.idle();
  }

  async close(): Promise<void> {
    this.#closing.abort();
    for (const timer of this.#timers) clearTimeout(timer);
    await this.#lanes.idle();
  }

  #switches(): Switches['webhooks'] {
    return this.#parts.settings().switches.webhooks;
  }

  #flip(patch: Partial<Switches['webhooks']>): void {
    this.#parts.flip({ webhooks: { ...this.#switches(), ...patch } });
  }

  #publishOne(draft: EventDraft): void {
    const webhooks = this.#switches();
    const outcome = fate(webhooks, this.#parts.url());
    const event = this.#newEvent(draft, webhooks.forge_next > 0);
    this.#parts.log.add('event', { event_id: event.id, event: draft.type, lane: draft.lane, outcome });
    if (outcome === 'no webhook') return;
    if (outcome === 'dropped') this.#flip({ drop_next: webhooks.drop_next - 1 });
    if (outcome !== 'queued') {
      this.#finish(event, 'dropped');
      return;
    }
    if (event.forge_first) this.#flip({ forge_next: webhooks.forge_next - 1 });
    this.#parts.store.put('event', event);
    this.#queue(event, webhooks.delay_ms);
  }

  #newEvent(draft: EventDraft, forgeFirst: boolean): WebhookEvent {
    const { account_id: accountId, webhook_secrets: secrets } = this.#parts.settings();
    const nowSeconds = this.#parts.nowSeconds();
    return {
      id: newEventId(),
      type: draft.type,
      lane: draft.lane,
      body: envelope(draft, accountId, nowSeconds),
      secret: secrets[0] ?? '',
      created_at_ms: nowSeconds * 1000,
      state: 'queued',
      attempts: 0,
      forge_first: forgeFirst,
    };
  }

  #queue(event: WebhookEvent, delayMs: number): void {
    if (this.#closing.signal.aborted) return;
    const enqueue = (): void => this.#lanes.add(event.lane, () => this.#deliver(event.id));
    if (delayMs === 0) {
      enqueue();
      return;
    }
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      enqueue();
    }, delayMs);
    timer.unref();
    this.#timers.add(timer);
  }

  async #deliver(eventId: string): Promise<void> {
    const event = this.#parts.store.get('event', eventId);
    if (event === undefined || event.state !== 'queued' || this.#closing.signal.aborted) return;
    const status = await this.#send(event, event.id);
    if (this.#closing.signal.aborted) return;
    const tried = { ...event, attempts: event.attempts + 1 };
    if (!accepted(status)) {
      this.#retry(tried);
      return;
    }
    this.#finish(tried, 'delivered');
    for (let copies = this.#switches().duplicates; copies > 0; copies -= 1) await this.#send(tried, tried.id);
  }

  async #send(event: WebhookEvent, eventId: string): Promise<number | null> {
    const url = this.#parts.url();
    if (url === undefined) return null;
    const forged = event.forge_first && event.attempts === 0;
    const status = await post(url, event, {
      eventId,
      body: forged ? forge(event.body) : event.body,
      signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(this.#parts.timeoutMs)]),
    });
    this.#parts.log.add('delivery', { event_id: eventId, event: event.type, status, forged });
    return status;
  }

  #retry(event: WebhookEvent): void {
    const { store, log, nowSeconds, retryBaseMs } = this.#parts;
    if (nowSeconds() * 1000 - event.created_at_ms > givesUpAfterMs) {
      this.#finish(event, 'failed');
      this.#flip({ enabled: false });
      log.add('event', { event_id: event.id, event: event.type, outcome: 'webhook disabled' });
      return;
    }
    store.put('event', event);
    this.#queue(event, Math.min(retryBaseMs * 2 ** (event.attempts - 1), longestRetryMs));
  }

  #finish(event: WebhookEvent, state: 'delivered' | 'dropped' | 'failed'): void {
    this.#parts.store.put('event', { ...event, state });
    this.#done.push(event.id);
    const oldest = this.#done.length > keptWhenDone ? this.#done.shift() : undefined;
    if (oldest !== undefined) this.#parts.store.remove('event', oldest);
  }
}

const fate = (webhooks: Switches['webhooks'], url: string | undefined) => {
  if (url === undefined) return 'no webhook';
  if (!webhooks.enabled) return 'webhook disabled';
  return webhooks.drop_next > 0 ? 'dropped' : 'queued';
};

const envelope = (draft: EventDraft, accountId: string, createdAt: number): string =>
  phpJson({
    entity: 'event',
    account_id: accountId,
    event: draft.type,
    contains: draft.contains,
    payload: draft.payload,
    created_at: createdAt,
  });

const accepted = (status: number | null): boolean => status !== null && status >= 200 && status < 300;

const forge = (body: string): string => body.replace('"created_at":', '"forged":true,"created_at":');

const post = async (
  url: string,
  event: WebhookEvent,
  how: { eventId: string; body: string; signal: AbortSignal },
): Promise<number | null> => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal: how.signal,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Razorpay-Webhook/v1',
        'x-razorpay-signature': hmacHex(event.secret, event.body),
        'x-razorpay-event-id': how.eventId,
      },
      body: how.body,
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    // Not reached, or not answered in time: the sender only knows that nothing was accepted.
    return null;
  }
};
