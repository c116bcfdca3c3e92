import { setTimeout as wait } from 'node:timers/promises';
import { NoticeContent } from '#contract/notices/notice-content.ts';
import { noticeKinds } from '#contract/notices/notice-kinds.ts';
import type { DeliveryChannel } from '#server/database/tables/notices.ts';
import { UnavailableError } from '#server/errors.ts';
import type { JobFacts } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/platform.ts';
import type { Channel, Delivery, Outcome } from './channels/channel.ts';
import type { OwnEmails } from './channels/email/email-of-kind.ts';
import { endDeliveries, findQueued, findQueuedDigest, type QueuedDelivery } from './notices.queries.ts';
import { deliverNews, deliverNotice, deliverPush, type Digest, pushDigest, sendDigest } from './notify.ts';
import { preferencesOf } from './preferences.ts';
import { isSwitchedOn } from './switches.ts';
import { inTheirTitles } from './titles.ts';

/** Notices that one digest ends; more come with the next. */
const MAX_IN_DIGEST = 500;

/** How long news waits for a mail server that accepts no more at the moment: each time twice as long, up to the last. */
const FIRST_WAIT_MS = 250;
const LAST_WAIT_MS = 8000;

/** Sends as fast as the mail server accepts: the jobs behind this one wait too, instead of being refused one after the other. */
const atItsPace = async (run: () => Promise<void>, signal: AbortSignal): Promise<void> => {
  for (let waitMs = FIRST_WAIT_MS; ; waitMs *= 2) {
    try {
      await run();
      return;
    } catch (error) {
      if (!(error instanceof UnavailableError) || waitMs > LAST_WAIT_MS) throw error;
      await wait(waitMs, undefined, { signal });
    }
  }
};

/** A queued delivery with its parsed content; `address` is null for an account without one. */
interface Queued extends Omit<Delivery, 'address'> {
  channel: DeliveryChannel;
  address: string | null;
  isGone: boolean;
  isBlocked: boolean;
}

const toQueued = (row: QueuedDelivery): Queued => ({
  noticeId: row.id,
  content: NoticeContent.parse(JSON.parse(row.content)),
  createdAt: row.created_at,
  userId: row.user_id,
  address: row.address,
  name: row.full_name ?? '',
  channel: row.channel,
  isGone: row.deleted_at !== null,
  isBlocked: row.blocked_at !== null,
});

/** Whether this person can still get the notice. */
const isReachable = (delivery: Queued): delivery is Queued & Delivery =>
  delivery.address !== null &&
  !delivery.isGone &&
  (!delivery.isBlocked || noticeKinds[delivery.content.kind].class === 'account');

/** Handles the jobs that bring notices. Each ends its deliveries once: a job that runs again finds none that are queued. */
export const runDeliveries = (
  platform: Pick<Platform, 'database' | 'jobs' | 'clock' | 'settings'>,
  { channels, ownEmails }: { channels: Record<DeliveryChannel, Channel>; ownEmails: OwnEmails },
): void => {
  const { database, jobs, clock, settings } = platform;
  const { db } = database;

  const titledFor = (userId: string | null, rows: readonly QueuedDelivery[]): Promise<Queued[]> =>
    inTheirTitles(platform, userId === null ? {} : { id: userId }, rows.map(toQueued));

  /** An opt-out, or a switch of the school, counts until the email is sent. */
  const wantedBy = async (userId: string | null, channel: DeliveryChannel) => {
    if (userId === null) return () => true;
    const community = await settings.community();
    const { cadenceOf } = (await preferencesOf(db, [userId]))(userId);
    return ({ content: { kind } }: Queued): boolean =>
      cadenceOf(kind, channel) !== 'off' && isSwitchedOn(kind, community);
  };

  const end = (
    deliveries: readonly Queued[],
    channel: DeliveryChannel,
    outcome: Exclude<Outcome, { state: 'postponed' }>,
  ) =>
    database.transaction(async (tx) => {
      const problem = 'problem' in outcome ? outcome.problem : null;
      const noticeIds = deliveries.map(({ noticeId }) => noticeId);
      await endDeliveries(tx, { noticeIds, channel }, { state: outcome.state, problem, now: clock.now() });
      const isDone = outcome.state === 'sent' || outcome.isStored === true;
      if (!isDone || channel !== 'email') return;
      for (const { content } of deliveries) await ownEmails.of(content.kind)?.sent(tx, content);
    });

  const deliver = async (
    { noticeId, channel }: { noticeId: string; channel: DeliveryChannel },
    { id }: JobFacts,
  ): Promise<void> => {
    const row = await findQueued(db, noticeId, channel);
    if (!row) return;
    const [queued = toQueued(row)] = await titledFor(row.user_id, [row]);
    const isWanted = await wantedBy(queued.userId, channel);
    if (!isReachable(queued) || !isWanted(queued)) {
      await end([queued], channel, { state: 'suppressed', problem: '' });
      return;
    }
    const outcome = await channels[channel].deliver(id, queued);
    if (outcome.state === 'postponed')
      await jobs.enqueue(
        db,
        channel === 'push' ? deliverPush : deliverNotice,
        { noticeId, channel },
        { runAtMs: outcome.untilMs },
      );
    else await end([queued], channel, outcome);
  };

  jobs.handle(deliverNotice, deliver);
  jobs.handle(deliverPush, deliver);
  jobs.handle(deliverNews, (news, facts) =>
    news.channel === 'email' ? atItsPace(() => deliver(news, facts), facts.signal) : deliver(news, facts),
  );
  const deliverDigest = async ({ userId, channel, cadence, dueAt }: Digest, { id }: JobFacts): Promise<void> => {
    const rows = await findQueuedDigest(db, { userId, channel, cadence, dueAt }, MAX_IN_DIGEST);
    const isWanted = await wantedBy(userId, channel);
    const queued = await titledFor(userId, rows);
    const kept = queued.filter(isReachable).filter(isWanted);
    const dropped = queued.filter((one) => !kept.some(({ noticeId }) => noticeId === one.noticeId));
    if (dropped.length > 0) await end(dropped, channel, { state: 'suppressed', problem: '' });
    if (kept.length === 0) return;
    const outcome = await channels[channel].digest(id, cadence, kept);
    if (outcome.state !== 'postponed') await end(kept, channel, outcome);
  };
  jobs.handle(sendDigest, deliverDigest);
  jobs.handle(pushDigest, deliverDigest);
};
