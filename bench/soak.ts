import * as fc from 'fast-check';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openSqlite } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { history, liveHistory } from '#server/features/payments/history-for-test.ts';
import { JUNE_MORNING_MS } from '#test/fake-clock.ts';
import { temporaryFolder } from './processes.ts';

/** `npm run soak [-- 10000]`: lives many more histories of buying and refunding than the tests do, each on fresh data. */
const runs = Number(process.argv[2] ?? 5000);
const folder = temporaryFolder();
const template = join(folder.path, 'template.db');
const first = openSqlite(template);
await migrate(first, JUNE_MORNING_MS);
await first.close();

let count = 0;
const startedAt = performance.now();
try {
  await fc.assert(
    fc.asyncProperty(history, async (steps) => {
      const path = join(folder.path, `${(count += 1)}.db`);
      await copyFile(template, path);
      const database = openSqlite(path);
      await liveHistory(database, steps).finally(() => database.close());
      for (const suffix of ['', '-wal', '-shm']) await rm(`${path}${suffix}`, { force: true });
    }),
    { numRuns: runs },
  );
  console.log(`${count} histories in ${Math.round((performance.now() - startedAt) / 1000)} s: every end is right`);
} finally {
  folder.remove();
}
