import { messages } from '#contract/messages.ts';
import type { Upload } from '#contract/classroom/uploads.ts';
import { ApiError, errorMessage } from '#web/api/api-error.ts';
import type { FileCheck } from './check-file.ts';
import type { SendOptions, UploadFailure } from './tus-client.ts';
import {
  createItems,
  createUploadMeter,
  type LectureText,
  mayPause,
  type ReplacedLecture,
  type UploadItem,
} from './upload-items.ts';

/** An upload from an earlier visit that the server still has. */
export type UnfinishedUpload = Omit<Upload, 'lectureId' | 'expiresAtMs'>;

interface UploadServer {
  send: (options: SendOptions) => Promise<void>;
  /** Uploads that have not become lectures yet. */
  list: () => Promise<UnfinishedUpload[]>;
  /** Those that another tab of this browser is sending. */
  lockedByTabs: () => Promise<ReadonlySet<string>>;
  /** Returns the id of the lecture, once it is there. */
  makeLecture: (uploadId: string, text: LectureText) => Promise<string | undefined>;
  replaceVideo: (courseId: string, lectureId: string, uploadId: string) => Promise<void>;
  remove: (uploadId: string) => Promise<void>;
}

interface QueueNeeds {
  server: UploadServer;
  nowMs: () => number;
}

/** One waits for the server while the other one sends. */
const MAX_SENDING = 2;
const NOT_ADDED = messages.lectures.addError;
const { interrupted: INTERRUPTED, notInPlace: NOT_IN_PLACE, otherFile: OTHER_FILE } = messages.uploads;

const UNKNOWN = { problem: undefined, kind: undefined };
/** What a check says of a file. */
type Check = (file: File) => Promise<Pick<FileCheck, 'problem' | 'kind'>>;

/** A file that becomes a lecture. */
export interface TitledFile {
  file: File;
  text: LectureText;
}

/**
 * Uploads files two at a time, independent of the page that is shown. The title of the lecture may be set before,
 * during or after the upload.
 */
export const createUploadQueue = ({ server, nowMs }: QueueNeeds) => {
  const items = createItems();
  const files = new Map<string, File>();
  const sendings = new Map<string, AbortController>();
  /** Those that the server has received to the last byte; sent bytes may have been lost on the way. */
  const received = new Set<string>();
  const { change, find } = items;

  /** Turns a complete upload into a lecture, or into the new file of one. Returns false while the title is missing. */
  const settle = async ({ key, uploadId = '', courseId, text, replaces }: UploadItem): Promise<boolean> => {
    if (text) change(key, { lectureId: await server.makeLecture(uploadId, text) });
    else if ((await server.list()).some(({ _id }) => _id === uploadId)) {
      if (!replaces) return false;
      await server.replaceVideo(courseId, replaces.lectureId, uploadId);
    }
    return true;
  };

  const finish = async (key: string): Promise<void> => {
    const item = find(key);
    if (!item?.uploadId) return;
    change(key, { phase: 'finishing', sentBytes: item.sizeBytes, problem: undefined });
    try {
      if (!(await settle(item))) {
        // The title may have been set meanwhile.
        return find(key)?.text ? void finish(key) : change(key, { phase: 'untitled' });
      }
      files.delete(key);
      change(key, { phase: 'done' });
    } catch (error) {
      const isSignedOut = error instanceof ApiError && error.status === 401;
      const problem = errorMessage(error, NOT_ADDED);
      change(key, { phase: isSignedOut ? 'signed-out' : 'stopped', problem, canRetry: true });
    }
  };

  /** Sent early, so that the title is not lost when the page is closed. */
  const sendTitle = ({ uploadId, text }: UploadItem): void => {
    // If this fails, it is sent again when the upload is complete.
    if (uploadId && text) server.makeLecture(uploadId, text).catch(() => undefined);
  };

  const onFailure = (key: string, { kind, message }: UploadFailure): void => {
    sendings.delete(key);
    if (kind === 'gone') change(key, { uploadId: undefined, sentBytes: 0 });
    const phase = kind === 'signed-out' ? 'signed-out' : 'stopped';
    change(key, { phase, problem: message, canRetry: kind !== 'refused' });
    pump();
  };

  const send = async (item: UploadItem, file: File): Promise<void> => {
    const { key, courseId, uploadId, replaces } = item;
    const meter = createUploadMeter(item.sizeBytes, item.sentBytes, nowMs);
    const sending = new AbortController();
    const { signal } = sending;
    sendings.set(key, sending);
    change(key, { phase: 'sending', problem: undefined });
    try {
      await server.send({
        file,
        signal,
        courseId,
        replacesLectureId: replaces?.lectureId,
        uploadId,
        onBegun: (begun) => {
          change(key, { uploadId: begun });
          const now = find(key);
          if (now) sendTitle(now);
        },
        onProgress: (sentBytes) =>
          sendings.get(key) === sending && change(key, { sentBytes, problem: undefined, ...meter(sentBytes) }),
        onInterrupted: () => change(key, { problem: INTERRUPTED, bytesPerSecond: 0, secondsLeft: Infinity }),
        onSent: () => {
          sendings.delete(key);
          received.add(key);
          void finish(key);
          pump();
        },
        onFailure: (failure) => onFailure(key, failure),
      });
    } catch {
      if (!signal.aborted) onFailure(key, { kind: 'busy', message: NOT_ADDED });
    }
  };

  function pump(): void {
    const isFree = () => items.get().filter(({ phase }) => phase === 'sending').length < MAX_SENDING;
    for (const next of items.get().filter(({ phase }) => phase === 'waiting')) {
      const file = files.get(next.key);
      if (file && isFree()) void send(next, file);
    }
  }

  const stopSending = (key: string): void => {
    sendings.get(key)?.abort();
    sendings.delete(key);
  };

  const resume = (key: string): void => {
    const item = find(key);
    if (!item) return;
    if (received.has(key)) void finish(key);
    else if (files.has(key)) change(key, { phase: 'waiting', problem: undefined });
    else change(key, { phase: 'needs-file', problem: undefined });
    pump();
  };

  /** One after another: a check may decode the beginning of the video. */
  const checkAll = async (keys: readonly string[], check: Check) => {
    for (const key of keys) {
      const file = files.get(key);
      const found = file && (await check(file));
      const { problem, kind } = found ?? UNKNOWN;
      const phase = find(key)?.phase;
      if (problem !== undefined && (phase === 'checking' || phase === 'paused'))
        change(key, { phase: 'stopped', problem });
      else if (phase === 'checking') change(key, { phase: 'waiting', kind });
      else change(key, { kind });
      pump();
    }
  };

  return {
    get: items.get,
    subscribe: items.subscribe,

    add: (courseId: string, file: File, replaces?: ReplacedLecture): string => {
      const key = items.add({ courseId, replaces, fileName: file.name, sizeBytes: file.size, phase: 'waiting' });
      files.set(key, file);
      pump();
      return key;
    },

    /** Adds files that are shown at once, and sent as soon as `check` finds no problem with them. */
    addAll: (courseId: string, titled: readonly TitledFile[], check: Check) => {
      const keys = titled.map(({ file, text }) => {
        const key = items.add({ courseId, text, fileName: file.name, sizeBytes: file.size, phase: 'checking' });
        files.set(key, file);
        return key;
      });
      void checkAll(keys, check);
    },

    /** Sets the title; the upload becomes a lecture once it is complete. */
    setTitle: (key: string, text: LectureText): void => {
      change(key, { text });
      const item = find(key);
      if (item?.phase === 'untitled') void finish(key);
      else if (item) sendTitle(item);
    },

    /** Whether the open page shows the upload itself. */
    show: (key: string, isShown: boolean): void => change(key, { isShown }),

    /** Pauses those of the uploads that are sent, or soon would be. */
    pause: (keys: readonly string[]): void => {
      const paused = keys.filter((key) => mayPause(find(key)));
      for (const key of paused) change(key, { phase: 'paused', bytesPerSecond: 0 });
      paused.forEach(stopSending);
      pump();
    },

    resume,

    /** For an upload that was started on an earlier visit. */
    attachFile: (key: string, file: File): void => {
      const item = find(key);
      if (!item) return;
      if (file.name !== item.fileName || file.size !== item.sizeBytes) return change(key, { problem: OTHER_FILE });
      files.set(key, file);
      resume(key);
    },

    /** Removes an upload here and on the server; a finished one stays a lecture. */
    remove: (key: string): void => {
      const item = find(key);
      stopSending(key);
      files.delete(key);
      items.remove(key);
      if (item?.uploadId && item.phase !== 'done') server.remove(item.uploadId).catch(() => undefined);
      pump();
    },

    /** Hides the uploads that have become lectures. */
    removeDone: (): void => {
      for (const { key, phase } of items.get()) if (phase === 'done') items.remove(key);
    },

    /** Adds the uploads that were left from an earlier visit. */
    restoreUnfinished: async (): Promise<void> => {
      const [left, sent] = await Promise.all([server.list(), server.lockedByTabs()]);
      const known = new Set([...sent, ...items.get().map(({ uploadId }) => uploadId)]);
      for (const { _id, receivedBytes, replacesLectureId, ...upload } of left) {
        if (known.has(_id)) continue;
        const isWhole = receivedBytes === upload.sizeBytes;
        const replaces = replacesLectureId === null ? undefined : { lectureId: replacesLectureId, title: undefined };
        const here = { ...upload, replaces, uploadId: _id, sentBytes: receivedBytes };
        const key =
          isWhole && replaces
            ? items.add({ ...here, phase: 'stopped', problem: NOT_IN_PLACE, canRetry: true })
            : items.add({ ...here, phase: isWhole ? 'untitled' : 'needs-file' });
        if (isWhole) received.add(key);
      }
    },

    /** Resumes uploads that were stopped by a lost connection or an ended session. */
    resumeAll: (): void => {
      for (const { key, phase, canRetry } of items.get())
        if (phase === 'signed-out' || (phase === 'stopped' && canRetry)) resume(key);
    },

    /** For when another user logs in. */
    clear: (): void => {
      for (const { key } of items.get()) {
        stopSending(key);
        items.remove(key);
      }
      files.clear();
    },
  };
};
