import { z } from 'zod';
import type { Audience } from '#contract/announcements/announcements.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { textsForReader } from '#server/database/translations.ts';
import type { AnnouncementRow } from '#server/database/tables/notices.ts';
import type { CoursePolicy, PolicyActor } from '#server/http/endpoint/course-policy.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { NoticePort } from '#server/notice-port.ts';
import type { Platform } from '#server/platform.ts';
import { announcementEmail, announcementFor } from './announcement-email.ts';
import {
  findAnnouncement,
  findAuthor,
  findAuthorName,
  findTitle,
  lockAnnouncement,
  updateAnnouncement,
} from './announcements.queries.ts';
import type { AudienceOf } from './audience.ts';

/** Users that one transaction looks at: a request waits for it on SQLite. */
const AT_ONCE = 50;

const send = defineJob({
  name: 'announcements.send',
  lane: 'bulk',
  payload: z.object({ announcementId: z.string(), sendAt: z.int() }),
  waitsAfterJump: true,
});

/** What withdraws its notices. */
export const subjectOf = (announcementId: string): string => `announcement:${announcementId}`;
/** One notice to each person. */
export const keyOf = (announcementId: string, userId: string): string => `announcement:${announcementId}:${userId}`;

export const audienceOf = (
  row: Pick<AnnouncementRow, 'course_id' | 'is_unfinished' | 'learners' | 'skips_reminded' | 'access' | 'away_days'>,
): Audience => ({
  ...(row.course_id !== null && { courseId: row.course_id }),
  ...(row.is_unfinished === 1 && { isUnfinished: true }),
  ...(row.learners !== null && { learners: row.learners }),
  ...(row.skips_reminded === 1 && { skipsReminded: true }),
  ...(row.access !== null && { access: row.access }),
  ...(row.away_days !== null && { awayDays: row.away_days }),
});

/** Admins send to everyone, teachers to the people of their courses. */
export const mayAddress = async (
  policy: Pick<CoursePolicy, 'may'>,
  actor: PolicyActor,
  courseId: string | undefined,
): Promise<boolean> =>
  courseId === undefined ? actor.role === 'ADMIN' && actor.isBlocked !== true : policy.may(actor, 'edit', { courseId });

export interface SendingNeeds {
  notices: Pick<NoticePort, 'notify' | 'setEmail'>;
  policy: Pick<CoursePolicy, 'may'>;
  audience: AudienceOf;
}

/**
 * Sends announcements: a job writes the notices of some people and moves the cursor in one transaction, then adds the next job
 * behind their deliveries. So it continues where it was killed, and is never much ahead of the mail server.
 */
export const createSending = (
  { database, jobs, settings, clock }: Pick<Platform, 'database' | 'jobs' | 'settings' | 'clock'>,
  { notices, policy, audience }: SendingNeeds,
): ((tx: Tx, announcementId: string, sendAt: number) => Promise<void>) => {
  const textsOf = (userId: string | null, { id, course_id: courseId }: AnnouncementRow) =>
    textsForReader({ database, settings }, userId === null ? {} : { id: userId }, {
      thingIds: courseId === null ? [id] : [id, courseId],
      fields: ['title', 'body'],
    });

  notices.setEmail('announcement', {
    compose: async ({ announcementId }, { userId, address, name }) => {
      const row = await findAnnouncement(database.db, announcementId);
      if (!row || row.state === 'cancelled') return 'withdrawn';
      const { brandName: school } = await settings.school();
      const written = { ...row, ...announcementFor(await textsOf(userId, row), row) };
      return { email: await announcementEmail(written, { address, name, school }) };
    },
  });

  /** The school may have switched notices off since, and the author may have lost the course. */
  const isStillAllowed = async (db: Db, { author_id: authorId, course_id: courseId }: AnnouncementRow) => {
    const author = await findAuthor(db, authorId);
    return (
      author !== undefined &&
      (await settings.community(db)).notices &&
      (await mayAddress(policy, author, courseId ?? undefined))
    );
  };

  const sendSome = async (tx: Tx, row: AnnouncementRow): Promise<void> => {
    const { id, title, author_id: authorId, course_id: courseId, after_user_id: afterId } = row;
    const { userIds, untilId } = await audience.next(tx, audienceOf(row), { afterId, count: AT_ONCE });
    const byName = await findAuthorName(tx, authorId);
    const courseTitle = courseId === null ? null : ((await findTitle(tx, courseId)) ?? null);
    await notices.notify(
      tx,
      userIds.map((userId) => ({
        userId,
        dedupeKey: keyOf(id, userId),
        subject: subjectOf(id),
        content: { kind: 'announcement', announcementId: id, title, byName, courseTitle },
      })),
    );
    const now = clock.now();
    const recipients = row.recipients + userIds.length;
    if (untilId === undefined) {
      await updateAnnouncement(tx, id, { state: 'sent', ended_at: now, recipients });
      return;
    }
    await updateAnnouncement(tx, id, { after_user_id: untilId, recipients });
    await jobs.enqueue(
      tx,
      send,
      { announcementId: id, sendAt: row.send_at ?? now },
      // Behind their deliveries, which are due now.
      { id: `${send.name}:${id}:${untilId}`, runAtMs: now + 1 },
    );
  };

  jobs.handle(send, ({ announcementId, sendAt }) =>
    database.transaction(async (tx) => {
      const row = await lockAnnouncement(tx, announcementId);
      // It was cancelled, or scheduled for another moment.
      if (!row || row.send_at !== sendAt || !['scheduled', 'sending'].includes(row.state)) return;
      const now = clock.now();
      if (!(await isStillAllowed(tx, row))) {
        await updateAnnouncement(tx, row.id, { state: 'cancelled', ended_at: now });
        return;
      }
      if (row.state === 'scheduled') await updateAnnouncement(tx, row.id, { state: 'sending', started_at: now });
      await sendSome(tx, row);
    }),
  );

  return (tx, announcementId, sendAt) =>
    jobs.enqueue(
      tx,
      send,
      { announcementId, sendAt },
      { id: `${send.name}:${announcementId}:at-${sendAt}`, runAtMs: sendAt },
    );
};
