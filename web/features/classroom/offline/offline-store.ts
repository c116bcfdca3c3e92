import type { Course } from '#contract/catalog/catalog.ts';
import type { Lecture } from '#contract/classroom/lectures.ts';
import type { Note } from '#contract/classroom/notes.ts';
import type { Question } from '#contract/classroom/questions.ts';
import type { Quiz, QuizAttempt } from '#contract/classroom/quiz-fields.ts';
import type { Section } from '#contract/classroom/sections.ts';
import type { Watermark } from '#contract/classroom/watermark.ts';
import { OFFLINE_DATABASE } from '#web/app/session/downloads.ts';

/** A chunk of a file before encryption; each can be decrypted alone. */
export const CHUNK_BYTES = 1024 * 1024;
const IV_BYTES = 12;
const ALGORITHM = 'AES-GCM';

export interface ChunkPlace {
  lectureId: string;
  name: string;
  index: number;
}

/** A chunk is of no use at another place. */
const placeOf = ({ lectureId, name, index }: ChunkPlace): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(`${lectureId}/${name}/${index}`);

const bytesOf = (base64url: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64url.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.codePointAt(0) ?? 0);

/** A key that no script can read again. */
export const importKey = (base64url: string): Promise<CryptoKey> =>
  crypto.subtle.importKey('raw', bytesOf(base64url), ALGORITHM, false, ['encrypt', 'decrypt']);

export const sealChunk = async (key: CryptoKey, place: ChunkPlace, bytes: ArrayBuffer): Promise<ArrayBuffer> => {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES));
  const options = { name: ALGORITHM, iv, additionalData: placeOf(place) };
  const encrypted = await crypto.subtle.encrypt(options, key, bytes);
  const sealed = new Uint8Array(IV_BYTES + encrypted.byteLength);
  sealed.set(iv);
  sealed.set(new Uint8Array(encrypted), IV_BYTES);
  return sealed.buffer;
};

/** Rejects when the chunk was changed, or is of another place or key. */
export const openChunk = async (
  key: CryptoKey,
  place: ChunkPlace,
  sealed: ArrayBuffer,
): Promise<Uint8Array<ArrayBuffer>> => {
  const iv = new Uint8Array(sealed, 0, IV_BYTES);
  const options = { name: ALGORITHM, iv, additionalData: placeOf(place) };
  return new Uint8Array(await crypto.subtle.decrypt(options, key, new Uint8Array(sealed, IV_BYTES)));
};

/** The height of a rendition, the audio alone, or the single file. */
export type OfflineQuality = number | 'audio' | 'original';

export interface OfflineFile {
  name: string;
  contentType: string;
  sizeBytes: number;
  /** How many of its chunks are stored, from the first. */
  chunks: number;
  /** For a file that is saved, not shown: its name. */
  savedAs?: string | undefined;
}

type OutlineLecture = Pick<Lecture, '_id' | 'title' | 'durationMs' | 'sectionId' | 'progress'>;

/** The sections and all lectures of a course, also those that are not downloaded. */
export interface OfflineOutline {
  sections: readonly Section[];
  lectures: readonly OutlineLecture[];
  /** Drawn over its lectures; undefined in copies of an earlier version. */
  watermark?: Watermark | null;
}

/** A quiz, and the attempt that is continued without a connection. */
export interface OfflineQuiz {
  quiz: Quiz;
  attempt: QuizAttempt;
}

/** Questions about a lecture with all their answers, in the order of their moments. */
export interface OfflineQuestions {
  list: readonly Question[];
  medianMs: number | null;
  isStaff: boolean;
}

/** A lecture that one user has downloaded to this device. */
export interface OfflineLecture {
  _id: string;
  userId: string;
  keptAtMs: number;
  course: Course;
  /** That of its course, in the copies of all its lectures; undefined until it is loaded. */
  outline?: OfflineOutline | undefined;
  /** Its addresses are those of the copy. */
  lecture: Lecture;
  quiz?: OfflineQuiz | undefined;
  /** As they were when they were read last; undefined in copies of an earlier version. */
  notes?: Note[] | undefined;
  /** As they were when it was downloaded; undefined in copies of an earlier version, and where the school has none. */
  questions?: OfflineQuestions | undefined;
  /** Its place in the course. */
  position: number;
  quality: OfflineQuality;
  /** The first is the video or the audio; empty until loading begins. */
  files: readonly OfflineFile[];
  isComplete: boolean;
  /** Its size, when there was not enough free space for it; otherwise 0. */
  neededBytes: number;
  /** It is deleted a little later, and may still be taken back. */
  isRemoved: boolean;
  /** The browser does not reveal it to any script. */
  key: CryptoKey;
  keyId: string;
  /** Until then it plays. */
  endsAtMs: number;
}

/** The device id, and the clock of the school. */
export interface Device {
  id: string;
  /** By how much the clock of the school is ahead. */
  offsetMs: number;
  /** The latest time of the school that was seen. */
  seenMs: number;
}

const VERSION = 1;

let opening: Promise<IDBDatabase> | undefined;

const done = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result));
    request.addEventListener('error', () => reject(request.error ?? new Error('The browser refused its storage')));
  });

const committed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.addEventListener('complete', () => resolve());
    transaction.addEventListener('abort', () =>
      reject(transaction.error ?? new Error('The browser stopped writing to its storage')),
    );
  });

const openDatabase = async (): Promise<IDBDatabase> => {
  const request = indexedDB.open(OFFLINE_DATABASE, VERSION);
  request.addEventListener('upgradeneeded', () => {
    request.result.createObjectStore('lectures', { keyPath: '_id' });
    request.result.createObjectStore('chunks');
    request.result.createObjectStore('device');
  });
  const database = await done(request);
  const forget = (): void => {
    opening = undefined;
  };
  database.addEventListener('close', forget);
  // A logout, perhaps in another tab.
  database.addEventListener('versionchange', () => {
    database.close();
    forget();
  });
  return database;
};

const open = (): Promise<IDBDatabase> =>
  (opening ??= openDatabase().catch((error: unknown) => {
    opening = undefined;
    throw error;
  }));

const inStores = async <T>(
  names: ('lectures' | 'chunks' | 'device')[],
  mode: IDBTransactionMode,
  work: (transaction: IDBTransaction) => Promise<T>,
): Promise<T> => {
  const transaction = (await open()).transaction(names, mode);
  const [result] = await Promise.all([work(transaction), committed(transaction)]);
  return result;
};

export const listDownloads = (): Promise<OfflineLecture[]> =>
  inStores(['lectures'], 'readonly', (tx) => done<OfflineLecture[]>(tx.objectStore('lectures').getAll()));

export const findDownload = (id: string): Promise<OfflineLecture | undefined> =>
  inStores(['lectures'], 'readonly', (tx) => done<OfflineLecture | undefined>(tx.objectStore('lectures').get(id)));

export const putDownload = (download: OfflineLecture): Promise<unknown> =>
  inStores(['lectures'], 'readwrite', (tx) => done(tx.objectStore('lectures').put(download)));

export type OfflineChange = Partial<OfflineLecture> | ((known: OfflineLecture) => Partial<OfflineLecture>);

/** Changes a download; undefined when it was removed. */
export const changeDownload = (id: string, change: OfflineChange): Promise<OfflineLecture | undefined> =>
  inStores(['lectures'], 'readwrite', async (tx) => {
    const store = tx.objectStore('lectures');
    const known = await done<OfflineLecture | undefined>(store.get(id));
    if (!known) return undefined;
    const changed = { ...known, ...(typeof change === 'function' ? change(known) : change) };
    await done(store.put(changed));
    return changed;
  });

const chunksOf = (id: string): IDBKeyRange => IDBKeyRange.bound([id], [id, []]);

export const deleteDownload = (id: string): Promise<unknown> =>
  inStores(['lectures', 'chunks'], 'readwrite', (tx) =>
    Promise.all([done(tx.objectStore('lectures').delete(id)), done(tx.objectStore('chunks').delete(chunksOf(id)))]),
  );

/** Deletes its files, so that it is loaded again. */
export const emptyDownload = async (id: string, change: Partial<OfflineLecture>): Promise<void> => {
  await changeDownload(id, { ...change, files: [], isComplete: false });
  await inStores(['chunks'], 'readwrite', (tx) => done(tx.objectStore('chunks').delete(chunksOf(id))));
};

/** Stores the next chunk of a file; false when the download was removed, or its files were replaced. */
export const addChunk = (id: string, name: string, sealed: ArrayBuffer): Promise<boolean> =>
  inStores(['lectures', 'chunks'], 'readwrite', async (tx) => {
    const lectures = tx.objectStore('lectures');
    const known = await done<OfflineLecture | undefined>(lectures.get(id));
    const file = known?.files.find((candidate) => candidate.name === name);
    if (!known || !file || known.isRemoved) return false;
    await done(tx.objectStore('chunks').put(sealed, [id, name, file.chunks]));
    const files = known.files.map((other) => (other === file ? { ...file, chunks: file.chunks + 1 } : other));
    await done(lectures.put({ ...known, files }));
    return true;
  });

export const findChunk = (id: string, name: string, index: number): Promise<ArrayBuffer | undefined> =>
  inStores(['chunks'], 'readonly', (tx) =>
    done<ArrayBuffer | undefined>(tx.objectStore('chunks').get([id, name, index])),
  );

const ONLY = 'this';

/** A device gets its id with the first download. */
export const readDevice = (): Promise<Device> =>
  inStores(['device'], 'readwrite', async (tx) => {
    const store = tx.objectStore('device');
    const known = await done<Device | undefined>(store.get(ONLY));
    if (known) return known;
    const device = { id: crypto.randomUUID(), offsetMs: 0, seenMs: 0 };
    await done(store.put(device, ONLY));
    return device;
  });

export const putDevice = (device: Device): Promise<unknown> =>
  inStores(['device'], 'readwrite', (tx) => done(tx.objectStore('device').put(device, ONLY)));
