import { z } from 'zod';
import type { Received } from '#contract/endpoint.ts';
import type { api } from '#contract/api.ts';
import { deviceSaid } from '#contract/accounts/device-name.ts';
import type { Write } from '#contract/languages/say.ts';
import { isLocked, type NoticeKind, noticeKinds, noticePath } from '#contract/notices/notice-kinds.ts';
import { NoticeContent } from '#contract/notices/notice-content.ts';
import type { Notice, NoticeSettings } from '#contract/notices/notices.ts';
import { DAY_MS, toInstant } from '#server/clock.ts';
import type { Tx } from '#server/database/database.ts';
import { cutPage, readCursor } from '#server/database/cursor.ts';
import { fail } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { EmailOfKind, Reached } from '#server/notice-port.ts';
import type { Platform } from '#server/platform.ts';
import { createEmailChannel } from './channels/email/email.ts';
import { createOwnEmails } from './channels/email/email-of-kind.ts';
import { createPushChannel } from './channels/push/push.ts';
import { runDeliveries } from './deliveries.ts';
import {
  arrivedAt,
  countUnread,
  deleteNoticesIn,
  deleteOptOuts,
  findRefusal,
  hasNotice,
  listVisible,
  markAllRead,
  markRead,
  putChoice,
  putOptOut,
  putTiming,
  reachedBy,
  withdrawNotices,
} from './notices.queries.ts';
import { createNotify } from './notify.ts';
import { createOptOutLinks } from './opt-out.ts';
import { DIGEST, preferencesOf, type Reader, shownPreferences } from './preferences.ts';
import { createNoticeStreams } from './stream.ts';
import { inTheirTitles } from './titles.ts';

const SWEPT_TOGETHER = 1000;
/** On the page of a person. */
const MAX_ARRIVED = 20;

const sweepNotices = defineJob({
  name: 'notices.sweep',
  lane: 'upkeep',
  payload: z.object({}),
  everyMs: DAY_MS,
  waitsAfterJump: true,
});

type NoticePlatform = Pick<
  Platform,
  'database' | 'jobs' | 'settings' | 'clock' | 'mailer' | 'config' | 'secretKey' | 'publicAddress' | 'log'
>;

type SettingsChange = Received<typeof api.notices.saveSettings>['body'];

/** Opt-outs of other emails with a link in them: each returns whether the token is one of its own. */
interface OtherOptOuts {
  optOut: (token: string) => Promise<boolean>;
  optIn: (token: string) => Promise<boolean>;
}

interface Shown {
  id: string;
  shown_at: number | null;
  read_at: number | null;
}

const withContent = <R extends Shown & { content: string }>(row: R) => ({
  ...row,
  content: NoticeContent.parse(JSON.parse(row.content)),
});

const toNotice = ({ content, ...row }: Shown & { content: NoticeContent }): z.input<typeof Notice> => ({
  _id: row.id,
  at: toInstant(row.shown_at ?? 0),
  isRead: row.read_at !== null,
  path: noticePath(content),
  ...content,
});

export type Notices = ReturnType<typeof createNotices>;

/** Events become notices, notices become deliveries: in the app, by email and by push. */
export const createNotices = (platform: NoticePlatform) => {
  const { database, jobs, settings, clock } = platform;
  const { db } = database;
  const ownEmails = createOwnEmails();
  const links = createOptOutLinks(platform);
  const push = createPushChannel(platform);
  const channels = { email: createEmailChannel(platform, { ownEmails, links }), push: push.channel };
  const unreadOf = (userId: string): Promise<number> => countUnread(db, userId, clock.now());
  const streams = createNoticeStreams(database, unreadOf);
  runDeliveries(platform, { channels, ownEmails });
  jobs.handle(sweepNotices, async () => {
    const { noticeMonths } = await settings.limits();
    const before = (await settings.calendar()).add(clock.now(), -noticeMonths, 'month');
    const span = { before, from: await settings.keptBefore() };
    let total = 0;
    for (let deleted = 1; deleted > 0; total += deleted)
      deleted = await database.transaction((tx) => deleteNoticesIn(tx, span, SWEPT_TOGETHER));
    if (total > 0) platform.log.info({ deleted: total }, 'old notices are deleted');
  });

  return {
    notify: createNotify(platform, { channels, changed: streams.changed }),
    withdraw: async (tx: Tx, subjects: readonly string[]): Promise<void> => {
      const userIds = await withdrawNotices(tx, subjects, clock.now());
      database.afterCommit(tx, () => streams.changed(userIds));
    },
    /** Sets the email of a kind that has its own texts. */
    setEmail: <K extends NoticeKind>(kind: K, email: EmailOfKind<K>): void => ownEmails.set(kind, email),
    optOutOf: links.ofKind,
    has: (dedupeKey: string): Promise<boolean> => hasNotice(db, dedupeKey),
    reachedBy: (subject: string): Promise<Reached> => reachedBy(db, subject),
    streams,
    push,
    unreadOf,

    list: async (
      reader: Pick<Actor, 'id' | 'language'>,
      { unread, limit, cursor }: Received<typeof api.notices.list>['query'],
    ) => {
      const { id: userId } = reader;
      const filter = { userId, now: clock.now(), isUnread: unread !== undefined, after: readCursor(cursor) };
      const rows = await listVisible(db, filter, limit + 1);
      const { page, nextCursor } = cutPage(rows, limit, (row) => row.shown_at);
      const titled = await inTheirTitles(platform, reader, page.map(withContent));
      return { notices: titled.map(toNotice), unread: await unreadOf(userId), nextCursor };
    },

    /** Throws `notice_not_found`. */
    markRead: async (userId: string, noticeId: string): Promise<number> => {
      if (!(await markRead(db, userId, noticeId, clock.now()))) throw fail('notice_not_found');
      streams.changed([userId]);
      return unreadOf(userId);
    },

    markAllRead: async (userId: string): Promise<number> => {
      await markAllRead(db, userId, clock.now());
      streams.changed([userId]);
      return unreadOf(userId);
    },

    settingsOf: async (userId: string, { write, ...reader }: Reader & { write: Write }): Promise<NoticeSettings> => {
      const { timeZone: schoolZone } = await settings.school();
      const preferences = (await preferencesOf(db, [userId]))(userId);
      const browsers = await push.browsersOf(userId);
      return {
        ...shownPreferences(preferences, { schoolZone, reader }),
        browsers: browsers.map((browser) => ({ ...browser, name: write(deviceSaid(browser.name)) })),
        pushKey: push.publicKey,
      };
    },

    /** What is left out stays. Throws `notice_locked`. */
    saveSettings: async (userId: string, { choices = [], ...change }: SettingsChange): Promise<void> => {
      for (const { kind, channel, cadence } of choices)
        if (isLocked(kind, channel) && cadence !== noticeKinds[kind].channels[channel]) throw fail('notice_locked');
      await database.transaction(async (tx) => {
        const { timeZone, timing } = (await preferencesOf(tx, [userId]))(userId);
        const { dailyHour = timing.dailyHour, weeklyDay = timing.weeklyDay, quietHours = timing.quietHours } = change;
        await putTiming(tx, {
          user_id: userId,
          time_zone: change.timeZone ?? timeZone,
          daily_hour: dailyHour,
          weekly_day: weeklyDay,
          quiet_from: quietHours?.from ?? null,
          quiet_until: quietHours?.until ?? null,
        });
        for (const choice of choices) await putChoice(tx, userId, choice);
        const emailed = choices.filter(({ channel }) => channel === 'email');
        if (emailed.length > 0) await deleteOptOuts(tx, userId, [DIGEST, ...emailed.map(({ kind }) => kind)]);
      });
    },

    /** Stops the emails that a link is about. Throws `opt_out_not_found`. */
    optOut: async (token: string, others: OtherOptOuts): Promise<void> => {
      const found = links.read(token);
      if (found) await putOptOut(db, found.userId, found.topic, clock.now());
      else if (!(await others.optOut(token))) throw fail('opt_out_not_found');
    },

    /** Takes the opt-out of a link back. Throws `opt_out_not_found`. */
    optIn: async (token: string, others: OtherOptOuts): Promise<void> => {
      const found = links.read(token);
      if (found) await deleteOptOuts(db, found.userId, [found.topic]);
      else if (!(await others.optIn(token))) throw fail('opt_out_not_found');
    },

    /** For a person's page: what arrived, newest first, and why the mail server refuses their address, if it does. */
    arrived: async (userId: string, address: string) => {
      const refusal = await findRefusal(db, address);
      const rows = await arrivedAt(db, userId, MAX_ARRIVED);
      return {
        notices: rows.map((row) => ({
          _id: row.id,
          at: toInstant(row.created_at),
          isRead: row.shown_at === null ? null : row.read_at !== null,
          deliveries: row.deliveries.map(({ channel, state, problem }) => ({ channel, state, problem: problem ?? '' })),
          ...NoticeContent.parse(JSON.parse(row.content)),
        })),
        refusal: refusal ? { reply: refusal.reply, at: toInstant(refusal.at) } : null,
      };
    },
  };
};
