import { AsyncLocalStorage } from 'node:async_hooks';
import { fieldsOf } from './fields.ts';

export type Facts = Readonly<Record<string, unknown>>;

/** The request under way, as the audit records it. */
export interface AuditedRequest {
  /** Who calls; undefined for visitors. */
  actor: { kind: 'person' | 'key'; id: string } | undefined;
  address: string;
  /** Such as `Chrome on Android`. */
  browser: string;
  courseId: string | undefined;
  /** Of what changed, such as a plan or a lecture. */
  name: string | undefined;
  before: Facts | undefined;
  after: Facts | undefined;
  /** Transactions in which a feature recorded something. */
  recordedIn: WeakSet<object>;
  isRecorded: boolean;
  /** False after the response: jobs that the request woke are not its own. */
  isOpen: boolean;
}

const requests = new AsyncLocalStorage<AuditedRequest>();

export const asRequest = <T>(request: AuditedRequest, work: () => Promise<T>): Promise<T> =>
  requests.run(request, async () => {
    try {
      return await work();
    } finally {
      request.isOpen = false;
    }
  });

export const currentRequest = (): AuditedRequest | undefined => {
  const request = requests.getStore();
  return request?.isOpen === true ? request : undefined;
};

/** Nothing and an empty text are the same to a reader. */
const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? '') === JSON.stringify(b ?? '');

/**
 * Records what changed, in the place of the body that was sent. `before` and `after` are rows or parts of them, or fields as
 * the API names them: of both, only the fields of `after` that differ are kept, and never a secret. Without `before`
 * something was created; without `after` it is gone. Called before the event is recorded.
 */
export const recordChange = (change: { courseId?: string; name?: string; before?: object; after?: object }): void => {
  const request = currentRequest();
  if (!request) return;
  const { courseId, name } = change;
  if (courseId !== undefined) request.courseId = courseId;
  if (name !== undefined) request.name = name;
  if (!change.before && !change.after) return;
  const before = change.before && fieldsOf(change.before);
  const after = change.after && fieldsOf(change.after);
  const changed = Object.keys(after ?? before ?? {}).filter((field) => !isSame(before?.[field], after?.[field]));
  const only = (facts: Facts): Facts => Object.fromEntries(changed.map((field) => [field, facts[field] ?? null]));
  request.before = before && only(before);
  request.after = after ? only(after) : {};
};
