import { errorFrom } from '#web/api/api-error.ts';

/** Why an upload has stopped. */
export interface UploadFailure {
  /**
   * `signed-out`, `busy` and `unreachable` are temporary, `full` lasts until somebody makes room, `gone` starts again
   * from the first byte, `refused` is final.
   */
  kind: 'signed-out' | 'unreachable' | 'busy' | 'full' | 'gone' | 'refused';
  sentence: string;
}

const OFFLINE = 'The server cannot be reached. The upload resumes when you’re back online.';
const SIGNED_OUT = 'Your session has ended. Log in again to resume the upload.';
const REFUSED = 'The server does not accept this file.';

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

/** The pauses between attempts. A server that cannot be reached may be back after a night; its uploads are kept for a day. */
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
  if (status === 401) return { kind: 'signed-out', sentence: SIGNED_OUT };
  if (code === 'too_many_uploads' || status === 507) return { kind: 'full', sentence: serverMessage ?? REFUSED };
  if (UNREACHABLE.has(status)) return { kind: 'unreachable', sentence: serverMessage ?? OFFLINE };
  if (BUSY.has(status) || status >= 500) return { kind: 'busy', sentence: serverMessage ?? OFFLINE };
  if (status === 410 || code === 'upload_not_found') return { kind: 'gone', sentence: serverMessage ?? REFUSED };
  return { kind: 'refused', sentence: serverMessage ?? REFUSED };
};
