import { createObservable } from '#web/api/observable.ts';
import type { FileKind } from '#contract/classroom/kind-facts.ts';

/**
 * `checking`: whether the file is a lecture that can be uploaded. `waiting`: for the uploads before it. `paused`: by the user. `signed-out`: resumes after the login. `stopped`: see
 * `problem`; can be retried where `canRetry`. `needs-file`: started on an earlier visit, so that the file must be
 * chosen again. `untitled`: complete, but without a title. `done`: it is a lecture, or the file of one.
 */
type UploadPhase =
  | 'checking'
  | 'waiting'
  | 'sending'
  | 'paused'
  | 'signed-out'
  | 'stopped'
  | 'needs-file'
  | 'untitled'
  | 'finishing'
  | 'done';

export interface LectureText {
  title: string;
  description: string;
  isDraft: boolean;
  /** Where the lecture is added: '' before the first section; without one, at the end of the course. */
  sectionId?: string | undefined;
  /** The files that were picked together, and which of them it is: their lectures keep this order. */
  batch?: { _id: string; index: number } | undefined;
}

/** An existing lecture whose file is replaced. */
export interface ReplacedLecture {
  lectureId: string;
  /** Undefined when the upload was started on an earlier visit. */
  title: string | undefined;
  /** What is said once it is replaced. */
  done?: string;
}

export interface UploadItem {
  /** Identifies it in this browser. */
  key: string;
  /** Identifies it on the server, once it has started. */
  uploadId: string | undefined;
  courseId: string;
  fileName: string;
  /** Undefined until the file is checked. */
  kind: FileKind | undefined;
  sizeBytes: number;
  sentBytes: number;
  bytesPerSecond: number;
  secondsLeft: number;
  phase: UploadPhase;
  problem: string | undefined;
  canRetry: boolean;
  text: LectureText | undefined;
  /** Undefined when it becomes a new lecture. */
  replaces: ReplacedLecture | undefined;
  /** The lecture that it became. */
  lectureId: string | undefined;
  /** Whether the open page shows it, so that the tray does not. */
  isShown: boolean;
}

/** Whether it is being sent, or will be without any action. */
export const mayPause = (item: UploadItem | undefined): boolean =>
  item?.phase === 'checking' || item?.phase === 'waiting' || item?.phase === 'sending';

/** Whether a press makes it continue. */
export const mayResume = ({ phase, canRetry }: UploadItem): boolean =>
  phase === 'paused' || (phase === 'stopped' && canRetry);

/** Whether it waits for an action. */
export const isWaiting = (item: UploadItem): boolean => !isMoving(item) && item.phase !== 'done';

/** Whether it is being sent, waits for its turn, or is being saved as a lecture. */
export const isMoving = (item: UploadItem): boolean => mayPause(item) || item.phase === 'finishing';

/** Whether closing the page would interrupt it, or lose its file. */
export const needsPage = (item: UploadItem): boolean =>
  isMoving(item) || item.phase === 'signed-out' || (mayResume(item) && item.sentBytes < item.sizeBytes);

type NewItem = Pick<UploadItem, 'courseId' | 'fileName' | 'sizeBytes' | 'phase'> & Partial<UploadItem>;

const fresh = {
  kind: undefined,
  uploadId: undefined,
  sentBytes: 0,
  bytesPerSecond: 0,
  secondsLeft: Infinity,
  problem: undefined,
  canRetry: false,
  text: undefined,
  replaces: undefined,
  lectureId: undefined,
  isShown: false,
};

/** An observable list; each change creates a new array. */
export const createItems = () => {
  const { get, set, subscribe } = createObservable<readonly UploadItem[]>([]);
  let lastNumber = 0;
  return {
    get,
    subscribe,
    find: (key: string): UploadItem | undefined => get().find((item) => item.key === key),
    add: (item: NewItem): string => {
      lastNumber += 1;
      const key = `upload-${lastNumber}`;
      set([...get(), { ...fresh, ...item, key }]);
      return key;
    },
    change: (key: string, change: Partial<UploadItem>): void =>
      set(get().map((item) => (item.key === key ? { ...item, ...change } : item))),
    remove: (key: string): void => set(get().filter((item) => item.key !== key)),
  };
};

const SMOOTHING = 0.2;
/** Shorter intervals measure buffers instead of the connection. */
const MIN_STEP_MS = 250;

/** Computes speed and time left from the sent bytes, smoothed to be readable. */
export const createUploadMeter = (sizeBytes: number, alreadySentBytes: number, nowMs: () => number) => {
  let last = { atMs: nowMs(), sentBytes: alreadySentBytes };
  let bytesPerSecond = 0;
  return (sentBytes: number) => {
    const atMs = nowMs();
    if (atMs - last.atMs >= MIN_STEP_MS) {
      const speed = (Math.max(0, sentBytes - last.sentBytes) * 1000) / (atMs - last.atMs);
      bytesPerSecond = bytesPerSecond === 0 ? speed : bytesPerSecond + SMOOTHING * (speed - bytesPerSecond);
      last = { atMs, sentBytes };
    }
    return { bytesPerSecond, secondsLeft: bytesPerSecond > 0 ? (sizeBytes - sentBytes) / bytesPerSecond : Infinity };
  };
};
