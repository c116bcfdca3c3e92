/** A value stored in this browser, as JSON; null if it is missing or unreadable. */
export const readStored = (name: string): unknown => {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null');
  } catch {
    return null;
  }
};

/** Stores a value as JSON; undefined removes it. Without storage, pages work, but forget it when they are closed. */
export const store = (name: string, value: unknown): void => {
  try {
    if (value === undefined) localStorage.removeItem(name);
    else localStorage.setItem(name, JSON.stringify(value));
  } catch {
    // The browser denies its storage.
  }
};
