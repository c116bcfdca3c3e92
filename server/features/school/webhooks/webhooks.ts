import { z } from 'zod';
import { type Webhook, WEBHOOK_EVENTS, type WebhookEvent, type WebhookMessage } from '#contract/school/webhooks.ts';
import { recordChange } from '#server/audit/context.ts';
import { queueMessage, queueTry, WEBHOOK_JOB } from '#server/audit/webhook-events.ts';
import { DAY_MS, HOUR_MS, SECOND_MS, toInstant, toInstantOrNull } from '#server/clock.ts';
import type { WebhookMessageRow, WebhookRow } from '#server/database/tables/school.ts';
import type { Db } from '#server/database/database.ts';
import { fail } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/platform.ts';
import { createSecretSealing } from '#server/settings/sealed-secret.ts';
import { leadsToPrivate, mayCall, postMessage, type Reply } from './post-message.ts';
import { newWebhookSecret, signMessage } from './sign.ts';
import {
  countFailing,
  countRetrying,
  deleteMessagesBefore,
  deleteWebhook,
  findMessage,
  findWebhook,
  insertWebhook,
  listMessages,
  listWebhooks,
  updateMessage,
  updateWebhook,
} from './webhooks.queries.ts';

const MAX_WEBHOOKS = 20;
/** After each failed try, as Standard Webhooks recommend; three days together. */
const DELAYS_MS = [5 * SECOND_MS, 300 * SECOND_MS, 1800 * SECOND_MS, ...[2, 5, 10, 14, 20, 24].map((h) => h * HOUR_MS)];
const PREVIOUS_SECRET_MS = DAY_MS;
const KEPT_MS = 30 * DAY_MS;

const send = defineJob({ name: WEBHOOK_JOB, lane: 'webhooks', payload: z.object({ messageId: z.string() }) });
const sweep = defineJob({
  name: 'webhooks.sweep',
  lane: 'upkeep',
  payload: z.object({}),
  everyMs: DAY_MS,
  waitsAfterJump: true,
});

const present = (row: WebhookRow): Webhook => ({
  _id: row.id,
  url: row.url,
  events: WEBHOOK_EVENTS.filter((event) => row.events.split(' ').includes(event)),
  createdAt: toInstant(row.created_at),
  failingSince: toInstantOrNull(row.failing_since),
});

/** Null for a message that is sent for the first time, and once there are no more tries. */
const nextTryAt = ({ state, tries, last_try_at: lastTryAt }: WebhookMessageRow): number | null => {
  const delayMs = DELAYS_MS[tries - 1];
  return state === 'waiting' && lastTryAt !== null && delayMs !== undefined ? lastTryAt + delayMs : null;
};

const presentMessage = (row: WebhookMessageRow): WebhookMessage => ({
  _id: row.id,
  event: row.event,
  state: row.state,
  tries: row.tries,
  createdAt: toInstant(row.created_at),
  lastTryAt: toInstantOrNull(row.last_try_at),
  nextTryAt: toInstantOrNull(nextTryAt(row)),
  status: row.status,
  response: row.response,
});

const isGood = ({ status }: Reply): boolean => status !== null && status >= 200 && status < 300;
const GONE = 410;

/** Messages about events to other programs, signed as Standard Webhooks 1.0. The audit names hosts: the rest can be secret. */
export const createWebhooks = ({ config, database, clock, jobs, secretKey }: Platform) => {
  const { db } = database;
  const sealing = createSecretSealing(secretKey);
  const allowed = config.webhookTargets;
  const sealName = (id: string): string => `webhook.${id}`;

  const known = async (id: string, on: Db = db): Promise<WebhookRow> => {
    const row = await findWebhook(on, id);
    if (!row) throw fail('webhook_not_found');
    return row;
  };

  /** Signed by the current secret, and for a day by the one before it. */
  const signatures = (row: WebhookRow, message: { id: string; seconds: number; body: string }, now: number): string =>
    [row.sealed_secret, (row.previous_until ?? 0) > now ? row.sealed_previous : null]
      .flatMap((sealed) => (sealed === null ? [] : (sealing.open(sealName(row.id), sealed) ?? [])))
      .map((secret) => signMessage(secret, message))
      .join(' ');

  const post = (webhook: WebhookRow, { id, body }: WebhookMessageRow): Promise<Reply> => {
    const now = clock.now();
    const seconds = Math.floor(now / SECOND_MS);
    const signature = signatures(webhook, { id, seconds, body }, now);
    if (signature === '') return Promise.resolve({ status: null, text: 'The secret cannot be read: replace it' });
    return postMessage(webhook.url, {
      headers: { 'webhook-id': id, 'webhook-timestamp': String(seconds), 'webhook-signature': signature },
      body,
      allowed,
    });
  };

  const noteTry = (webhook: WebhookRow, message: WebhookMessageRow, reply: Reply): Promise<void> =>
    database.transaction(async (tx) => {
      const now = clock.now();
      const tries = message.tries + 1;
      const delayMs = reply.status === GONE ? undefined : DELAYS_MS[message.tries];
      const state = isGood(reply) ? 'sent' : delayMs === undefined ? 'failed' : 'waiting';
      const { status, text: response } = reply;
      await updateMessage(tx, message.id, { state, tries, last_try_at: now, status, response });
      if (state === 'sent' && webhook.failing_since !== null)
        await updateWebhook(tx, webhook.id, { failing_since: null });
      if (state === 'failed') await updateWebhook(tx, webhook.id, { failing_since: webhook.failing_since ?? now });
      if (state === 'waiting') await queueTry(tx, message.id, `${tries}:${now}`, { now, runAt: now + (delayMs ?? 0) });
    });

  jobs.handle(send, async ({ messageId }) => {
    const message = await findMessage(db, messageId);
    const webhook = message && (await findWebhook(db, message.webhook_id));
    if (!message || !webhook || message.state !== 'waiting') return;
    await noteTry(webhook, message, await post(webhook, message));
  });
  jobs.handle(sweep, () => deleteMessagesBefore(db, clock.now() - KEPT_MS));

  return {
    list: async () => {
      const retrying = await countRetrying(db);
      return (await listWebhooks(db)).map((row) => ({ ...present(row), retrying: retrying.get(row.id) ?? 0 }));
    },
    failing: () => countFailing(db),
    messages: async (webhookId: string) => {
      await known(webhookId);
      return (await listMessages(db, webhookId)).map(presentMessage);
    },

    /** Throws `private_address` and `too_many_webhooks`. */
    create: async (url: string, events: readonly WebhookEvent[]) => {
      const target = new URL(url);
      if (!mayCall(target, allowed) || (await leadsToPrivate(target, allowed))) throw fail('private_address');
      const [id, secret] = [newId(), newWebhookSecret()];
      await database.transaction(async (tx) => {
        recordChange({ name: target.host, after: { events } });
        if ((await listWebhooks(tx)).length >= MAX_WEBHOOKS) throw fail('too_many_webhooks');
        await insertWebhook(tx, {
          id,
          url,
          events: events.join(' '),
          sealed_secret: sealing.seal(sealName(id), secret),
          sealed_previous: null,
          previous_until: null,
          created_at: clock.now(),
          failing_since: null,
        });
      });
      return { webhook: present(await known(id)), secret };
    },

    change: async (id: string, events: readonly WebhookEvent[]) => {
      await database.transaction(async (tx) => {
        const before = present(await known(id, tx));
        recordChange({ name: new URL(before.url).host, before, after: { events } });
        await updateWebhook(tx, id, { events: events.join(' ') });
      });
      return present(await known(id));
    },

    rotate: async (id: string) => {
      const secret = newWebhookSecret();
      await database.transaction(async (tx) => {
        const row = await known(id, tx);
        recordChange({ name: new URL(row.url).host });
        const previousUntil = clock.now() + PREVIOUS_SECRET_MS;
        const sealed = sealing.seal(sealName(id), secret);
        await updateWebhook(tx, id, {
          sealed_secret: sealed,
          sealed_previous: row.sealed_secret,
          previous_until: previousUntil,
        });
      });
      return { webhook: present(await known(id)), secret };
    },

    remove: (id: string): Promise<void> =>
      database.transaction(async (tx) => {
        const { url, events } = present(await known(id, tx));
        recordChange({ name: new URL(url).host, before: { events } });
        await deleteWebhook(tx, id);
      }),

    test: async (webhookId: string): Promise<void> => {
      await known(webhookId);
      const at = clock.now();
      const message = { webhookId, event: 'test', subject: newId(), data: {}, at };
      await database.transaction((tx) => queueMessage(tx, message));
    },

    resend: (webhookId: string, messageId: string): Promise<void> =>
      database.transaction(async (tx) => {
        const message = await findMessage(tx, messageId);
        if (message?.webhook_id !== webhookId) throw fail('webhook_not_found');
        const now = clock.now();
        await updateMessage(tx, messageId, { state: 'waiting', tries: 0 });
        await queueTry(tx, messageId, `again:${newId()}`, { now, runAt: now });
      }),
  };
};

export type Webhooks = ReturnType<typeof createWebhooks>;
