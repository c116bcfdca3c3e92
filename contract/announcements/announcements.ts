import { z } from 'zod';
import { del, get, post, put, success, saying } from '../endpoint.ts';
import { Id, Instant, oneLine, pageOf, text } from '../fields.ts';
import { messages } from '../messages.ts';
import { AccessState } from '../access/rights.ts';
import { LearnerState } from '../teaching/course-learners.ts';
import { RichText } from '../rich-text.ts';

export const ANNOUNCEMENT_MAX_CHARACTERS = 10_000;
const said = messages.announcements;

/** Who gets an announcement: those who fulfil everything that is given. */
export const Audience = z
  .object({
    /** Those who may watch this course now; everyone with an account when absent. */
    courseId: Id.optional(),
    /** Those who have not done every lecture of the course. */
    isUnfinished: z.boolean().optional(),
    /** Learners of the course in this state, as its page counts them: without admins and the people who work on it. */
    learners: LearnerState.optional(),
    /** Without those who got an announcement to learners of a state of the course in the last seven days. */
    skipsReminded: z.boolean().optional(),
    /** Learners with this access, as People counts them; of everyone, not of a course. */
    access: AccessState.optional(),
    /** Those who did not watch the course, or without one were not here, for so many days. */
    awayDays: z.int().min(1).max(365).optional(),
  })
  .refine(({ courseId, isUnfinished, learners }) => courseId !== undefined || (isUnfinished !== true && !learners), {
    path: ['courseId'],
    error: said.courseMissing,
  })
  .refine(({ courseId, skipsReminded }) => courseId !== undefined || skipsReminded !== true, {
    path: ['courseId'],
    error: said.courseMissing,
  })
  .refine(({ courseId, access }) => courseId === undefined || access === undefined, {
    path: ['access'],
    error: said.courseOrAccess,
  });
export type Audience = z.output<typeof Audience>;

/** scheduled: it begins at `sendAt`. A cancelled one that never began can be changed and sent as a draft. */
export const AnnouncementState = z.enum(['draft', 'scheduled', 'sending', 'sent', 'cancelled']);
export type AnnouncementState = z.output<typeof AnnouncementState>;

const Course = z.object({ _id: z.string(), title: z.string() });

/** An announcement as those who write them see it. */
export const AnnouncementEntry = z.object({
  _id: z.string(),
  title: z.string(),
  state: AnnouncementState,
  /** Whether it can be changed, sent and deleted. */
  isEditable: z.boolean(),
  course: Course.nullable(),
  audience: Audience,
  author: z.string(),
  changedAt: Instant,
  /** When it begins, or began; null for a draft. */
  sendAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  /** People who have it. */
  recipients: z.int(),
});
export type AnnouncementEntry = z.output<typeof AnnouncementEntry>;

export const Announcement = AnnouncementEntry.extend({
  /** Markdown. */
  body: z.string(),
  /** How its emails ended. */
  emails: z.object({ sent: z.int(), queued: z.int(), suppressed: z.int(), failed: z.int() }),
  /** People who read it on the site. */
  read: z.int(),
});
export type Announcement = z.output<typeof Announcement>;

export const AnnouncementText = z.object({
  title: oneLine(120, said.titleMissing),
  body: text(ANNOUNCEMENT_MAX_CHARACTERS, said.bodyMissing),
});

const draft = AnnouncementText.extend({ audience: Audience });
const params = z.object({ announcementId: Id });
const ofOne = { params, notFound: 'announcement_not_found' } as const;
const one = { announcement: Announcement };

/** Of admins for any audience, and of teachers for that of their courses. */
export const announcements = {
  list: get('/announcements', {
    access: 'user',
    summary:
      'List the announcements that you may send, the latest first: as an admin all, as a teacher those of your courses',
    query: z.object({
      ...pageOf(20),
    }),
    errors: ['forbidden', 'announcements_off'],
    response: success({ announcements: z.array(AnnouncementEntry), total: z.int() }),
  }),
  create: post('/announcements', {
    access: 'user',
    audit: 'announcement_changed',
    summary: 'Write a draft of an announcement',
    body: draft,
    incomplete: said.incomplete,
    errors: ['forbidden', 'announcements_off', 'course_not_found'],
    status: 201,
    response: saying(messages.announcements.saved, one),
  }),
  count: post('/announcements/audience', {
    access: 'user',
    summary: 'Count the people of an audience, and name the first',
    body: Audience,
    errors: ['forbidden', 'announcements_off', 'course_not_found'],
    response: saying('People counted', { people: z.int(), names: z.array(z.string()) }),
  }),
  preview: post('/announcements/preview', {
    access: 'user',
    summary: 'Get an announcement as its email arrives at you',
    body: AnnouncementText.extend({ courseId: Id.optional() }),
    incomplete: said.incomplete,
    errors: ['forbidden', 'announcements_off', 'course_not_found'],
    response: saying(messages.announcements.preview, { subject: z.string(), html: z.string(), text: z.string() }),
  }),
  read: get('/announcements/:announcementId', {
    access: 'user',
    summary: 'Read an announcement that you got, or that you may send',
    ...ofOne,
    errors: ['announcements_off'],
    response: success({
      announcement: z.object({
        _id: z.string(),
        title: z.string(),
        content: RichText,
        author: z.string(),
        course: Course.nullable(),
        sentAt: Instant.nullable(),
      }),
    }),
  }),
  open: get('/announcements/:announcementId/manage', {
    access: 'user',
    summary: 'Get an announcement that you may send, with how it arrived',
    ...ofOne,
    errors: ['forbidden', 'announcements_off'],
    response: success(one),
  }),
  save: put('/announcements/:announcementId', {
    access: 'user',
    audit: 'announcement_changed',
    summary: 'Change an announcement that was not sent',
    ...ofOne,
    body: draft,
    incomplete: said.incomplete,
    errors: ['forbidden', 'announcements_off', 'announcement_sent', 'course_not_found'],
    response: saying(messages.announcements.saved, one),
  }),
  remove: del('/announcements/:announcementId', {
    access: 'user',
    audit: 'announcement_changed',
    summary: 'Delete an announcement that was not sent',
    ...ofOne,
    errors: ['forbidden', 'announcements_off', 'announcement_sent'],
    response: saying('Announcement deleted', {}),
  }),
  test: post('/announcements/:announcementId/test', {
    access: 'user',
    summary: 'Email an announcement to yourself',
    ...ofOne,
    errors: ['forbidden', 'announcements_off'],
    rateLimit: { perAddress: 30 },
    response: saying('Sent to your own address', {}),
  }),
  send: post('/announcements/:announcementId/send', {
    access: 'user',
    audit: 'announcement_sent',
    summary: 'Send an announcement in a minute, or at a moment; until then it can be cancelled',
    ...ofOne,
    body: z.object({ sendAt: Instant.optional() }),
    errors: ['forbidden', 'announcements_off', 'announcement_sent', 'course_not_found'],
    response: success(one),
  }),
  cancel: post('/announcements/:announcementId/cancel', {
    access: 'user',
    audit: 'announcement_changed',
    summary: 'Cancel a scheduled announcement; one that is being sent stops, and leaves the lists of notices',
    ...ofOne,
    errors: ['forbidden', 'announcements_off', 'announcement_over'],
    response: saying('Announcement cancelled', one),
  }),
};
