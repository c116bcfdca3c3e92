import type { Context } from './context.ts';
import type { EventDraft } from './events.ts';
import { badRequest } from './errors.ts';
import { newEventId } from './ids.ts';
import { phpJson } from './php-json.ts';
import type { Switches, WebhookEvent } from './records.ts';
import { hmacHex } from './signatures.ts';

export interface WebhookOptions extends Pick<Context, 'store' | 'log' | 'nowSeconds' | 'switches' | 'setSwitches'> {
  /** Where webhooks are sent; none is sent or stored while this is undefined. */
  url(): string | undefined;
  timeoutMs: number;
  retryBaseMs: number;
  onError(error: unknown): void;
}

const maxParallel = 8;
const maxRetryMs = 3_600_000;
const givesUpAfterSeconds = 86_400;

export type Webhooks = ReturnType<typeof createWebhooks>;

/**
 * Sends signed webhooks at least once, those of one subscription in order. A delivery without a 2xx response in time is
 * repeated under the same event id and signature, with growing gaps for a day. Then the webhook is switched off.
 */
export const createWebhooks = (options: WebhookOptions) => {
  const { store, log, nowSeconds, url, timeoutMs, retryBaseMs, onError } = options;
  const queues = Array.from({ length: maxParallel }, () => Promise.resolve());
  const timers = new Set<NodeJS.Timeout>();
  const closing = new AbortController();
  const switches = () => options.switches().webhooks;
  const setSwitches = (patch: Partial<Switches['webhooks']>): void =>
    options.setSwitches({ webhooks: { ...switches(), ...patch } });

  // A subscription always uses the same queue, so its events stay in order.
  const enqueue = (event: WebhookEvent): void => {
    const index = (event.subscription_id.codePointAt(event.subscription_id.length - 1) ?? 0) % maxParallel;
    queues[index] = (queues[index] ?? Promise.resolve()).then(() => deliver(event.id)).catch(onError);
  };
  const schedule = (event: WebhookEvent, delayMs: number): void => {
    if (closing.signal.aborted) return;
    if (delayMs === 0) {
      enqueue(event);
      return;
    }
    const timer = setTimeout(() => {
      timers.delete(timer);
      enqueue(event);
    }, delayMs);
    timer.unref();
    timers.add(timer);
  };

  const deliver = async (eventId: string): Promise<void> => {
    const event = await store.turn(() => store.events.get(eventId));
    if (event === undefined || !event.is_queued || closing.signal.aborted) return;
    const status = await send(event, event.id);
    if (closing.signal.aborted) return;
    const tried = { ...event, attempts: event.attempts + 1 };
    const isAccepted = status !== null && status >= 200 && status < 300;
    const copies = await store.turn(() => {
      store.events.put({ ...tried, is_queued: !isAccepted });
      if (!isAccepted) retry(tried);
      return isAccepted ? switches().duplicates : 0;
    });
    for (let copy = 0; copy < copies; copy += 1) await send(tried, tried.id);
  };

  const retry = (event: WebhookEvent): void => {
    if (nowSeconds() - event.created_at <= givesUpAfterSeconds) {
      schedule(event, Math.min(retryBaseMs * 2 ** (event.attempts - 1), maxRetryMs));
      return;
    }
    store.events.put({ ...event, is_queued: false });
    setSwitches({ enabled: false });
    log.add('event', { event_id: event.id, event: event.type, outcome: 'webhook disabled' });
  };

  const send = async (event: WebhookEvent, eventId: string): Promise<number | null> => {
    const target = url();
    if (target === undefined) return null;
    const forged = event.forge_first && event.attempts === 0;
    const status = await post(target, {
      eventId,
      body: forged ? event.body.replace('"created_at":', '"forged":true,"created_at":') : event.body,
      signature: hmacHex(event.secret, event.body),
      signal: AbortSignal.any([closing.signal, AbortSignal.timeout(timeoutMs)]),
    });
    log.add('delivery', { event_id: eventId, event: event.type, status, forged });
    return status;
  };

  const publishOne = (draft: EventDraft): void => {
    const { account_id: accountId, webhook_secrets: secrets } = store.settings();
    const { enabled, drop_next: dropNext, forge_next: forgeNext, delay_ms: delayMs } = switches();
    const outcome = fateOf(switches(), url());
    const event: WebhookEvent = {
      id: newEventId(),
      type: draft.type,
      subscription_id: draft.purchaseId,
      body: envelope(draft, accountId, nowSeconds()),
      secret: secrets[0] ?? '',
      created_at: nowSeconds(),
      is_queued: outcome === 'queued',
      attempts: 0,
      forge_first: forgeNext > 0,
    };
    log.add('event', { event_id: event.id, event: draft.type, subscription_id: draft.purchaseId, outcome });
    if (outcome === 'no webhook') return;
    store.events.put(event);
    if (outcome === 'queued') {
      if (event.forge_first) setSwitches({ forge_next: forgeNext - 1 });
      schedule(event, delayMs);
    } else if (enabled) setSwitches({ drop_next: dropNext - 1 });
  };

  const idle = async (): Promise<void> => {
    const tails = [...queues];
    await Promise.all(tails);
    if (tails.some((tail, index) => tail !== queues[index])) await idle();
  };

  return {
    publish: (drafts: EventDraft[]): void => {
      for (const draft of switches().reverse ? drafts.toReversed() : drafts) publishOne(draft);
    },
    /** Sends a stored event again now and returns the response's status, like the replay of Razorpay's Dashboard. */
    replay: async (eventId: string, asNewId: boolean): Promise<{ event_id: string; status: number | null }> => {
      const event = store.events.get(eventId);
      if (event === undefined) throw badRequest('This event is not kept.', 'event_id');
      const sentAs = asNewId ? newEventId() : event.id;
      return { event_id: sentAs, status: await send({ ...event, forge_first: false }, sentAs) };
    },
    /** Schedules what an earlier process left unsent. */
    resume: (): void => {
      for (const event of store.events.all()) if (event.is_queued) schedule(event, retryBaseMs);
    },
    /** Resolves when no delivery is running or queued; those that wait for a retry do not count. */
    idle,
    close: async (): Promise<void> => {
      closing.abort();
      for (const timer of timers) clearTimeout(timer);
      await idle();
    },
  };
};

const fateOf = (webhooks: Switches['webhooks'], url: string | undefined) => {
  if (url === undefined) return 'no webhook';
  if (!webhooks.enabled) return 'webhook disabled';
  return webhooks.drop_next > 0 ? 'dropped' : 'queued';
};

const envelope = ({ type, contains, payload }: EventDraft, accountId: string, createdAt: number): string =>
  phpJson({ entity: 'event', account_id: accountId, event: type, contains, payload, created_at: createdAt });

const post = async (
  url: string,
  { eventId, body, signature, signal }: { eventId: string; body: string; signature: string; signal: AbortSignal },
): Promise<number | null> => {
  try {
    const response = await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      signal,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Razorpay-Webhook/v1',
        'x-razorpay-signature': signature,
        'x-razorpay-event-id': eventId,
      },
      body,
    });
    await response.arrayBuffer();
    return response.status;
  } catch {
    // Unreachable or too slow: the sender only knows that the webhook was not accepted.
    return null;
  }
};
