import { z } from 'zod';
import { file, get, post, saying, success } from '../endpoint.ts';
import { Id, Instant, MediaLink, pageOf, searchTerm } from '../fields.ts';
import { Batch, MemberSource } from './batch-fields.ts';
import { batchMessages as words } from './batch-messages.ts';
import { ofBatch } from './batches.ts';

/** A membership: one of a person and a course is present. */
export const BatchMember = z.object({
  _id: z.string(),
  fullName: z.string(),
  avatar: MediaLink,
  /** Null for a teacher or an assistant. */
  email: z.string().nullable(),
  joinedAt: Instant,
  source: MemberSource,
  /** Of the purchase; null for an assistant or a teacher, and without one. */
  paymentId: z.string().nullable(),
  /** Whether their removal takes back what a link gave. */
  closesCourse: z.boolean(),
});
export type BatchMember = z.output<typeof BatchMember>;

const ofMember = {
  params: z.object({ courseId: Id, batchId: Id, userId: Id }),
  notFound: 'batch_member_not_found',
} as const;
const editing = { access: { course: 'edit' }, audit: 'batch_members_changed' } as const;
const reason = z.string().trim().max(200, words.reasonTooLong).default('');

export const batchMembers = {
  list: get('/courses/:courseId/batches/:batchId/members', {
    access: { course: 'see-figures' },
    summary: 'List who is in a batch, by name',
    ...ofBatch,
    query: z.object({ search: searchTerm.default(''), ...pageOf(20) }),
    errors: ['course_not_found'],
    response: success({ members: z.array(BatchMember), total: z.int() }),
  }),
  exportCsv: get('/courses/:courseId/batches/:batchId/members/export', {
    access: { course: 'see-figures' },
    audit: 'data_exported',
    summary: 'Export who is and was in a batch as a CSV file',
    ...ofBatch,
    errors: ['course_not_found'],
    produces: 'text/csv',
    response: file,
  }),
  add: post('/courses/:courseId/batches/:batchId/members', {
    ...editing,
    summary: 'Add a learner who has the course to a batch, also a full one that is not over',
    ...ofBatch,
    body: z.object({ userId: Id }),
    errors: ['course_not_found', 'person_not_found', 'batch_closed', 'already_in_batch', 'not_entitled'],
    response: saying(words.added, {}),
  }),
  move: post('/courses/:courseId/batches/:batchId/members/:userId/move', {
    ...editing,
    summary: 'Move a member to another batch of the course. They keep their progress and get a notice',
    ...ofMember,
    body: z.object({ toBatchId: Id, reason }),
    errors: ['course_not_found', 'batch_not_found', 'batch_full', 'batch_closed'],
    response: saying(words.moved, {}),
  }),
  remove: post('/courses/:courseId/batches/:batchId/members/:userId/remove', {
    ...editing,
    summary: 'Remove a member from a batch: what its link opened closes, and every other right to the course stays',
    ...ofMember,
    body: z.object({ reason }),
    errors: ['course_not_found', 'batch_not_found'],
    response: saying(words.memberRemoved, {}),
  }),
  ofPerson: get('/admin/people/:userId/batches', {
    access: 'admin',
    scope: 'people:read',
    summary: 'List the batches that a person is and was in, the latest first',
    params: z.object({ userId: Id }),
    notFound: 'person_not_found',
    response: success({
      batches: z.array(
        Batch.extend({
          course: z.object({ _id: z.string(), title: z.string() }),
          joinedAt: Instant,
          source: MemberSource,
          /** Null while they are in it. */
          leftAt: Instant.nullable(),
        }),
      ),
    }),
  }),
};
