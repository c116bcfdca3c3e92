import { errorFrom } from '#web/api/api-error.ts';

/** Why an upload does not go on. */
export interface UploadFailure {
  /** `signed-out` and `offline` pass; `gone` begins anew; `refused` will not change. */
  kind: 'signed-out' | 'offline' | 'gone' | 'refused';
  sentence: string;
}

const OFFLINE = 'The server cannot be reached. The upload goes on when the connection is back.';
const SIGNED_OUT = 'Your sign-in has ended. Log in again, and the upload goes on.';
const REFUSED = 'The server does not take this file.';

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

/** Statuses after which the same request may work a moment later. 423: an earlier one is still being received. */
export const isWorthRetrying = (status: number): boolean =>
  status === 0 ||
  status === 408 ||
  status === 409 ||
  status === 423 ||
  status === 429 ||
  (status >= 500 && status !== 507);

/** Reads a refusal of the upload; the server's sentence is shown when there is one. */
export const failureOf = (status: number, body: string): UploadFailure => {
  const { serverMessage, code } = errorFrom(status, parse(body));
  if (status === 401) return { kind: 'signed-out', sentence: SIGNED_OUT };
  if (code === 'too_many_uploads') return { kind: 'refused', sentence: serverMessage ?? REFUSED };
  if (isWorthRetrying(status))
    return { kind: 'offline', sentence: status === 0 ? OFFLINE : (serverMessage ?? OFFLINE) };
  if (status === 410 || code === 'upload_not_found') return { kind: 'gone', sentence: serverMessage ?? REFUSED };
  return { kind: 'refused', sentence: serverMessage ?? REFUSED };
};
