import { expect, test } from 'vitest';
import { createItems, isMoving, isWaiting, mayPause, mayResume, needsPage, type UploadItem } from './upload-items.ts';

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
    ...anItem({ phase: 'sending', canRetry: true }),
  ];
  expect(items.map(mayResume)).toEqual([true, true, false, false]);
});

test.each([
  ['checking', true, true, false],
  ['waiting', true, true, false],
  ['sending', true, true, false],
  ['finishing', false, true, false],
  ['paused', false, false, true],
  ['signed-out', false, false, true],
  ['stopped', false, false, true],
  ['needs-file', false, false, true],
  ['untitled', false, false, true],
  ['done', false, false, false],
] as const)(
  'while it is %s it may be paused: %s, moves: %s, waits for an action: %s',
  (phase, pauses, moves, waits) => {
    const [item] = anItem({ phase });
    expect([mayPause(item), item && isMoving(item), item && isWaiting(item)]).toEqual([pauses, moves, waits]);
  },
);

test('no upload may be paused', () => {
  expect(mayPause(undefined)).toBe(false);
});

test('closing the page interrupts what is checked or saved, and loses nothing that waits for a title', () => {
  expect([...anItem({ phase: 'checking' }), ...anItem({ phase: 'finishing' })].map(needsPage)).toEqual([true, true]);
  expect(anItem({ phase: 'untitled', sentBytes: 100 }).map(needsPage)).toEqual([false]);
  expect(anItem({ phase: 'paused', sentBytes: 100 }).map(needsPage)).toEqual([false]);
});

test('a new upload has sent nothing, and is of no lecture', () => {
  const items = createItems();
  const file = { courseId: 'c1', fileName: 'one.mp4', sizeBytes: 100 };
  expect([items.get(), items.add({ ...file, phase: 'waiting' })]).toEqual([[], 'upload-1']);
  expect(items.add({ ...file, phase: 'paused', sentBytes: 40, lectureId: 'l1', isShown: true })).toBe('upload-2');
  const unsent = {
    kind: undefined,
    sentBytes: 0,
    bytesPerSecond: 0,
    secondsLeft: Infinity,
    canRetry: false,
    isShown: false,
    uploadId: undefined,
    problem: undefined,
    text: undefined,
    replaces: undefined,
    lectureId: undefined,
  };
  expect(items.get()).toStrictEqual([
    { ...unsent, ...file, phase: 'waiting', key: 'upload-1' },
    { ...unsent, ...file, phase: 'paused', sentBytes: 40, lectureId: 'l1', isShown: true, key: 'upload-2' },
  ]);
});

test('one upload is found, changed and removed by its key, and its observers are notified', () => {
  const items = createItems();
  for (const fileName of ['one', 'two', 'three'])
    items.add({ courseId: 'c1', fileName, sizeBytes: 100, phase: 'waiting' });
  const shown = () => items.get().map(({ fileName, phase }) => `${fileName} ${phase}`);
  const heard: string[][] = [];
  const leave = items.subscribe(() => heard.push(shown()));
  items.change('upload-2', { phase: 'sending' });
  expect([items.find('upload-2')?.phase, items.find('upload-9')]).toEqual(['sending', undefined]);
  items.remove('upload-1');
  const [changed, removed] = [
    ['one waiting', 'two sending', 'three waiting'],
    ['two sending', 'three waiting'],
  ];
  expect(heard).toEqual([changed, removed]);
  leave();
  items.remove('upload-3');
  expect([heard, shown()]).toEqual([[changed, removed], ['two sending']]);
});
