import { errorFrom } from '#web/api/api-error.ts';

/** Why an upload has stopped. */
export interface UploadFailure {
  /** `signed-out` and `offline` are temporary, `gone` starts again from the first byte, `refused` is final. */
  kind: 'signed-out' | 'offline' | 'gone' | 'refused';
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

/** Statuses after which the same request may succeed. 423: the server is still receiving an earlier request. */
export const isWorthRetrying = (status: number): boolean =>
  status === 0 ||
  status === 408 ||
  status === 409 ||
  status === 423 ||
  status === 429 ||
  (status >= 500 && status !== 507);

/** Parses an error response; the message of the server is preferred. */
export const failureOf = (status: number, body: string): UploadFailure => {
  const { serverMessage, code } = errorFrom(status, parse(body));
  if (status === 401) return { kind: 'signed-out', sentence: SIGNED_OUT };
  if (code === 'too_many_uploads') return { kind: 'refused', sentence: serverMessage ?? REFUSED };
  if (isWorthRetrying(status))
    return { kind: 'offline', sentence: status === 0 ? OFFLINE : (serverMessage ?? OFFLINE) };
  if (status === 410 || code === 'upload_not_found') return { kind: 'gone', sentence: serverMessage ?? REFUSED };
  return { kind: 'refused', sentence: serverMessage ?? REFUSED };
};
