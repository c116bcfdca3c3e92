import { expect, test } from 'vitest';
import type { DiskProblem } from '#server/database/disk-watch.ts';
import { inEnglish } from '#server/languages.ts';
import { diskNotices } from './disk-notices.ts';

const GIB = 1024 ** 3;

const noticesOf = async (
  free: number,
  total: number,
  { problem, isWritable = true }: { problem?: DiskProblem; isWritable?: boolean } = {},
) => {
  const notices = await diskNotices({
    database: { diskProblem: async () => problem },
    storage: { freeBytes: async () => free * GIB, totalBytes: async () => total * GIB },
    temporaryFiles: { isWritable: async () => isWritable },
  });
  return notices.map((notice) => ({ ...notice, text: inEnglish(notice.text) }));
};

const textOf = (left: string, low: string): string =>
  `Disk space is low: ${left} left for courses and files. This notice appears below ${low}. When the disk is full, nothing can be saved. Delete courses you no longer need, or use a larger disk.`;

test('a large disk is reported below 5 GB, a small one below a tenth', async () => {
  expect(await noticesOf(5, 200)).toEqual([]);
  expect(await noticesOf(4.9, 200)).toEqual([{ code: 'disk_low', level: 'warning', text: textOf('4.9 GB', '5.0 GB') }]);
  expect(await noticesOf(2, 20)).toEqual([]);
  expect(await noticesOf(0.5, 20)).toEqual([{ code: 'disk_low', level: 'warning', text: textOf('512 MB', '2.0 GB') }]);
});

test('a full database is the only notice', async () => {
  const [notice, ...more] = await noticesOf(0, 20, { problem: 'full' });
  expect(notice).toMatchObject({ code: 'database_full', level: 'warning' });
  expect(more).toEqual([]);
});

test('a read-only disk is the only notice, be it that of the database or that of the files', async () => {
  const notice = {
    code: 'disk_read_only',
    level: 'warning',
    text: 'The disk is read-only, so nothing can be saved. Check the disk for errors, and make it writable again. People can still read and watch.',
  };
  expect(await noticesOf(0.5, 20, { problem: 'read-only' })).toEqual([notice]);
  expect(await noticesOf(0.5, 20, { isWritable: false })).toEqual([notice]);
});
