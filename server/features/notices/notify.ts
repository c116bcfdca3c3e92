import { z } from 'zod';
import { noticeKinds } from '#contract/notices/notice-kinds.ts';
import { isSwitchedOn } from './switches.ts';
import { createCalendars } from '#server/calendar.ts';
import type { Tx } from '#server/database/database.ts';
import type { DeliveryChannel, NoticeDeliveryRow, NoticeRow } from '#server/database/tables/notices.ts';
import { newId } from '#server/ids.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { NewNotice, Notify } from '#server/notice-port.ts';
import type { Platform } from '#server/platform.ts';
import type { Channel } from './channels/channel.ts';
import { dueAt } from './delivery-times.ts';
import { insertDeliveries, insertNotices } from './notices.queries.ts';
import { type Preferences, preferencesOf } from './preferences.ts';

const payload = z.object({ noticeId: z.string(), channel: z.enum(['email', 'push']) });
/** Some are planned for a day, such as gifts. */
export const deliverNotice = defineJob({ name: 'notices.deliver', lane: 'email', payload, waitsAfterJump: true });
/** As `deliverNotice`, for those that many people get at once. */
export const deliverNews = defineJob({ name: 'notices.deliver-news', lane: 'bulk', payload });
export const deliverPush = defineJob({ name: 'notices.deliver-push', lane: 'push', payload });
const digest = z.object({
  userId: z.string(),
  channel: z.enum(['email', 'push']),
  cadence: z.enum(['daily', 'weekly']),
  dueAt: z.int(),
});
export type Digest = z.output<typeof digest>;
export const sendDigest = defineJob({ name: 'notices.digest', lane: 'bulk', payload: digest });
export const pushDigest = defineJob({ name: 'notices.digest-push', lane: 'push', payload: digest });

interface Planned {
  isForMany: boolean;
  row: NoticeRow;
  deliveries: NoticeDeliveryRow[];
}

export const createNotify = (
  { database, jobs, settings, clock }: Pick<Platform, 'database' | 'jobs' | 'settings' | 'clock'>,
  { channels, changed }: { channels: Record<DeliveryChannel, Channel>; changed: (userIds: readonly string[]) => void },
): Notify => {
  const calendars = createCalendars();

  const channelsOf = (reached: Record<DeliveryChannel, ReadonlySet<string>>, userId: string): DeliveryChannel[] =>
    (['email', 'push'] as const).filter((channel) => reached[channel].has(userId));

  /** `preferences` are those of a user; an address has none. */
  const plan = (
    { dedupeKey, content, userId, address, dueAtMs, subject }: NewNotice,
    preferences: Preferences | undefined,
    { now, schoolZone, reachedBy }: { now: number; schoolZone: string; reachedBy: readonly DeliveryChannel[] },
  ): Planned => {
    const id = newId();
    const { kind } = content;
    const usual = noticeKinds[kind];
    const at = Math.max(now, dueAtMs ?? now);
    const cadenceOf = preferences?.cadenceOf ?? ((_kind, channel) => usual.channels[channel]);
    const deliveries = reachedBy.flatMap((channel): NoticeDeliveryRow[] => {
      const cadence = cadenceOf(kind, channel);
      if (cadence === 'off') return [];
      const calendar = calendars(preferences?.timeZone ?? schoolZone);
      const due = preferences ? dueAt(at, { channel, cadence }, preferences.timing, calendar) : at;
      return [
        {
          notice_id: id,
          channel,
          user_id: userId ?? null,
          cadence,
          state: 'queued',
          due_at: due,
          ended_at: null,
          problem: null,
        },
      ];
    });
    const inApp = userId === undefined ? 'off' : cadenceOf(kind, 'app');
    const calendar = calendars(preferences?.timeZone ?? schoolZone);
    const shownAt =
      inApp === 'off' || !preferences
        ? null
        : dueAt(at, { channel: 'email', cadence: inApp }, preferences.timing, calendar);
    return {
      isForMany: usual.isForMany === true,
      row: {
        id,
        user_id: userId ?? null,
        address: address ?? null,
        kind,
        content: JSON.stringify(content),
        dedupe_key: dedupeKey,
        created_at: now,
        shown_at: shownAt,
        read_at: null,
        subject: subject ?? null,
      },
      deliveries,
    };
  };

  const enqueue = async (tx: Tx, planned: readonly Planned[]): Promise<void> => {
    const all = planned.flatMap(({ isForMany, deliveries }) => deliveries.map((row) => ({ ...row, isForMany })));
    const atOnce = (isRight: (row: (typeof all)[number]) => boolean) =>
      all
        .filter((row) => row.cadence === 'at_once' && isRight(row))
        .map((row) => ({ payload: { noticeId: row.notice_id, channel: row.channel }, runAtMs: row.due_at }));
    const digests = (ofChannel: DeliveryChannel, { name }: typeof sendDigest) =>
      all.flatMap(({ user_id: userId, channel, cadence, due_at: due }) =>
        userId === null || cadence === 'at_once' || channel !== ofChannel
          ? []
          : [
              {
                // One digest of a user at a time, however many notices it brings.
                id: `${name}:${userId}:${channel}:${cadence}:${due}`,
                payload: { userId, channel, cadence, dueAt: due },
                runAtMs: due,
              },
            ],
      );
    await jobs.enqueueAll(
      tx,
      deliverNotice,
      atOnce((row) => row.channel === 'email' && !row.isForMany),
    );
    await jobs.enqueueAll(
      tx,
      deliverNews,
      atOnce((row) => row.channel === 'email' && row.isForMany),
    );
    await jobs.enqueueAll(
      tx,
      deliverPush,
      atOnce((row) => row.channel === 'push'),
    );
    await jobs.enqueueAll(tx, sendDigest, digests('email', sendDigest));
    await jobs.enqueueAll(tx, pushDigest, digests('push', pushDigest));
  };

  return async (tx, notices) => {
    const community = await settings.community(tx);
    const wanted = notices.filter(({ content }) => isSwitchedOn(content.kind, community));
    if (wanted.length === 0) return;
    const userIds = [...new Set(wanted.flatMap(({ userId }) => userId ?? []))];
    const preferences = userIds.length === 0 ? undefined : await preferencesOf(tx, userIds);
    const reached = {
      email: await channels.email.reaches(tx, userIds),
      push: userIds.length === 0 ? new Set<string>() : await channels.push.reaches(tx, userIds),
    };
    const { timeZone: schoolZone } = await settings.school(tx);
    const now = clock.now();
    const planned = wanted.map((notice) =>
      plan(notice, notice.userId === undefined ? undefined : preferences?.(notice.userId), {
        now,
        schoolZone,
        reachedBy: notice.userId === undefined ? ['email'] : channelsOf(reached, notice.userId),
      }),
    );
    const written = await insertNotices(
      tx,
      planned.map(({ row }) => row),
    );
    const fresh = planned.filter(({ row }) => written.has(row.id));
    const deliveries = fresh.flatMap((one) => one.deliveries);
    if (deliveries.length > 0) await insertDeliveries(tx, deliveries);
    await enqueue(tx, fresh);
    // Of what many people get, their bells show it when they next ask.
    const shown = fresh.flatMap(({ row: { user_id: userId, shown_at: shownAt }, isForMany }) =>
      userId !== null && !isForMany && shownAt !== null && shownAt <= now ? [userId] : [],
    );
    if (shown.length > 0) database.afterCommit(tx, () => changed(shown));
  };
};
