const NAME = 'keeps-lectures';
export const OFFLINE_DATABASE = 'kept-lectures';

/** Whether the current user has downloads on this device. Known without the code for downloads; a logout clears it. */
export const hasDownloads = (): boolean => {
  try {
    return localStorage.getItem(NAME) === 'true';
  } catch {
    return false;
  }
};

export const setHasDownloads = (): void => {
  try {
    localStorage.setItem(NAME, 'true');
  } catch {
    // The browser denies storage, and then has no downloads either.
  }
};

/** Deletes every download on this device, of all users. */
export const deleteDownloads = (): void => {
  try {
    localStorage.removeItem(NAME);
    indexedDB.deleteDatabase(OFFLINE_DATABASE);
  } catch {
    // The browser denies storage, and then has no downloads either.
  }
};
