import type { UploadItem } from './upload-item.ts';

type NewItem = Pick<UploadItem, 'courseId' | 'fileName' | 'sizeBytes' | 'phase'> & Partial<UploadItem>;

/** An observable list; each change creates a new array. */
export const createItems = () => {
  let items: readonly UploadItem[] = [];
  let lastNumber = 0;
  const listeners = new Set<() => void>();
  const setItems = (next: readonly UploadItem[]): void => {
    items = next;
    for (const listener of listeners) listener();
  };
  return {
    get: (): readonly UploadItem[] => items,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    find: (key: string): UploadItem | undefined => items.find((item) => item.key === key),
    add: (item: NewItem): string => {
      lastNumber += 1;
      const key = `upload-${lastNumber}`;
      const fresh = {
        uploadId: undefined,
        problem: undefined,
        text: undefined,
        replaces: undefined,
        lectureId: undefined,
      };
      const still = { sentBytes: 0, bytesPerSecond: 0, secondsLeft: Infinity, canRetry: false, isShown: false };
      setItems([...items, { ...still, ...fresh, ...item, key }]);
      return key;
    },
    change: (key: string, change: Partial<UploadItem>): void =>
      setItems(items.map((item) => (item.key === key ? { ...item, ...change } : item))),
    remove: (key: string): void => setItems(items.filter((item) => item.key !== key)),
  };
};
