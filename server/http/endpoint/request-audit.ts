import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Clock } from '#server/clock.ts';
import { withCommitHook } from '#server/database/before-commit.ts';
import type { Database, Db } from '#server/database/database.ts';
import { unlessReadOnly } from '#server/database/failures.ts';
import type { Actor } from './actor.ts';
import { deviceName } from '#contract/accounts/device-name.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { asRequest, type AuditedRequest, type Facts } from '#server/audit/context.ts';

/** The parsed input of a request. */
interface Input {
  params: object | undefined;
  sent: object | undefined;
}

/** Runs a handler, and records the event that its endpoint declares in the transaction of its change. */
export type RequestAudit = <T>(
  endpoint: Endpoint,
  request: Pick<FastifyRequest, 'actor' | 'ip' | 'headers'>,
  input: Input,
  handle: () => Promise<T>,
) => Promise<T>;

const textsOf = (params: object | undefined): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params ?? {}).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );

/** Ids in addresses; a token is none. */
const idsOf = (params: object | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(textsOf(params)).filter(([name]) => !/token/i.test(name)));

const courseOf = async (db: Db, { courseId, lectureId, page }: Record<string, string>): Promise<string | null> => {
  if (courseId !== undefined) return courseId;
  if (page !== undefined && page !== 'home') return page;
  if (lectureId === undefined) return null;
  const row = await db.selectFrom('lectures').select('course_id').where('id', '=', lectureId).executeTakeFirst();
  return row?.course_id ?? null;
};

const actorOf = (actor: Actor | undefined): AuditedRequest['actor'] => {
  if (!actor) return undefined;
  return actor.key ? { kind: 'key', id: actor.key.id } : { kind: 'person', id: actor.id };
};

const factsOf = (sent: object | undefined): Facts | undefined =>
  sent && Object.keys(sent).length > 0 ? { ...sent } : undefined;

export const createRequestAudit =
  (database: Database, clock: Clock): RequestAudit =>
  (endpoint, request, { params, sent }, handle) => {
    const declared = endpoint.audit;
    if (endpoint.method === 'GET' && declared === undefined) return handle();
    const { actor } = request;
    const current: AuditedRequest = {
      actor: actorOf(actor),
      address: request.ip,
      browser: deviceName(request.headers['user-agent'] ?? null),
      courseId: undefined,
      name: undefined,
      before: undefined,
      after: undefined,
      recordedIn: new WeakSet(),
      isRecorded: false,
      isOpen: true,
    };
    const record = async (db: Db): Promise<void> => {
      if (declared === undefined || declared === 'itself' || !actor) return;
      const ids = idsOf(params);
      current.after ??= factsOf(sent);
      await recordAudit(db, {
        at: clock.now(),
        source: { kind: actor.role === 'ADMIN' ? 'admin' : 'user', id: actor.id },
        kind: declared,
        detail: { request: `${endpoint.method} ${endpoint.path}`, ids },
        userId: ids['userId'] ?? (endpoint.access === 'user' ? actor.id : null),
        courseId: current.courseId ?? (await courseOf(db, ids)),
      });
    };
    const hook = {
      beforeCommit: async (tx: Db): Promise<void> => {
        if (current.isOpen && !current.isRecorded && !current.recordedIn.has(tx)) await record(tx);
      },
      committed: (tx: Db): void => {
        if (current.recordedIn.has(tx)) current.isRecorded = true;
      },
    };
    return asRequest(current, async () => {
      const result = await withCommitHook(hook, handle);
      // What one statement changes has no transaction, nor has an export.
      if (!current.isRecorded) await record(database.db).catch(unlessReadOnly);
      return result;
    });
  };
