import type { DetailedError } from 'tus-js-client';
import { readToken, tokenWasRefused } from '#web/api/connection.ts';
import { holdUpload } from '#web/uploads/held-uploads.ts';
import { failureOf, isWorthRetrying, type UploadFailure } from '#web/uploads/upload-failure.ts';

/** Below what proxies usually let through in one request. */
const CHUNK_BYTES = 32 * 1024 * 1024;
const RETRY_DELAYS_MS = [0, 1000, 3000, 5000, 10_000, 20_000, 30_000, 30_000, 30_000];

export interface SendOptions {
  file: File;
  courseId: string;
  /** Undefined when it becomes a lecture of its own. */
  replacesLectureId: string | undefined;
  /** Goes on with this one. */
  uploadId: string | undefined;
  onBegun: (uploadId: string) => void;
  onProgress: (sentBytes: number) => void;
  /** A piece did not get through; it is tried again by itself. */
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

/** Sends a file in pieces; each waits for the answer to the one before, so that nothing sent is sent twice. */
export const sendFile = async (options: SendOptions): Promise<Sending> => {
  const { file, courseId, replacesLectureId, uploadId, onBegun, onProgress, onInterrupted, onSent, onFailure } =
    options;
  const { Upload } = await import('tus-js-client');
  let sentWith: string | undefined;
  let letGo: () => void = uploadId === undefined ? () => undefined : holdUpload(uploadId);
  const upload = new Upload(file, {
    endpoint: uploadAddress(),
    uploadUrl: uploadId === undefined ? null : uploadAddress(uploadId),
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_DELAYS_MS,
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
    onShouldRetry: (error) => {
      const mayWork = isWorthRetrying(statusOf(error).status);
      if (mayWork) onInterrupted();
      return mayWork;
    },
    onUploadUrlAvailable: () => {
      const begun = upload.url?.split('/').at(-1);
      if (!begun || begun === uploadId) return;
      letGo = holdUpload(begun);
      onBegun(begun);
    },
    onProgress: (sentBytes) => onProgress(sentBytes),
    onSuccess: () => {
      letGo();
      onSent();
    },
    onError: (error) => {
      letGo();
      const { status, body } = statusOf(error);
      if (status === 401 && sentWith) tokenWasRefused(sentWith);
      onFailure(failureOf(status, body));
    },
  });
  upload.start();
  return {
    pause: () => {
      letGo();
      void upload.abort();
    },
  };
};
