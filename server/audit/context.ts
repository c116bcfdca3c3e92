import { AsyncLocalStorage } from 'node:async_hooks';

export type Facts = Readonly<Record<string, unknown>>;

/** The request under way, as the audit records it. */
export interface AuditedRequest {
  /** Who calls; undefined for visitors. */
  actor: { kind: 'person' | 'key'; id: string } | undefined;
  address: string;
  /** Such as `Chrome on Android`. */
  browser: string;
  courseId: string | undefined;
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

/**
 * Tells what changed, in the place of the body that was sent: only the fields that differ are kept, and never a secret.
 * Called before the event is recorded.
 */
export const noteChange = (change: { courseId?: string; before?: object; after?: object }): void => {
  const request = currentRequest();
  if (!request) return;
  const { courseId, before, after } = change;
  if (courseId !== undefined) request.courseId = courseId;
  if (!before || !after) return;
  const old: Record<string, unknown> = { ...before };
  const changed = Object.entries(after).filter(
    ([name, value]) => JSON.stringify(old[name] ?? null) !== JSON.stringify(value ?? null),
  );
  request.before = Object.fromEntries(changed.map(([name]) => [name, old[name] ?? null]));
  request.after = Object.fromEntries(changed);
};
