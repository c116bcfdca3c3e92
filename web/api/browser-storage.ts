const storageIn = (where: 'localStorage' | 'sessionStorage') => {
  /** Undefined where the browser throws, has null in its place, or is full. */
  const attempt = <T>(use: (storage: Storage) => T): T | undefined => {
    try {
      return use(globalThis[where]);
    } catch {
      return undefined;
    }
  };
  return {
    getItem: (name: string): string | null => attempt((storage) => storage.getItem(name)) ?? null,
    /** Whether it is stored. Without storage, pages work, but forget it when they are closed. */
    setItem: (name: string, value: string): boolean =>
      attempt((storage) => {
        storage.setItem(name, value);
        return true;
      }) ?? false,
    removeItem: (name: string): void => attempt((storage) => storage.removeItem(name)),
  };
};

/** The storage of this browser, and of this tab: the only ways to them. */
export const deviceStorage = storageIn('localStorage');
export const tabStorage = storageIn('sessionStorage');

/** A value stored in this browser, as JSON; null if it is missing or unreadable. */
export const readStored = (name: string): unknown => {
  try {
    return JSON.parse(deviceStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
};

/** Stores a value as JSON; undefined removes it. */
export const store = (name: string, value: unknown): void => {
  if (value === undefined) deviceStorage.removeItem(name);
  else deviceStorage.setItem(name, JSON.stringify(value));
};
