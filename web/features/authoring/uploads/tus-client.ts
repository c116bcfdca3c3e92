import type { DetailedError } from 'tus-js-client';
import { errorFrom } from '#web/api/api-error.ts';
import { checkConnection, pageLanguage, readToken, tokenWasRefused } from '#web/api/connection.ts';
import { isReadable } from './check-file.ts';
import { deferred } from '#web/api/deferred.ts';
import { messages } from '#contract/messages.ts';

/** Why an upload has stopped. */
export interface UploadFailure {
  /**
   * `signed-out`, `busy` and `unreachable` are temporary, `full` lasts until space is freed, `gone` starts again
   * from the first byte, `refused` is final.
   */
  kind: 'signed-out' | 'unreachable' | 'busy' | 'full' | 'gone' | 'refused';
  message: string;
}

const { offline: OFFLINE, signedOut: SIGNED_OUT, refused: REFUSED } = messages.uploads;

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** 423: the server is still receiving an earlier request. */
const BUSY: ReadonlySet<number> = new Set([408, 409, 423, 429]);
/** No response at all, or one of the proxy in front of a server that is down. */
const UNREACHABLE: ReadonlySet<number> = new Set([0, 502, 503, 504]);

const PATIENCE_MS = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000, 30_000, 30_000];
const DAY_OF_RETRIES = 2880;

/** The pauses between attempts. An unreachable server may be back after a night, and stores unfinished uploads for a day. */
export const RETRY_DELAYS_MS: readonly number[] = [
  ...PATIENCE_MS,
  ...Array.from({ length: DAY_OF_RETRIES }, () => 30_000),
];

/** Whether the same request may succeed, after so many attempts. */
export const mayRetry = ({ kind }: UploadFailure, attempt: number): boolean =>
  kind === 'unreachable' || (kind === 'busy' && attempt < PATIENCE_MS.length);

/** Parses an error response; the message of the server is preferred. */
export const failureOf = (status: number, body: string): UploadFailure => {
  const { serverMessage, code } = errorFrom(status, parse(body));
  if (status === 401) return { kind: 'signed-out', message: SIGNED_OUT };
  if (code === 'too_many_uploads' || status === 507) return { kind: 'full', message: serverMessage ?? REFUSED };
  if (UNREACHABLE.has(status)) return { kind: 'unreachable', message: serverMessage ?? OFFLINE };
  if (BUSY.has(status) || status >= 500) return { kind: 'busy', message: serverMessage ?? OFFLINE };
  if (status === 410 || code === 'upload_not_found') return { kind: 'gone', message: serverMessage ?? REFUSED };
  return { kind: 'refused', message: serverMessage ?? REFUSED };
};

const PREFIX = 'upload-';

/** The Web Locks API exists only in secure contexts. */
const locksOf = (): LockManager | undefined => ('locks' in navigator ? navigator.locks : undefined);

/** Keeps other tabs from listing this upload as unfinished. Returns a function that releases the lock. */
const lockUpload = (uploadId: string): (() => void) => {
  const holding = deferred<void>();
  locksOf()
    ?.request(`${PREFIX}${uploadId}`, () => holding.promise)
    .catch(() => undefined);
  return holding.resolve;
};

/** The uploads that any tab of this browser is sending. */
export const lockedUploads = async (): Promise<ReadonlySet<string>> => {
  const { held = [] } = (await locksOf()?.query()) ?? {};
  return new Set(held.flatMap(({ name }) => (name?.startsWith(PREFIX) ? [name.slice(PREFIX.length)] : [])));
};

/** Below the usual request limit of proxies. */
const CHUNK_BYTES = 32 * 1024 * 1024;

export interface SendOptions {
  file: File;
  /** Pauses it. */
  signal: AbortSignal;
  courseId: string;
  /** Undefined when it becomes a new lecture. */
  replacesLectureId: string | undefined;
  /** Resumes this upload. */
  uploadId: string | undefined;
  onBegun: (uploadId: string) => void;
  onProgress: (sentBytes: number) => void;
  /** A chunk failed and is retried. */
  onInterrupted: () => void;
  onSent: () => void;
  onFailure: (failure: UploadFailure) => void;
}

export const uploadAddress = (uploadId = ''): string =>
  `${location.origin}/api/v1/uploads${uploadId && `/${uploadId}`}`;

const statusOf = (error: Error | DetailedError): { status: number; body: string } => {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  return { status: response?.getStatus() ?? 0, body: response?.getBody() ?? '' };
};

/** Uploads a file in chunks. Each chunk waits for the response to the one before, so that nothing is sent twice. */
export const sendFile = async (options: SendOptions): Promise<void> => {
  const { file, signal, courseId, replacesLectureId, uploadId } = options;
  const { onBegun, onProgress, onInterrupted, onSent, onFailure } = options;
  const { Upload } = await import('tus-js-client');
  if (signal.aborted) return;
  let sentWith: string | undefined;
  let releaseLock: () => void = uploadId === undefined ? () => undefined : lockUpload(uploadId);
  const upload = new Upload(file, {
    endpoint: uploadAddress(),
    uploadUrl: uploadId === undefined ? null : uploadAddress(uploadId),
    chunkSize: CHUNK_BYTES,
    retryDelays: [...RETRY_DELAYS_MS],
    storeFingerprintForResuming: false,
    metadata: {
      courseId,
      filename: file.name,
      filetype: file.type,
      ...(replacesLectureId === undefined ? {} : { lectureId: replacesLectureId }),
    },
    onBeforeRequest: (request) => {
      request.setHeader('Accept-Language', pageLanguage());
      sentWith = readToken();
      if (sentWith) request.setHeader('Authorization', `Bearer ${sentWith}`);
    },
    onShouldRetry: (error, attempt) => {
      const { status, body } = statusOf(error);
      if (!mayRetry(failureOf(status, body), attempt)) return false;
      onInterrupted();
      void stopIfGone();
      void checkConnection();
      return true;
    },
    onUploadUrlAvailable: () => {
      const begun = upload.url?.split('/').at(-1);
      if (!begun || begun === uploadId) return;
      releaseLock = lockUpload(begun);
      onBegun(begun);
    },
    onProgress: (sentBytes) => onProgress(sentBytes),
    onSuccess: () => {
      releaseLock();
      onSent();
    },
    onError: (error) => {
      releaseLock();
      const { status, body } = statusOf(error);
      if (status === 401 && sentWith) tokenWasRefused(sentWith);
      onFailure(failureOf(status, body));
    },
  });
  /** The browser reports a file that was moved while it is sent like a server that does not respond. */
  async function stopIfGone(): Promise<void> {
    if (await isReadable(file)) return;
    releaseLock();
    await upload.abort();
    onFailure({ kind: 'refused', message: messages.uploads.unreadable });
  }
  signal.addEventListener('abort', () => {
    releaseLock();
    void upload.abort();
  });
  upload.start();
};
