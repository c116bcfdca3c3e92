import { z } from 'zod';
import { get, post, saying, success } from '../endpoint.ts';
import { Id, Instant, text } from '../fields.ts';
import { messages } from '../messages.ts';

const words = messages.admin;

/** Whose access: that of a plan's buyers, that to a course, that of a batch to its course, or all that a person has or had. */
const about = { planId: Id.optional(), courseId: Id.optional(), batchId: Id.optional(), userId: Id.optional() };

const isOne = (...values: readonly unknown[]): boolean => values.filter((value) => value !== undefined).length === 1;
type About = { [N in keyof typeof about]?: string | undefined };
const isAboutOne = ({ planId, courseId, batchId, userId }: About): boolean => isOne(planId, courseId, batchId, userId);

/** A longer end of access for one person or many. */
const Extension = z.object({
  _id: z.string(),
  /** Until the end of this day; null by days. */
  until: z.iso.date().nullable(),
  /** Each end is so many days later; null until a day. */
  days: z.int().nullable(),
  reason: z.string(),
  /** Who gets longer access, and who of them had none any more. */
  people: z.int(),
  comeBack: z.int(),
  madeAt: Instant,
  /** Null for an account that is deleted. */
  madeBy: z.string().nullable(),
  undoneAt: Instant.nullable(),
});
export type Extension = z.output<typeof Extension>;

export const ExtensionBody = z
  .object({
    ...about,
    until: z.iso.date({ error: words.dayMissing }).optional(),
    days: z.int({ error: words.daysMissing }).min(1, words.daysMissing).max(3660, words.daysMissing).optional(),
    /** Of a plan or a course, those whose access ended longer ago do not come back. A person always does. */
    endedWithinDays: z.int().min(0).max(3660).default(90),
    reason: text(200, words.reasonMissing),
    /** Whether each of them gets a notice. */
    sendsNotice: z.boolean().default(true),
    /** Counts what it would do, and writes nothing. */
    isDryRun: z.boolean().default(false),
    /** The same when a request is repeated: access is extended once. */
    idempotencyKey: z
      .string()
      .regex(/^[\w-]{16,64}$/)
      .optional(),
  })
  .refine(isAboutOne, { path: ['planId'], error: words.extendsNothing })
  .refine(({ until, days }) => isOne(until, days), { path: ['until'], error: words.extensionMissing });

export const extensions = {
  extend: post('/admin/access/extend', {
    access: 'admin',
    scope: 'grants:write',
    audit: 'itself',
    summary:
      'Extend access to a day or by days, for a person, a plan, a course or a batch; nobody gets less than they have',
    body: ExtensionBody,
    incomplete: words.reasonMissing,
    errors: ['plan_not_found', 'course_not_found', 'batch_not_found', 'person_not_found', 'extension_key_reused'],
    response: success({
      people: z.int(),
      /** Those of them who have no access now. */
      comeBack: z.int(),
      /** In the background: it continues after the response. */
      isQueued: z.boolean(),
      /** Null for a dry run, and where nobody gets longer access. */
      extensionId: z.string().nullable(),
    }),
  }),
  list: get('/admin/access/extensions', {
    access: 'admin',
    summary: 'List the latest extensions of a plan, a course, a batch or a person, newest first',
    query: z.object(about).refine(isAboutOne, { path: ['planId'], error: words.extendsNothing }),
    response: success({ extensions: z.array(Extension) }),
  }),
  undo: post('/admin/access/extensions/:extensionId/undo', {
    access: 'admin',
    scope: 'grants:write',
    audit: 'itself',
    summary: 'Take an extension back, and nothing that happened since; repeated, it changes nothing',
    params: z.object({ extensionId: Id }),
    notFound: 'extension_not_found',
    response: saying('Extension undone', { extension: Extension }),
  }),
};
