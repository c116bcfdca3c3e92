import { expect, test } from 'vitest';
import { createItems, mayResume, needsPage, type UploadItem } from './upload-items.ts';

const anItem = (change: Partial<UploadItem> & Pick<UploadItem, 'phase'>): UploadItem[] => {
  const items = createItems();
  items.add({ courseId: 'c1', fileName: 'one.mp4', sizeBytes: 100, ...change });
  return [...items.get()];
};

test.each([
  ['sent', { phase: 'sending' }, true],
  ['queued', { phase: 'waiting' }, true],
  ['paused', { phase: 'paused', sentBytes: 40 }, true],
  ['waiting for a login', { phase: 'signed-out' }, true],
  ['stopped, and can be tried again', { phase: 'stopped', canRetry: true, sentBytes: 40 }, true],
  ['refused', { phase: 'stopped', canRetry: false, sentBytes: 40 }, false],
  ['on the server already, though not a lecture', { phase: 'stopped', canRetry: true, sentBytes: 100 }, false],
  ['of an earlier visit', { phase: 'needs-file', sentBytes: 40 }, false],
  ['a lecture', { phase: 'done', sentBytes: 100 }, false],
] as const)('closing the page is asked about, or not, for a file that is %s', (_what, change, isNeeded) => {
  expect(anItem(change).map(needsPage)).toEqual([isNeeded]);
});

test('paused uploads are resumed together with those that stopped for a reason that passes', () => {
  const items = [
    ...anItem({ phase: 'paused' }),
    ...anItem({ phase: 'stopped', canRetry: true }),
    ...anItem({ phase: 'stopped', canRetry: false }),
    ...anItem({ phase: 'sending' }),
  ];
  expect(items.map(mayResume)).toEqual([true, true, false, false]);
});
