import { expect, onTestFinished, test, vi } from 'vitest';
import { downloads } from './offline-lectures.ts';

test('a browser that denies its database has no downloads, and says so instead of waiting', async () => {
  vi.stubGlobal('indexedDB', undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
  await downloads.refresh();
  expect(downloads.get()).toMatchObject({ lectures: [], loadingId: undefined });
});

/** A database with nothing in it. */
const emptyDatabase = () => {
  const soon = <T extends EventTarget>(target: T, name: string): T => {
    setTimeout(() => target.dispatchEvent(new Event(name)));
    return target;
  };
  const answer = (result?: unknown) => soon(Object.assign(new EventTarget(), { result }), 'success');
  const store = { getAll: () => answer([]), get: () => answer(), put: () => answer() };
  const transaction = () => soon(Object.assign(new EventTarget(), { objectStore: () => store }), 'complete');
  return { open: () => answer(Object.assign(new EventTarget(), { transaction })) };
};

test('a browser that locks nothing, as at http://, goes on with its downloads', async () => {
  vi.stubGlobal('indexedDB', emptyDatabase());
  vi.stubGlobal('navigator', {});
  onTestFinished(() => void vi.unstubAllGlobals());
  await downloads.start();
  expect(downloads.get()).toMatchObject({ lectures: [], loadingId: undefined });
});
