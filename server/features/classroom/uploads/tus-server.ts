import { AsyncLocalStorage } from 'node:async_hooks';
import type { Readable } from 'node:stream';
import { DataStore, type Lock, Server, Upload } from '@tus/server';
import { API_PREFIX } from '#contract/api.ts';
import type { ErrorCode } from '#contract/errors.ts';
import { UPLOADS_PATH } from '#contract/classroom/uploads.ts';
import { fail, type Failure } from '#server/errors.ts';
import type { Actor } from '#server/http/endpoint/actor.ts';
import { toFailure } from '#server/http/endpoint/error-handler.ts';
import { newId } from '#server/ids.ts';
import type { Uploads } from './uploads.ts';

/** Returns the protocol's response to one request; throws a Failure for every refusal. */
export type RespondToTus = (request: TusRequest, actor: Actor | undefined) => Promise<Response>;

export interface TusRequest {
  method: string;
  path: string;
  headers: [string, string][];
  body: Readable;
}

/** How long a request that must release its upload may take to store the received bytes. */
const DRAIN_MS = 200;
const MAX_METADATA_BYTES = 4096;
const MAX_NAME_LENGTH = 255;
const ID = /^[\w-]{1,64}$/;

interface Caller {
  /** Undefined for OPTIONS. */
  actor: Actor | undefined;
  userId: string;
  /** The bytes as they come from the network. Through the library's own streams they would cost several times the CPU. */
  body: Readable;
  /** Aborted when the request has to release its upload. */
  signal: AbortSignal | undefined;
  failure: Failure | undefined;
}

const ABORT_CODES = new Set(['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE', 'ABORT_ERR']);

const isAborted = (error: Error): boolean =>
  'code' in error && typeof error.code === 'string' && ABORT_CODES.has(error.code);

const byStatus: Record<number, ErrorCode> = {
  404: 'upload_not_found',
  409: 'upload_moved_on',
  410: 'upload_expired',
  412: 'upload_version',
  413: 'too_large',
};

/** Errors of the protocol have a status and no error code. */
const translate = (error: unknown): Failure => {
  if (error instanceof Error) return isAborted(error) ? fail('upload_busy', { cause: error }) : toFailure(error);
  const status =
    typeof error === 'object' && error !== null && 'status_code' in error ? Number(error.status_code) : 500;
  const body = typeof error === 'object' && error !== null && 'body' in error ? String(error.body) : '';
  if (body.includes('aborted')) return fail('upload_busy');
  return fail(byStatus[status] ?? 'malformed_request', { cause: error });
};

/** Our uploads in the shape that the protocol's server asks for. */
class Store extends DataStore {
  readonly #uploads: Uploads;
  readonly #caller: () => Caller;

  constructor(uploads: Uploads, caller: () => Caller) {
    super();
    this.#uploads = uploads;
    this.#caller = caller;
    this.extensions = ['creation', 'creation-with-upload', 'termination', 'expiration'];
  }

  override async create(upload: Upload): Promise<Upload> {
    const { id, size, metadata = {} } = upload;
    if (size === undefined || !Number.isSafeInteger(size) || size < 1) throw fail('malformed_request');
    if (JSON.stringify(metadata).length > MAX_METADATA_BYTES) throw fail('malformed_request');
    const { courseId, filename, lectureId = null } = metadata;
    const fileName = (filename ?? '').replaceAll('\0', '').slice(0, MAX_NAME_LENGTH);
    if (!courseId || !ID.test(courseId)) throw fail('course_not_found');
    if (lectureId !== null && !ID.test(lectureId)) throw fail('lecture_not_found');
    const what = { id, courseId, replacesLectureId: lectureId, fileName, sizeBytes: size, metadata };
    const { actor } = this.#caller();
    if (!actor) throw fail('unauthenticated');
    await this.#uploads.create(actor, what);
    return upload;
  }

  override async write(_bytes: Readable, id: string): Promise<number> {
    const { userId, body, signal } = this.#caller();
    return this.#uploads.append(userId, id, body, signal);
  }

  override async getUpload(id: string): Promise<Upload> {
    const { row, receivedBytes } = await this.#uploads.find(this.#caller().userId, id);
    const metadata: Record<string, string> = { courseId: row.course_id, filename: row.file_name };
    return new Upload({ id, size: row.size_bytes, offset: receivedBytes, metadata });
  }

  override async remove(id: string): Promise<void> {
    await this.#uploads.remove(this.#caller().userId, id);
  }
}

/** Speaks tus 1.0 for our uploads. */
export const createTusServer = (uploads: Uploads, maxUploadBytes: () => Promise<number>): RespondToTus => {
  const callers = new AsyncLocalStorage<Caller>();
  const caller = (): Caller => {
    const known = callers.getStore();
    if (!known) throw new Error('an upload request without a user');
    return known;
  };
  const newLock = (id: string): Lock => {
    const lock = uploads.locks.newLock(id);
    return {
      unlock: lock.unlock,
      lock: (signal, requestRelease) => {
        caller().signal = signal;
        return lock.lock(signal, requestRelease);
      },
    };
  };
  const server = new Server({
    path: `${API_PREFIX}${UPLOADS_PATH}`,
    datastore: new Store(uploads, caller),
    locker: { newLock },
    lockDrainTimeout: DRAIN_MS,
    maxSize: maxUploadBytes,
    relativeLocation: true,
    namingFunction: newId,
    getFileIdFromRequest: (_request, last) => (/^[0-9a-f]{24}$/.test(last ?? '') ? last : undefined),
    // The owner is checked before the state: others must not learn that it exists.
    onIncomingRequest: async (request, id) => {
      if (request.method !== 'POST') await uploads.find(caller().userId, id);
    },
    onUploadFinish: async (_request, { id }) => {
      await uploads.finish(caller().userId, id);
      return {};
    },
    onResponseError: (_request, error) => {
      caller().failure ??= translate(error);
      return undefined;
    },
  });
  return async ({ method, path, headers, body }, actor) => {
    const context: Caller = { actor, userId: actor?.id ?? '', body, signal: undefined, failure: undefined };
    const request = new Request(new URL(path, 'http://localhost'), { method, headers });
    const response = await callers.run(context, () => server.handleWeb(request));
    if (context.failure) throw context.failure;
    if (response.status >= 400) throw fail(byStatus[response.status] ?? 'malformed_request');
    return response;
  };
};
