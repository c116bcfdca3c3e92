import { z } from 'zod';
import { ofCourse } from '../catalog/catalog.ts';
import { get, post, put, saying, success } from '../endpoint.ts';

/** What a watermark says: a code that changes each month, the name, or the masked email address. */
export const WatermarkKind = z.enum(['code', 'name', 'email']);
export type WatermarkKind = z.output<typeof WatermarkKind>;

/** What is drawn for the person who watches; null where the course has none. */
export const Watermark = z.object({ kind: WatermarkKind, text: z.string() });
export type Watermark = z.output<typeof Watermark>;

/** So many courses are named that the person of a code watched in its month. */
export const WATERMARK_COURSES_MAX = 20;

/** Whose code it was, in which month, such as `2026-11`, and what they watched in that month or since. */
const FoundWatermark = z.object({
  code: z.string(),
  month: z.string(),
  person: z.object({ _id: z.string(), fullName: z.string(), email: z.string() }),
  courses: z.array(z.object({ _id: z.string(), title: z.string() })),
});
export type FoundWatermark = z.output<typeof FoundWatermark>;

const watermark = WatermarkKind.nullable();

export const watermarks = {
  ofCourse: get('/courses/:courseId/watermark', {
    access: { course: 'edit' },
    summary: 'Get what is drawn over the videos and PDFs of a course; null for nothing',
    ...ofCourse,
    response: success({ watermark }),
  }),
  set: put('/courses/:courseId/watermark', {
    access: { course: 'edit' },
    audit: 'course_changed',
    summary:
      'Set what is drawn over the videos and PDFs of a course: a code, the name or the masked email address of the person who watches',
    ...ofCourse,
    body: z.object({ watermark }),
    response: saying('Protection saved', { watermark }),
  }),
  tampered: post('/courses/:courseId/watermark/tampering', {
    access: { course: 'watch' },
    summary:
      'Report that the watermark was removed, hidden or moved on this device; the history of the person has one entry a day',
    ...ofCourse,
    rateLimit: { perUser: 60 },
    response: success({}),
  }),
  find: get('/admin/watermarks', {
    access: 'admin',
    scope: 'people:read',
    summary: 'Find whose code a copy shows, also one of an earlier month; null when it is nobody’s',
    query: z.object({ code: z.string().max(40) }),
    response: success({ found: FoundWatermark.nullable() }),
  }),
};
