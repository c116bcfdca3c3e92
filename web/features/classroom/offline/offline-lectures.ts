import { msg } from '@lingui/core/macro';
import { useEffect, useSyncExternalStore } from 'react';
import type { Course } from '#contract/catalog/catalog.ts';
import type { Lecture } from '#contract/classroom/lectures.ts';
import type { OFFLINE_LECTURES_MAX } from '#contract/classroom/offline.ts';
import type { LectureProgress } from '#contract/classroom/progress.ts';
import { toast } from 'react-hot-toast/headless';
import { messages } from '#contract/messages.ts';
import { ApiError, errorMessage } from '#web/api/api-error.ts';
import { call } from '#web/api/call.ts';
import { checkConnection, onReconnect } from '#web/api/connection.ts';
import { createObservable } from '#web/api/observable.ts';
import { hasUnsent, setHasDownloads, UNSENT } from '#web/app/session/downloads.ts';
import { sessionStore } from '#web/app/session/session.ts';
import { openProgressReporter } from '#web/features/classroom/progress/progress-reporter.ts';
import {
  changeDownload,
  deleteDownload,
  type Device,
  emptyDownload,
  findDownload,
  importKey,
  listDownloads,
  type OfflineLecture,
  type OfflineQuality,
  putDevice,
  putDownload,
  readDevice,
} from './offline-store.ts';
import { downloadLecture, freeSpaceFor, NoSpace, sizeOf } from './download-lecture.ts';
import type { Language } from '#contract/languages/language.ts';

/** How long a removed lecture can be taken back. */
const UNDO_MS = 6000;

/** The downloads of the current user on this device. */
export interface Offline {
  lectures: readonly OfflineLecture[];
  device: Device;
  loadingId: string | undefined;
  /** The free space for further downloads; undefined where the browser does not tell. */
  freeBytes: number | undefined;
}

/** As many as the server renews at once. */
export const MOST_LECTURES: typeof OFFLINE_LECTURES_MAX = 100;

/** A lecture to download. */
export interface Wanted {
  course: Course;
  lecture: Lecture;
  /** Its place in the course. */
  position: number;
  quality: OfflineQuality;
}

const ownerId = (): string | undefined => sessionStore.get()?.user._id;

/** The pages that play downloads. */
const keepClassroom = async (): Promise<void> => {
  (await navigator.serviceWorker.ready).active?.postMessage('keep');
};

const keysOf = async (lectureIds: string[]) => {
  const device = await readDevice();
  const response = await call('POST /offline/keys', { body: { deviceId: device.id, lectureIds } });
  await putDevice({ ...device, offsetMs: response.nowMs - Date.now(), seenMs: response.nowMs });
  return response.keys;
};

/** One tab loads, one lecture after the other, where the browser can tell. */
const inOneTab = async (work: () => Promise<void>): Promise<void> =>
  'locks' in navigator
    ? navigator.locks.request('kept-lectures', { ifAvailable: true }, async (lock) => {
        if (lock) await work();
      })
    : work();

const createDownloads = () => {
  const { get, set, subscribe } = createObservable<Offline | undefined>(undefined);
  let loadingId: string | undefined;
  let running: Promise<void> | undefined;

  const own = async (): Promise<OfflineLecture[]> => {
    const userId = ownerId();
    const lectures = await listDownloads();
    return lectures.filter((lecture) => lecture.userId === userId).toSorted((a, b) => a.keptAtMs - b.keptAtMs);
  };

  const refresh = async (): Promise<void> => {
    // A browser that denies its storage has no downloads.
    const nothing = { lectures: [], device: { id: '', offsetMs: 0, seenMs: 0 } };
    const read = async () => ({ lectures: await own(), device: await readDevice() });
    const { lectures, device } = await read().catch(() => nothing);
    const freeBytes = await freeSpaceFor(lectures.reduce((sum, lecture) => sum + sizeOf(lecture), 0));
    set({ lectures, device, loadingId, freeBytes });
  };

  const loadOne = async (next: OfflineLecture): Promise<boolean> => {
    loadingId = next._id;
    await refresh();
    const others = (await own()).filter(({ _id }) => _id !== next._id);
    const otherBytes = others.reduce((sum, other) => sum + sizeOf(other), 0);
    try {
      await downloadLecture(next, { otherBytes, onChunk: () => void refresh() });
      return true;
    } catch (error) {
      if (!(error instanceof NoSpace)) return false;
      await changeDownload(next._id, { neededBytes: error.neededBytes });
      return true;
    } finally {
      loadingId = undefined;
      await refresh();
    }
  };

  const loadAll = async (): Promise<void> => {
    const tried = new Set<string>();
    for (;;) {
      const next = (await own()).find(({ _id, isComplete, isRemoved }) => !isComplete && !isRemoved && !tried.has(_id));
      if (!next) return;
      tried.add(next._id);
      // Without a connection the others would fail as well.
      if (!(await loadOne(next)) && !(await checkConnection())) return;
    }
  };

  const load = (): Promise<void> => {
    running ??= inOneTab(loadAll)
      .catch(() => undefined)
      .finally(() => {
        running = undefined;
      });
    return running;
  };

  const renewOne = async (lecture: OfflineLecture, keys: Awaited<ReturnType<typeof keysOf>>): Promise<void> => {
    const renewed = keys.find(({ lectureId }) => lectureId === lecture._id);
    if (!renewed) return void (await deleteDownload(lecture._id));
    const { key, keyId, endsAtMs } = renewed;
    if (keyId === lecture.keyId) await changeDownload(lecture._id, { endsAtMs });
    else await emptyDownload(lecture._id, { key: await importKey(key), keyId, endsAtMs });
  };

  const removeForGood = async (lectures: readonly OfflineLecture[]): Promise<void> => {
    for (const { _id } of lectures) await deleteDownload(_id);
    await refresh();
  };

  /** Renews every key. Downloads that are no longer allowed are deleted; without a connection nothing changes. */
  const renew = async (): Promise<void> => {
    const lectures = await own();
    if (lectures.length === 0) return;
    try {
      const keys = await keysOf(lectures.map(({ _id }) => _id));
      for (const lecture of lectures) await renewOne(lecture, keys);
    } catch (error) {
      if (error instanceof ApiError && error.status === 403) await removeForGood(lectures);
    }
    await refresh();
  };

  const remove = async (lectureId: string): Promise<void> => {
    await changeDownload(lectureId, { isRemoved: true });
    await refresh();
    setTimeout(async () => {
      if ((await findDownload(lectureId))?.isRemoved)
        await removeForGood((await own()).filter(({ _id }) => _id === lectureId));
    }, UNDO_MS);
  };

  const start = async (): Promise<void> => {
    await removeForGood((await own()).filter(({ isRemoved }) => isRemoved));
    if ((await own()).length > 0) void keepClassroom();
    await renew();
    await load();
  };

  return {
    get,
    subscribe,
    refresh,
    start,
    remove,
    /** Retries waiting downloads. */
    loadWaiting: async (): Promise<void> => {
      const waits = ({ isComplete, isRemoved, neededBytes }: OfflineLecture): boolean =>
        !isComplete && !isRemoved && neededBytes === 0;
      if (!get()?.lectures.some(waits)) return;
      await load();
      await refresh();
    },
    noteProgress: async (lectureId: string, progress: LectureProgress): Promise<void> => {
      await changeDownload(lectureId, ({ lecture }) => ({ lecture: { ...lecture, progress } }));
    },
    undo: async (lectureId: string): Promise<void> => {
      await changeDownload(lectureId, { isRemoved: false });
      await refresh();
      void load();
    },
    removeAll: async (): Promise<void> => removeForGood(await own()),
    /** Rejects when it cannot be downloaded, now or at all. */
    add: async ({ course, lecture, position, quality }: Wanted): Promise<void> => {
      const userId = ownerId();
      if ((await own()).length >= MOST_LECTURES) throw new Error('This device has the maximum number of downloads');
      const [key] = await keysOf([lecture._id]);
      if (userId === undefined || !key) throw new Error('This lecture cannot be downloaded');
      setHasDownloads();
      await putDownload({
        _id: lecture._id,
        userId,
        keptAtMs: Date.now(),
        course,
        lecture,
        position,
        quality,
        files: [],
        isComplete: false,
        neededBytes: 0,
        isRemoved: false,
        key: await importKey(key.key),
        keyId: key.keyId,
        endsAtMs: key.endsAtMs,
      });
      // Firefox asks the person, who may not answer.
      void navigator.storage?.persist?.().catch(() => undefined);
      void keepClassroom();
      void load();
    },
  };
};

export const downloads = createDownloads();

/** The browser may refuse to store the choice. */
export const orSay = (work: Promise<void>): Promise<unknown> =>
  work.catch((error: unknown) => toast.error(errorMessage(error, messages.lectures.broken)));

/** With a connection, others come first, or it failed and is retried. */
export const waitingWords = (isOnline: boolean, { _ }: Language): string =>
  _(isOnline ? msg`Waiting` : msg`Waiting for a connection`);

const LOOK_AGAIN_MS = 60_000;

/** The progress made without a connection. */
const sendProgress = async (): Promise<void> => {
  const userId = sessionStore.get()?.user._id;
  if (userId === undefined) return;
  const reporter = openProgressReporter(userId);
  reporter.setEvents({
    onProgress: (lectureId, progress) => void downloads.noteProgress(lectureId, progress),
    onRefused: () => undefined,
  });
  await reporter.flush();
};

/** What else was done without a connection. Its code may be out of reach until then. */
const sendWaiting = async (): Promise<void> => {
  if (hasUnsent([UNSENT.quizzes])) await (await import('#web/features/quizzes/submission.ts')).sendHandedIn();
  if (hasUnsent([UNSENT.notes]))
    await (await import('#web/features/classroom/notes/note-outbox.ts')).noteOutbox.flush();
  if (hasUnsent([UNSENT.questions]))
    await (await import('#web/features/questions/question-outbox.ts')).questionOutbox.flush();
};

const beginNow = async (): Promise<void> => {
  await sendProgress();
  await sendWaiting().catch(() => undefined);
  await downloads.start();
};

let hasBegun = false;

/** Sends progress, renews keys and continues downloads: now, and whenever the connection is back. */
export const beginDownloads = (): void => {
  if (hasBegun) return;
  hasBegun = true;
  void beginNow();
  onReconnect(() => void beginNow());
  // A copy may also fail while there is a connection.
  setInterval(() => void downloads.loadWaiting(), LOOK_AGAIN_MS);
};

const nothing = (): undefined => undefined;

/** Undefined until it is read. */
export const useOffline = (): Offline | undefined => {
  useEffect(() => {
    beginDownloads();
    void downloads.refresh();
  }, []);
  return useSyncExternalStore(downloads.subscribe, downloads.get, nothing);
};
