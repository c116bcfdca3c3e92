import type { z } from 'zod';
import { announcementMessages as said } from '#contract/announcements/announcement-messages.ts';
import type {
  Announcement,
  AnnouncementEntry,
  announcements,
  Audience,
} from '#contract/announcements/announcements.ts';
import { recordChange } from '#server/audit/context.ts';
import { DAY_MS, toInstant, toInstantOrNull } from '#server/clock.ts';
import type { Tx } from '#server/database/database.ts';
import { SCHOOL_TEXTS_TOPIC } from '#server/database/topics.ts';
import { deleteTranslations, textsForReader } from '#server/database/translations.ts';
import type { AnnouncementRow } from '#server/database/tables/notices.ts';
import type { RenderedEmail } from '#server/email/layout.ts';
import type { Email } from '#server/email/mailer.ts';
import { fail, invalidField } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import type { CoursePolicy } from '#server/http/endpoint/course-policy.ts';
import { newId } from '#server/ids.ts';
import type { NoticePort, Reached } from '#server/notice-port.ts';
import type { Platform } from '#server/platform.ts';
import { readMarkdown } from '#server/rich-text/rich-text.ts';
import { announcementEmail, announcementFor, textFor } from './announcement-email.ts';
import {
  countAnnouncements,
  deleteAnnouncement,
  findAnnouncement,
  findAuthorName,
  findFullName,
  findTitle,
  insertAnnouncement,
  listAnnouncements,
  lockAnnouncement,
  type NamedAnnouncement,
  type OfCourses,
  updateAnnouncement,
} from './announcements.queries.ts';
import { createAudience } from './audience.ts';
import { audienceOf, createSending, keyOf, mayAddress, subjectOf } from './delivery.ts';

/** In which it can be cancelled. */
const UNDO_MS = 60_000;
const FARTHEST_MS = 365 * DAY_MS;

type Draft = z.output<typeof announcements.create.body>;
type Read = z.input<typeof announcements.read.response>['announcement'];

export interface AnnouncementNeeds {
  policy: Pick<CoursePolicy, 'may' | 'staffOf'>;
  notices: Pick<NoticePort, 'notify' | 'withdraw' | 'setEmail' | 'optOutOf' | 'has' | 'reachedBy'>;
  emailOf: (userId: string) => Promise<string | undefined>;
}

export type Announcements = ReturnType<typeof createAnnouncements>;

const columnsOf = ({ title, body, audience }: Draft) => ({
  title,
  body,
  course_id: audience.courseId ?? null,
  is_unfinished: audience.isUnfinished === true ? 1 : 0,
  learners: audience.learners ?? null,
  skips_reminded: audience.skipsReminded === true ? 1 : 0,
  access: audience.access ?? null,
  away_days: audience.awayDays ?? null,
});

const isEditable = ({ state, started_at: startedAt }: AnnouncementRow): boolean =>
  state === 'draft' || (state === 'cancelled' && startedAt === null);

const courseOf = ({ course_id: id, course_title: title }: NamedAnnouncement) =>
  id === null ? null : { _id: id, title: title ?? '' };

const toEntry = (row: NamedAnnouncement): z.input<typeof AnnouncementEntry> => ({
  _id: row.id,
  title: row.title,
  state: row.state,
  isEditable: isEditable(row),
  course: courseOf(row),
  audience: audienceOf(row),
  author: row.author,
  changedAt: toInstant(row.changed_at),
  sendAt: toInstantOrNull(row.send_at),
  endedAt: toInstantOrNull(row.ended_at),
  recipients: row.recipients,
});

const toOne = (row: NamedAnnouncement, { emails, read }: Reached): z.input<typeof Announcement> => ({
  ...toEntry(row),
  body: row.body,
  emails,
  read,
});

/** Announcements of admins, to everyone or the people of a course, and of teachers, to those of their courses. */
export const createAnnouncements = (platform: Platform, { policy, notices, emailOf }: AnnouncementNeeds) => {
  const { database, clock, mailer, settings } = platform;
  const { db } = database;
  const audience = createAudience(platform);
  const schedule = createSending(platform, { notices, policy, audience });

  const mayManage = async (actor: Actor, { course_id: courseId }: AnnouncementRow): Promise<boolean> => {
    return (
      (await policy.staffOf(actor)) === undefined || (courseId !== null && (await mayAddress(policy, actor, courseId)))
    );
  };

  /** Throws `course_not_found` for the course of others; only admins address everyone. */
  const assertMayAddress = async (actor: Actor, { courseId }: Pick<Audience, 'courseId'>): Promise<void> => {
    await policy.staffOf(actor);
    if (await mayAddress(policy, actor, courseId)) return;
    throw courseId === undefined ? invalidField('courseId', said.courseMissing) : fail('course_not_found');
  };

  /** Throws `announcement_not_found`. */
  const find = async (actor: Actor, id: string): Promise<NamedAnnouncement> => {
    const row = await findAnnouncement(db, id);
    if (!row || !(await mayManage(actor, row))) throw fail('announcement_not_found');
    return row;
  };

  const open = async (actor: Actor, id: string) => toOne(await find(actor, id), await notices.reachedBy(subjectOf(id)));

  /** Changes one that is not being sent. Throws `announcement_sent`. */
  const change = async (
    actor: Actor,
    id: string,
    run: (tx: Tx, row: AnnouncementRow) => Promise<unknown>,
  ): Promise<void> => {
    await find(actor, id);
    await database.transaction(async (tx) => {
      const row = await lockAnnouncement(tx, id);
      if (!row) throw fail('announcement_not_found');
      if (!isEditable(row)) throw fail('announcement_sent');
      await run(tx, row);
    });
  };

  const readerOf = async (userId: string) => ({
    name: await findFullName(db, userId),
    school: (await settings.school()).brandName,
  });

  const emailTo = async (
    { id: userId }: Actor,
    text: { id: string; title: string; body: string; courseId: string | null; author?: string },
  ): Promise<Email> => {
    const author = text.author ?? (await findAuthorName(db, userId));
    const courseTitle = text.courseId === null ? null : ((await findTitle(db, text.courseId)) ?? null);
    const reader = { ...(await readerOf(userId)), address: (await emailOf(userId)) ?? '' };
    const email = await announcementEmail({ ...text, author, courseTitle }, reader);
    return { ...email, optOut: notices.optOutOf(userId, 'announcement') };
  };

  const momentOf = (sendAt: string | undefined): number => {
    const now = clock.now();
    if (sendAt === undefined) return now + UNDO_MS;
    const at = Date.parse(sendAt);
    if (at <= now) throw invalidField('sendAt', said.pastMoment);
    if (at > now + FARTHEST_MS) throw invalidField('sendAt', said.farMoment);
    return at;
  };

  return {
    count: async (actor: Actor, chosen: Audience) => {
      await assertMayAddress(actor, chosen);
      return audience.count(chosen);
    },

    list: async (actor: Actor, page: { limit: number; offset: number }) => {
      const ofCourses: OfCourses = (await policy.staffOf(actor, 'teacher')) ?? null;
      return {
        announcements: (await listAnnouncements(db, ofCourses, page)).map(toEntry),
        total: await countAnnouncements(db, ofCourses),
      };
    },

    open,

    create: async (actor: Actor, draft: Draft) => {
      await assertMayAddress(actor, draft.audience);
      const [id, now] = [newId(), clock.now()];
      await insertAnnouncement(db, {
        ...columnsOf(draft),
        id,
        language: (await settings.languages()).language,
        state: 'draft',
        author_id: actor.id,
        created_at: now,
        changed_at: now,
        send_at: null,
        started_at: null,
        ended_at: null,
        after_user_id: '',
        recipients: 0,
      });
      return open(actor, id);
    },

    /** Throws `announcement_sent`. */
    save: async (actor: Actor, id: string, draft: Draft) => {
      await assertMayAddress(actor, draft.audience);
      const reset = { state: 'draft' as const, send_at: null, ended_at: null };
      await change(actor, id, (tx, before) => {
        const after = { ...columnsOf(draft), ...reset };
        recordChange({ name: before.title, before, after });
        return updateAnnouncement(tx, id, { ...after, changed_at: clock.now() });
      });
      return open(actor, id);
    },

    /** Throws `announcement_sent`. */
    remove: (actor: Actor, id: string): Promise<void> =>
      change(actor, id, async (tx, { title, body, state }) => {
        recordChange({ name: title, before: { title, body, state } });
        await database.topics.raise(tx, SCHOOL_TEXTS_TOPIC);
        await deleteTranslations(tx, [id]);
        await deleteAnnouncement(tx, id);
      }),

    preview: async (
      actor: Actor,
      { title, body, courseId }: { title: string; body: string; courseId?: string | undefined },
    ): Promise<RenderedEmail> => {
      await assertMayAddress(actor, { courseId });
      return mailer.preview(await emailTo(actor, { id: 'preview', title, body, courseId: courseId ?? null }));
    },

    test: async (actor: Actor, id: string): Promise<void> => {
      const { title, body, course_id: courseId, author } = await find(actor, id);
      const email = await emailTo(actor, { id, title, body, courseId, author });
      await database.transaction((tx) => mailer.enqueue(tx, email));
    },

    /** Throws `announcement_sent`, and what is thrown where the author may not address its audience. */
    send: async (actor: Actor, id: string, sendAt: string | undefined) => {
      const at = momentOf(sendAt);
      await change(actor, id, async (tx, row) => {
        await assertMayAddress(actor, audienceOf(row));
        recordChange({ name: row.title, before: row, after: { state: 'scheduled', send_at: at } });
        await updateAnnouncement(tx, id, { state: 'scheduled', send_at: at, ended_at: null, author_id: actor.id });
        await schedule(tx, id, at);
      });
      return open(actor, id);
    },

    /** Throws `announcement_over` unless it is scheduled or being sent. */
    cancel: async (actor: Actor, id: string) => {
      await find(actor, id);
      await database.transaction(async (tx) => {
        const row = await lockAnnouncement(tx, id);
        if (row?.state !== 'scheduled' && row?.state !== 'sending') throw fail('announcement_over');
        recordChange({ name: row.title, before: { state: row.state }, after: { state: 'cancelled' } });
        await updateAnnouncement(tx, id, { state: 'cancelled', ended_at: clock.now() });
        if (row.state === 'sending') await notices.withdraw(tx, [subjectOf(id)]);
      });
      return open(actor, id);
    },

    /** Throws `announcement_not_found` for those who did not get it. */
    read: async (actor: Actor, id: string): Promise<Read> => {
      const row = await findAnnouncement(db, id);
      if (!row || !((await notices.has(keyOf(id, actor.id))) || (await mayManage(actor, row))))
        throw fail('announcement_not_found');
      const thingIds = row.course_id === null ? [id] : [id, row.course_id];
      const texts = await textsForReader(platform, actor, { thingIds, fields: ['title', 'body'] });
      const { title, body, courseTitle } = announcementFor(texts, row);
      return {
        _id: id,
        title,
        content: readMarkdown(textFor(body, { ...(await readerOf(actor.id)), courseTitle })),
        author: row.author,
        course: courseOf({ ...row, course_title: courseTitle }),
        sentAt: toInstantOrNull(row.started_at),
      };
    },
  };
};
