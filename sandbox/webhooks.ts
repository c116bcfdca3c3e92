import type { ActivityLog } from './activity-log.ts';
import { badRequest } from './errors.ts';
import type { EventDraft } from './events.ts';
import { newEventId } from './ids.ts';
import { createLanes } from './lanes.ts';
import { phpJson } from './php-json.ts';
import type { Settings, Switches, WebhookEvent } from './records.ts';
import { hmacHex } from './signatures.ts';
import type { Store } from './store.ts';

export interface WebhookParts {
  store: Store;
  log: ActivityLog;
  settings(): Settings;
  flip(patch: Partial<Switches>): void;
  nowSeconds(): number;
  url(): string | undefined;
  timeoutMs: number;
  retryBaseMs: number;
}

export interface WebhookSender {
  publish(drafts: EventDraft[]): void;
  /** Sends a kept event again now and tells how it was received, as the Dashboard's replay does. */
  replay(eventId: string, asNewId: boolean): Promise<{ event_id: string; status: number | null }>;
  /** Takes up what an earlier process left unsent. */
  resume(): void;
  idle(): Promise<void>;
  close(): Promise<void>;
}

const parallelLanes = 8;
const keptWhenDone = 1_000;
const longestRetryMs = 3_600_000;
const givesUpAfterMs = 86_400_000;

/**
 * Sends signed webhooks at least once. Events of one subscription leave in order; what is not answered with 2xx in time
 * is sent again, under the same event id and signature, with growing gaps for a day. Then the webhook is switched off.
 */
export const createWebhookSender = (parts: WebhookParts): WebhookSender => {
  const { store, log } = parts;
  const lanes = createLanes(parallelLanes);
  const timers = new Set<NodeJS.Timeout>();
  const closing = new AbortController();
  const done = store
    .all('event')
    .filter((event) => event.state !== 'queued')
    .map((event) => event.id);

  const later = (delayMs: number, work: () => void): void => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, delayMs);
    timer.unref();
    timers.add(timer);
  };

  const queue = (event: WebhookEvent, delayMs: number): void => {
    if (closing.signal.aborted) return;
    const enqueue = (): void => lanes.add(event.lane, () => deliver(event.id));
    if (delayMs > 0) later(delayMs, enqueue);
    else enqueue();
  };

  const finish = (event: WebhookEvent, state: 'delivered' | 'dropped' | 'failed'): void => {
    store.put('event', { ...event, state });
    done.push(event.id);
    const oldest = done.length > keptWhenDone ? done.shift() : undefined;
    if (oldest !== undefined) store.remove('event', oldest);
  };

  const send = async (event: WebhookEvent, eventId = event.id): Promise<number | null> => {
    const url = parts.url();
    if (url === undefined) return null;
    const forged = event.forge_first && event.attempts === 0;
    const status = await post(url, event, {
      eventId,
      body: forged ? forge(event.body) : event.body,
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(parts.timeoutMs)]),
    });
    log.add('delivery', { event_id: eventId, event: event.type, status, forged });
    return status;
  };

  const deliver = async (eventId: string): Promise<void> => {
    const event = store.get('event', eventId);
    if (event === undefined || event.state !== 'queued' || closing.signal.aborted) return;
    const status = await send(event);
    if (closing.signal.aborted) return;
    const tried = { ...event, attempts: event.attempts + 1 };
    if (!accepted(status)) return retry(tried);
    finish(tried, 'delivered');
    const copies = parts.settings().switches.webhooks.duplicates;
    for (let copy = 0; copy < copies; copy += 1) await send(tried);
  };

  const retry = (event: WebhookEvent): void => {
    if (parts.nowSeconds() * 1000 - event.created_at_ms > givesUpAfterMs) {
      finish(event, 'failed');
      parts.flip({ webhooks: { ...parts.settings().switches.webhooks, enabled: false } });
      log.add('event', { event_id: event.id, event: event.type, outcome: 'webhook disabled' });
      return;
    }
    store.put('event', event);
    queue(event, Math.min(parts.retryBaseMs * 2 ** (event.attempts - 1), longestRetryMs));
  };

  const publishOne = (draft: EventDraft): void => {
    const { account_id: accountId, webhook_secrets: secrets, switches } = parts.settings();
    const { webhooks } = switches;
    const nowSeconds = parts.nowSeconds();
    const event: WebhookEvent = {
      id: newEventId(),
      type: draft.type,
      lane: draft.lane,
      body: envelope(draft, accountId, nowSeconds),
      secret: secrets[0] ?? '',
      created_at_ms: nowSeconds * 1000,
      state: 'queued',
      attempts: 0,
      forge_first: webhooks.forge_next > 0,
    };
    const outcome = fate(webhooks, parts.url());
    log.add('event', { event_id: event.id, event: draft.type, lane: draft.lane, outcome });
    if (outcome === 'no webhook') return;
    if (outcome !== 'queued') {
      if (outcome === 'dropped') {
        parts.flip({ webhooks: { ...webhooks, drop_next: webhooks.drop_next - 1 } });
      }
      finish(event, 'dropped');
      return;
    }
    if (event.forge_first) {
      parts.flip({ webhooks: { ...webhooks, forge_next: webhooks.forge_next - 1 } });
    }
    store.put('event', event);
    queue(event, webhooks.delay_ms);
  };

  return {
    publish: (drafts) => {
      const { reverse } = parts.settings().switches.webhooks;
      for (const draft of reverse ? drafts.toReversed() : drafts) publishOne(draft);
    },
    replay: async (eventId, asNewId) => {
      const event = store.get('event', eventId);
      if (event === undefined) throw badRequest('This event is not kept.', 'event_id');
      const sentAs = asNewId ? newEventId() : event.id;
      return { event_id: sentAs, status: await send({ ...event, forge_first: false }, sentAs) };
    },
    resume: () => {
      for (const event of store.all('event')) {
        if (event.state === 'queued') queue(event, parts.retryBaseMs);
      }
    },
    idle: lanes.idle,
    close: async () => {
      closing.abort();
      for (const timer of timers) clearTimeout(timer);
      await lanes.idle();
    },
  };
};

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
