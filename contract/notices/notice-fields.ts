import { z } from 'zod';
import { Instant, Paise } from '../fields.ts';

export const NoticeChannel = z.enum(['app', 'email', 'push']);
export type NoticeChannel = z.output<typeof NoticeChannel>;

export const Cadence = z.enum(['at_once', 'daily', 'weekly', 'off']);
export type Cadence = z.output<typeof Cadence>;

/** account: accounts and purchases, always sent; course: the user's courses; news: from the school. */
export const NoticeClass = z.enum(['account', 'course', 'news']);
export type NoticeClass = z.output<typeof NoticeClass>;

const course = { courseId: z.string(), courseTitle: z.string() };
/** A lecture that a notice is about. */
const lecture = { ...course, lectureId: z.string(), lectureTitle: z.string() };
/** How a text begins. */
const excerpt = z.string().max(300);

/** What contents of notices are made of. */
export const noticeFields = {
  object: z.object,
  literal: z.literal,
  oneOf: z.enum,
  list: z.array,
  string: z.string(),
  integer: z.int(),
  flag: z.boolean(),
  instant: Instant,
  paise: Paise,
  excerpt,
  course,
  lecture,
  /** Notices of before have no id of it. */
  plan: { planId: z.string().optional(), planName: z.string() },
  /** A question, or an answer to it; `atMs` is the moment of the question. */
  question: { ...lecture, questionId: z.string(), byName: z.string(), text: excerpt, atMs: z.int().nullable() },
};
export type NoticeFields = typeof noticeFields;
