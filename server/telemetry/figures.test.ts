import { expect, test } from 'vitest';
import { createFigures, type FigureSources } from './figures.ts';

const sources: FigureSources = {
  jobs: async () => [],
  videos: async () => ({ processing: 0, failed: 2, needTranscode: 0 }),
  sales: async () => ({ mode: 'live', sold: 3, grossInPaise: 149_700 }),
  viewers: async () => 7,
  disk: async () => ({ freeBytes: 1000, totalBytes: 4000 }),
  backups: async () => undefined,
  connections: async () => undefined,
};

const samplesOf = async (read: () => Promise<string>): Promise<string[]> =>
  (await read()).split('\n').filter((line) => line !== '' && !line.startsWith('#'));

test('figures that fail or hang are left out and named, and a source that hangs is asked once', async () => {
  let asked = 0;
  const hanging = Promise.withResolvers<number>();
  const read = createFigures(
    {
      ...sources,
      sales: () => Promise.reject(new Error('no such table')),
      viewers: () => {
        asked += 1;
        return hanging.promise;
      },
    },
    20,
  );
  const without = [
    'lectern_videos{state="processing"} 0',
    'lectern_videos{state="failed"} 2',
    'lectern_videos{state="needs_transcode"} 0',
    'lectern_disk_free_bytes 1000',
    'lectern_disk_size_bytes 4000',
    'lectern_figure_unread{figure="jobs"} 0',
    'lectern_figure_unread{figure="videos"} 0',
    'lectern_figure_unread{figure="sales"} 1',
    'lectern_figure_unread{figure="viewers"} 1',
    'lectern_figure_unread{figure="disk"} 0',
    'lectern_figure_unread{figure="backups"} 0',
    'lectern_figure_unread{figure="connections"} 0',
  ];
  expect(await samplesOf(read)).toEqual(without);
  expect(await samplesOf(read)).toEqual(without);
  expect(asked).toBe(1);
  hanging.resolve(7);
  await hanging.promise;
  expect(await samplesOf(read)).toContain('lectern_viewers 7');
});

test('the newest verified backup is shown by its moment, and one that is still missing as 0', async () => {
  const read = async (verifiedAtMs: number | undefined) =>
    samplesOf(createFigures({ ...sources, backups: async () => ({ verifiedAtMs }) }));
  expect(await read(1_781_497_800_500)).toContain('lectern_backup_verified_timestamp_seconds 1781497800.5');
  expect(await read(undefined)).toContain('lectern_backup_verified_timestamp_seconds 0');
});
