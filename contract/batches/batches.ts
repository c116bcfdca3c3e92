import { z } from 'zod';
import { ofCourse } from '../catalog/catalog.ts';
import { del, get, post, put, saying, success } from '../endpoint.ts';
import { Id, Instant } from '../fields.ts';
import {
  Batch,
  BatchBody,
  BatchChoice,
  BatchClass,
  BatchCode,
  CodeBody,
  ManagedBatch,
  Timetable,
  TimetableBody,
} from './batch-fields.ts';
import { batchMessages as words } from './batch-messages.ts';

export const ofBatch = { params: z.object({ courseId: Id, batchId: Id }), notFound: 'batch_not_found' } as const;
const ofClass = {
  params: z.object({ courseId: Id, batchId: Id, lectureId: Id }),
  notFound: 'lecture_not_found',
} as const;
const ofCode = { params: z.object({ token: Id }), notFound: 'batch_code_not_found' } as const;

const editing = { access: { course: 'edit' }, audit: 'batch_changed' } as const;
const timetable = {
  /** All live classes of the course, in its order. */
  classes: z.array(BatchClass),
  /** Classes for which the batch has no day, and days of the pattern that no class needs. */
  withoutDay: z.int(),
  daysLeft: z.int(),
};

/** A batch of one's own. */
export const OwnBatch = Batch.extend({
  course: z.object({ _id: z.string(), title: z.string() }),
  nextClassAt: Instant.nullable(),
  /** The later batches of the course that you may move to: none once you have moved. */
  movesTo: z.array(Batch),
});
export type OwnBatch = z.output<typeof OwnBatch>;

export const batches = {
  choices: get('/courses/:courseId/batches', {
    access: 'public',
    summary: 'List the batches of a course that can be joined, and the full ones that have not begun',
    ...ofCourse,
    response: success({
      batches: z.array(BatchChoice),
      /** The one that you are in. */
      mine: Batch.nullable(),
    }),
  }),
  list: get('/courses/:courseId/batches/all', {
    access: { course: 'see-figures' },
    summary: 'List all batches of a course for its teachers and assistants, the latest first',
    ...ofCourse,
    response: success({ batches: z.array(ManagedBatch) }),
  }),
  mine: get('/user/batches', {
    access: 'user',
    summary: 'List the batches that you are in, and where you may move',
    response: success({ batches: z.array(OwnBatch) }),
  }),
  create: post('/courses/:courseId/batches', {
    ...editing,
    summary: 'Add a batch to a course',
    ...ofCourse,
    body: BatchBody,
    errors: ['plan_not_found'],
    status: 201,
    response: saying(words.saved, { batch: ManagedBatch }),
  }),
  change: put('/courses/:courseId/batches/:batchId', {
    ...editing,
    summary:
      'Change a batch. A later end makes the access of its members longer, and an earlier one does not shorten it',
    ...ofBatch,
    body: BatchBody,
    errors: ['course_not_found', 'plan_not_found'],
    response: saying(words.saved, { batch: ManagedBatch }),
  }),
  remove: del('/courses/:courseId/batches/:batchId', {
    ...editing,
    summary: 'Delete a batch that nobody is in',
    ...ofBatch,
    errors: ['course_not_found', 'batch_has_members'],
    response: saying(words.removed, {}),
  }),
  setCode: put('/courses/:courseId/batches/:batchId/code', {
    ...editing,
    summary: 'Turn the link of a batch on or off, and limit it. Only an admin may let it open the course',
    ...ofBatch,
    body: CodeBody,
    errors: ['course_not_found'],
    response: saying(words.saved, { code: BatchCode.nullable() }),
  }),
  timetable: get('/courses/:courseId/batches/:batchId/timetable', {
    access: { course: 'see-figures' },
    summary: 'Get the timetable of a batch, and when it has each live class',
    ...ofBatch,
    errors: ['course_not_found'],
    response: success({
      timetable: Timetable.nullable(),
      ...timetable,
    }),
  }),
  setTimetable: put('/courses/:courseId/batches/:batchId/timetable', {
    ...editing,
    summary:
      'Schedule the live classes of a course on a weekly pattern. Past classes, and those moved manually, keep their dates. Members get one notice',
    ...ofBatch,
    body: TimetableBody,
    errors: ['course_not_found'],
    response: saying(words.saved, timetable),
  }),
  moveClass: put('/courses/:courseId/batches/:batchId/classes/:lectureId', {
    ...editing,
    summary:
      'Move a class of a batch; with `following` or `all`, the others that were not held by as much. Its members get one notice',
    ...ofClass,
    body: z.object({
      startsAt: z.iso.datetime({ offset: true, error: words.timeMissing }),
      scope: z.enum(['this', 'following', 'all']).default('this'),
    }),
    errors: ['course_not_found', 'batch_not_found'],
    response: saying(words.saved, timetable),
  }),
  cancelClass: put('/courses/:courseId/batches/:batchId/classes/:lectureId/cancelled', {
    ...editing,
    summary: 'Cancel a class for a batch alone, or have it take place after all. Its members get a notice',
    ...ofClass,
    body: z.object({ isCancelled: z.boolean() }),
    errors: ['course_not_found', 'batch_not_found'],
    response: saying(words.saved, timetable),
  }),
  join: post('/courses/:courseId/batches/:batchId/join', {
    access: { course: 'watch' },
    summary: 'Join a batch of a course that you have',
    ...ofBatch,
    errors: ['course_not_found', 'batch_full', 'batch_closed', 'batch_of_plan', 'already_in_batch'],
    response: saying(words.joined, { batch: Batch }),
  }),
  move: post('/courses/:courseId/batches/:batchId/move', {
    access: { course: 'watch' },
    summary: 'Move to this later batch of the course from your own, once; what you have done stays',
    ...ofBatch,
    errors: [
      'course_not_found',
      'batch_full',
      'batch_closed',
      'batch_of_plan',
      'batch_member_not_found',
      'batch_moved_once',
      'batch_not_later',
    ],
    response: saying(words.moved, { batch: Batch }),
  }),
  wait: post('/courses/:courseId/batches/:batchId/wait', {
    access: 'user',
    summary: 'Ask to be told once when a place in a full batch opens; the place is not kept',
    ...ofBatch,
    errors: ['batch_closed'],
    response: saying(words.waits, {}),
  }),
  waitNoMore: del('/courses/:courseId/batches/:batchId/wait', {
    access: 'user',
    summary: 'Ask no more to be told when a place opens',
    ...ofBatch,
    response: saying(words.waitsNoMore, {}),
  }),
  viewCode: get('/batches/join/:token', {
    access: 'public',
    summary: 'Get the batch of a link, and whether it takes somebody in now',
    ...ofCode,
    rateLimit: { perAddress: 300 },
    response: success({
      batch: BatchChoice.omit({ isWaiting: true, planId: true }),
      course: z.object({ _id: z.string(), title: z.string() }),
      /** It opens the course too, until the end of this day. */
      opensUntil: z.iso.date().nullable(),
      isMember: z.boolean(),
      /** Why nobody can join with it now; null while somebody can. */
      problem: z.enum(['over', 'used_up', 'full', 'closed']).nullable(),
    }),
  }),
  joinByCode: post('/batches/join/:token', {
    access: 'user',
    summary: 'Join the batch of a link; repeated, it changes nothing',
    ...ofCode,
    rateLimit: { perUser: 60 },
    errors: ['batch_full', 'batch_closed', 'batch_code_over', 'batch_of_plan', 'already_in_batch', 'not_entitled'],
    response: saying(words.joined, { batch: Batch, course: z.object({ _id: z.string(), title: z.string() }) }),
  }),
};
