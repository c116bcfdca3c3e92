import { deviceStorage } from '#web/api/browser-storage.ts';

const NAME = 'keeps-lectures';
export const OFFLINE_DATABASE = 'kept-lectures';

/** Whether the current user has downloads on this device. Known without the code for downloads; a logout clears it. */
export const hasDownloads = (): boolean => deviceStorage.getItem(NAME) === 'true';

/** Where notes, questions and quizzes wait that the server does not have; `[]` once it has all of them. */
export const UNSENT = { notes: 'unsent-notes', questions: 'unsent-questions', quizzes: 'quiz-handed-in' } as const;

export const hasUnsent = (names: readonly string[] = Object.values(UNSENT)): boolean =>
  names.some((name) => ![null, '[]'].includes(deviceStorage.getItem(name)));

export const setHasDownloads = (): void => void deviceStorage.setItem(NAME, 'true');

/** Deletes every download on this device, of all users. */
export const deleteDownloads = (): void => {
  deviceStorage.removeItem(NAME);
  try {
    indexedDB.deleteDatabase(OFFLINE_DATABASE);
  } catch {
    // The browser denies storage, and then has no downloads either.
  }
};
