import type { Received } from '#contract/endpoint.ts';
import type { api } from '#contract/api.ts';
import type { NoticeSettings } from '#contract/notices/notices.ts';
import { say } from '#contract/languages/say.ts';
import { noticePath, noticeText } from '#contract/notices/notice-kinds.ts';
import { pages } from '#contract/pages.ts';
import { toInstant } from '#server/clock.ts';
import type { Db } from '#server/database/database.ts';
import type { PushSubscriptionRow } from '#server/database/tables/notices.ts';
import { fail, UnavailableError } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import { newId } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import type { Channel, Outcome } from '../channel.ts';
import { createVapid, encryptMessage } from './message.ts';
import {
  deleteSubscription,
  deleteSubscriptionsOfSessions,
  putSubscription,
  subscriptionsOf,
  usersWithBrowsers,
} from './subscriptions.queries.ts';

const MAX_BROWSERS = 10;
const TIMEOUT_MS = 10_000;
/** A phone that is off for longer shows the notice no more; the app still lists it. */
const TTL_SECONDS = 24 * 60 * 60;
/** Push services refuse more than 4096 bytes with their encryption. */
const MAX_TEXT = 500;

const digestTitle = {
  daily: (count: number) => say('{count, plural, one {# notice} other {# notices}} today', { count }),
  weekly: (count: number) => say('{count, plural, one {# notice} other {# notices}} this week', { count }),
};

/** What a browser shows. Two messages with one tag replace each other, so that a repeated one is seen once. */
interface Message {
  title: string;
  text: string;
  path: string;
  tag: string;
}

/** gone: the browser shows no more notices of this school. */
type Result = 'sent' | 'gone' | 'refused' | 'busy';

type PushPlatform = Pick<Platform, 'database' | 'secretKey' | 'clock' | 'publicAddress' | 'config' | 'mailer'>;

/** Whether an address belongs to a push service: users send it, and this server calls it. `*.` stands for any host below. */
const isOfService = (endpoint: string, services: readonly string[]): boolean => {
  const { protocol, host, hostname } = new URL(endpoint);
  return services.some((service) => {
    const [scheme = '', name = ''] = service.split('//');
    if (scheme !== protocol) return false;
    return name.startsWith('*.') ? hostname.endsWith(name.slice(1)) && host === hostname : host === name;
  });
};

/** Shows notices in the browsers and on the phones that a user allowed to (RFC 8030, 8291, 8292). */
export const createPushChannel = (platform: PushPlatform) => {
  const { database, secretKey, clock, publicAddress, config, mailer } = platform;
  const { db } = database;
  const vapid = createVapid(secretKey.derive('notice-push'));

  const send = async (row: PushSubscriptionRow, message: Message): Promise<Result> => {
    const address = await publicAddress();
    const contact = address.startsWith('https:') ? address : `mailto:postmaster@${new URL(address).hostname}`;
    const response = await fetch(row.endpoint, {
      method: 'POST',
      redirect: 'manual',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        TTL: String(TTL_SECONDS),
        Urgency: 'normal',
        'Content-Type': 'application/octet-stream',
        'Content-Encoding': 'aes128gcm',
        Authorization: vapid.authorization(row.endpoint, { contact, nowMs: clock.now() }),
      },
      body: new Uint8Array(encryptMessage(JSON.stringify(message), row)),
    }).catch(() => undefined);
    await response?.body?.cancel();
    if (!response || response.status === 429 || response.status >= 500) return 'busy';
    if (response.ok) return 'sent';
    return response.status === 404 || response.status === 410 ? 'gone' : 'refused';
  };

  const sendToAll = async (userId: string, message: Message): Promise<Outcome> => {
    const rows = await subscriptionsOf(db, userId);
    const results = await Promise.all(rows.map(async (row) => [row, await send(row, message)] as const));
    for (const [row, result] of results) if (result === 'gone') await deleteSubscription(db, row.user_id, row.id);
    if (results.some(([, result]) => result === 'sent')) return { state: 'sent' };
    if (results.some(([, result]) => result === 'busy')) throw new UnavailableError('The push service is busy');
    if (results.some(([, result]) => result === 'refused'))
      return { state: 'failed', problem: 'The push service refused it' };
    return { state: 'suppressed', problem: '' };
  };

  const channel: Channel = {
    reaches: async (tx, userIds) => new Set(await usersWithBrowsers(tx, userIds)),
    deliver: async (_id, { content, userId, noticeId }) => {
      if (userId === null) return { state: 'suppressed', problem: '' };
      const { write, prefix } = await mailer.readerOf(userId);
      const { title, text } = noticeText(content);
      const shown = { title: write(title), text: write(text).slice(0, MAX_TEXT) };
      return sendToAll(userId, { ...shown, path: prefix + noticePath(content), tag: noticeId });
    },
    digest: async (id, cadence, deliveries) => {
      const userId = deliveries[0]?.userId ?? null;
      if (userId === null) return { state: 'suppressed', problem: '' };
      const { write, prefix } = await mailer.readerOf(userId);
      const title = write(digestTitle[cadence](deliveries.length));
      return sendToAll(userId, { title, text: '', path: prefix + pages.notices.path, tag: id });
    },
  };

  return {
    channel,
    /** What browsers subscribe with. */
    publicKey: vapid.publicKey,
    browsersOf: async (userId: string): Promise<NoticeSettings['browsers']> =>
      (await subscriptionsOf(db, userId)).map((row) => ({
        _id: row.id,
        name: row.name,
        since: toInstant(row.created_at),
      })),
    /** Throws `push_refused` for a service that is not known, or keys that encrypt nothing. */
    add: async (
      { id: userId, sessionHash }: Actor,
      { endpoint, keys }: Received<typeof api.notices.addBrowser>['body'],
      name: string,
    ): Promise<void> => {
      if (!isOfService(endpoint, config.pushServices)) throw fail('push_refused');
      try {
        encryptMessage('', keys);
      } catch {
        throw fail('push_refused');
      }
      const row = { id: newId(), user_id: userId, endpoint, ...keys, name };
      await putSubscription(db, { ...row, created_at: clock.now(), session_hash: sessionHash });
      const [oldest] = await subscriptionsOf(db, userId).then((rows) => rows.slice(0, -MAX_BROWSERS));
      if (oldest) await deleteSubscription(db, userId, oldest.id);
    },
    /** Throws `browser_not_found`. */
    remove: async (userId: string, id: string): Promise<void> => {
      if (!(await deleteSubscription(db, userId, id))) throw fail('browser_not_found');
    },
    /** The browsers of sessions that ended show nothing more. */
    forget: (tx: Db, sessionHashes: readonly string[]) => deleteSubscriptionsOfSessions(tx, sessionHashes),
    /** Throws `push_refused` when no browser of the user shows it. */
    test: async (userId: string): Promise<void> => {
      const { write, prefix } = await mailer.readerOf(userId);
      const [title, text] = [write(say('Notices work')), write(say('This is how they look here.'))];
      const outcome = await sendToAll(userId, { title, text, path: prefix + pages.noticeSettings.path, tag: 'test' });
      if (outcome.state !== 'sent') throw fail('push_refused');
    },
  };
};
