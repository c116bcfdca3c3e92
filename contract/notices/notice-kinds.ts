import '../without-eval.ts';
import { z } from 'zod';
import { Instant, Paise } from '../fields.ts';

/** A lecture that a notice is about. */
const lecture = { courseId: z.string(), courseTitle: z.string(), lectureId: z.string(), lectureTitle: z.string() };
const course = { courseId: z.string(), courseTitle: z.string() };
/** How a text begins. */
const excerpt = z.string().max(300);

/**
 * What a notice is about, as data: `noticeText` makes its sentences when it is shown. A kind of notice is one entry here, one in
 * `noticeKinds`, and one case in `noticeText` and in `noticePath`.
 */
export const NoticeContent = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('receipt'),
    number: z.string(),
    amountInPaise: Paise,
    isRefund: z.boolean(),
    /** Of a gift: its recipient, and when it is sent. */
    gift: z.object({ recipientName: z.string(), at: Instant }).nullable(),
  }),
  z.object({
    kind: z.literal('access_ending'),
    /** 0 on the last day. */
    days: z.int(),
    endsAt: Instant,
    /** Null for access to everything; `planId` is that of a plan on sale that opens the course. */
    course: z.object({ title: z.string(), planId: z.string().nullable() }).nullable(),
    /** Whether every plan on sale is for a year. */
    isForYear: z.boolean(),
  }),
  /** The file with the data of the user can be downloaded. */
  z.object({ kind: z.literal('export_ready'), exportId: z.string(), expiresAt: Instant }),
  /** For the admin who requested it. */
  z.object({ kind: z.literal('school_export_ready'), exportId: z.string(), expiresAt: Instant }),
  /** To an address that may have no account. */
  z.object({ kind: z.literal('gift'), giftId: z.string(), delivery: z.int() }),
  z.object({ kind: z.literal('course_decision'), ...course, isApproved: z.boolean(), reason: z.string() }),
  /** An answer to a question that the user asked, follows or answered. */
  z.object({
    kind: z.literal('answer'),
    ...lecture,
    questionId: z.string(),
    byName: z.string(),
    text: excerpt,
    /** The moment of the question. */
    atMs: z.int().nullable(),
    isOwnQuestion: z.boolean(),
  }),
  /** For teachers and assistants of the course. */
  z.object({
    kind: z.literal('question'),
    ...lecture,
    questionId: z.string(),
    byName: z.string(),
    text: excerpt,
    atMs: z.int().nullable(),
  }),
  z.object({ kind: z.literal('review'), ...course, byName: z.string(), stars: z.int(), text: excerpt }),
  z.object({ kind: z.literal('review_answer'), ...course, byName: z.string(), text: excerpt }),
  z.object({ kind: z.literal('certificate'), ...course, code: z.string() }),
  /** By an admin; the reason is '' for one that was issued again. */
  z.object({
    kind: z.literal('certificate_changed'),
    ...course,
    code: z.string(),
    isRevoked: z.boolean(),
    reason: z.string(),
  }),
  z.object({ kind: z.literal('certificate_declined'), ...course, reason: z.string() }),
  z.object({ kind: z.literal('certificate_ending'), ...course, code: z.string(), validUntil: Instant }),
  z.object({ kind: z.literal('class_soon'), ...lecture, startsAt: Instant }),
  z.object({ kind: z.literal('class_changed'), ...lecture, startsAt: Instant, isCancelled: z.boolean() }),
  /** It has taken the place of its live class. */
  z.object({ kind: z.literal('recording'), ...lecture }),
  /** A person has graded the last answer of an attempt; raised: the key of a question changed, and the score rose. */
  z.object({
    kind: z.literal('graded'),
    ...lecture,
    attemptId: z.string(),
    percent: z.int(),
    /** Passes now. */
    passes: z.boolean(),
    isRaised: z.boolean(),
  }),
  z.object({ kind: z.literal('attempts_reset'), ...lecture, reason: z.string() }),
  z.object({
    kind: z.literal('new_lectures'),
    ...course,
    count: z.int(),
    /** Of the first three. */
    titles: z.array(z.string()),
    firstLectureId: z.string(),
  }),
  z.object({ kind: z.literal('new_course'), ...course }),
  /** What a teacher, or an admin, wrote to many people. */
  z.object({
    kind: z.literal('announcement'),
    announcementId: z.string(),
    title: z.string(),
    byName: z.string(),
    courseTitle: z.string().nullable(),
  }),
]);
export type NoticeContent = z.output<typeof NoticeContent>;
export type NoticeKind = NoticeContent['kind'];

/** Those whose email is the sentences of the notice. The others have their own. */
export type PlainNoticeKind = Exclude<
  NoticeKind,
  'receipt' | 'access_ending' | 'gift' | 'course_decision' | 'announcement'
>;

export const NOTICE_CHANNELS = ['app', 'email', 'push'] as const;
export const NoticeChannel = z.enum(NOTICE_CHANNELS);
export type NoticeChannel = z.output<typeof NoticeChannel>;

export const Cadence = z.enum(['at_once', 'daily', 'weekly', 'off']);
export type Cadence = z.output<typeof Cadence>;

/** account: accounts and purchases, always sent; course: the user's courses; news: from the school. */
export const NoticeClass = z.enum(['account', 'course', 'news']);
export type NoticeClass = z.output<typeof NoticeClass>;

export interface KindOfNotice extends Record<NoticeChannel, Cadence> {
  class: NoticeClass;
  /** Teachers and assistants get it, and admins; learners do not see it in their settings. */
  isForStaff?: true;
  /** Many people get it at once: it leaves room for what one person waits for. */
  isForMany?: true;
  /** It goes to an address, and has no settings. */
  isForAddress?: true;
}

/** Each kind, with how often each channel brings it unless the user chose otherwise. */
export const noticeKinds: Record<NoticeKind, KindOfNotice> = {
  receipt: { class: 'account', app: 'at_once', email: 'at_once', push: 'off' },
  access_ending: { class: 'account', app: 'at_once', email: 'at_once', push: 'off' },
  export_ready: { class: 'account', app: 'at_once', email: 'at_once', push: 'off' },
  school_export_ready: { class: 'account', app: 'at_once', email: 'at_once', push: 'off', isForStaff: true },
  gift: { class: 'account', app: 'off', email: 'at_once', push: 'off', isForAddress: true },
  course_decision: { class: 'course', app: 'at_once', email: 'at_once', push: 'off', isForStaff: true },
  answer: { class: 'course', app: 'at_once', email: 'at_once', push: 'at_once' },
  question: { class: 'course', app: 'at_once', email: 'daily', push: 'off', isForStaff: true },
  review: { class: 'course', app: 'at_once', email: 'daily', push: 'off', isForStaff: true },
  review_answer: { class: 'course', app: 'at_once', email: 'at_once', push: 'off' },
  certificate: { class: 'course', app: 'at_once', email: 'at_once', push: 'at_once' },
  certificate_changed: { class: 'course', app: 'at_once', email: 'at_once', push: 'off' },
  certificate_declined: { class: 'course', app: 'at_once', email: 'at_once', push: 'off' },
  certificate_ending: { class: 'course', app: 'at_once', email: 'at_once', push: 'off' },
  class_soon: { class: 'course', app: 'at_once', email: 'at_once', push: 'at_once', isForMany: true },
  class_changed: { class: 'course', app: 'at_once', email: 'at_once', push: 'at_once', isForMany: true },
  recording: { class: 'course', app: 'at_once', email: 'daily', push: 'off', isForMany: true },
  graded: { class: 'course', app: 'at_once', email: 'at_once', push: 'off', isForMany: true },
  attempts_reset: { class: 'course', app: 'at_once', email: 'at_once', push: 'off', isForMany: true },
  new_lectures: { class: 'news', app: 'at_once', email: 'weekly', push: 'off', isForMany: true },
  new_course: { class: 'news', app: 'at_once', email: 'weekly', push: 'off', isForMany: true },
  announcement: { class: 'news', app: 'at_once', email: 'at_once', push: 'off', isForMany: true },
};

/** What the class of a kind does not let a user change: notices about accounts and purchases always arrive in the app and by email. */
export const isLocked = (kind: NoticeKind, channel: NoticeChannel): boolean =>
  noticeKinds[kind].class === 'account' && channel !== 'push';

// The keys of a record are its kinds.
// oxlint-disable-next-line typescript/no-unsafe-type-assertion
export const NOTICE_KINDS = Object.keys(noticeKinds) as [NoticeKind, ...NoticeKind[]];
export const NoticeKindName = z.enum(NOTICE_KINDS);
export type NoticeKindName = z.output<typeof NoticeKindName>;
