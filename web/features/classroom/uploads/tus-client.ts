import type { DetailedError } from 'tus-js-client';
import { readToken, tokenWasRefused } from '#web/api/connection.ts';
import { checkConnection } from '#web/api/online.ts';
import { isReadable, UNREADABLE } from '#web/features/classroom/uploads/files/readable-file.ts';
import { failureOf, mayRetry, RETRY_DELAYS_MS, type UploadFailure } from './upload-failure.ts';
import { lockUpload } from './upload-locks.ts';

/** Below the usual request limit of proxies. */
const CHUNK_BYTES = 32 * 1024 * 1024;

export interface SendOptions {
  file: File;
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

export interface Sending {
  pause: () => void;
}

export const uploadAddress = (uploadId = ''): string =>
  `${location.origin}/api/v1/uploads${uploadId && `/${uploadId}`}`;

const statusOf = (error: Error | DetailedError): { status: number; body: string } => {
  const response = 'originalResponse' in error ? error.originalResponse : null;
  return { status: response?.getStatus() ?? 0, body: response?.getBody() ?? '' };
};

/** Uploads a file in chunks. Each chunk waits for the response to the one before, so that nothing is sent twice. */
export const sendFile = async (options: SendOptions): Promise<Sending> => {
  const { file, courseId, replacesLectureId, uploadId, onBegun, onProgress, onInterrupted, onSent, onFailure } =
    options;
  const { Upload } = await import('tus-js-client');
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
    onFailure({ kind: 'refused', sentence: UNREADABLE });
  }
  upload.start();
  return {
    pause: () => {
      releaseLock();
      void upload.abort();
    },
  };
};
