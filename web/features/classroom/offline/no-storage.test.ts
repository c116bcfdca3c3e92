import { expect, onTestFinished, test, vi } from 'vitest';
import { downloads } from './offline-lectures.ts';

test('a browser that denies its database has no downloads, and says so instead of waiting', async () => {
  vi.stubGlobal('indexedDB', undefined);
  onTestFinished(() => void vi.unstubAllGlobals());
  await downloads.refresh();
  expect(downloads.get()).toMatchObject({ lectures: [], loadingId: undefined });
});
