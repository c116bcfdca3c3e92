import * as fc from 'fast-check';
import { copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { openSqlite } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { history, liveHistory } from '#test/billing/histories/histories.ts';
import { JUNE_MORNING_MS } from '#test/fake-clock.ts';
import { backUpUnderLoad } from '#test/backups-under-load.ts';
import { restartUnderLoad } from '#test/restarts-under-load.ts';
import { temporaryFolder } from './processes.ts';

/** Lives many more histories of buying and refunding than the tests do, each on fresh data. */
const liveHistories = async (runs: number): Promise<void> => {
  const folder = temporaryFolder();
  const template = join(folder.path, 'template.db');
  const first = openSqlite(template);
  await migrate(first, JUNE_MORNING_MS);
  await first.close();

  let count = 0;
  const startedAt = performance.now();
  try {
    await fc.assert(
      fc.asyncProperty(history, async (one) => {
        const path = join(folder.path, `${(count += 1)}.db`);
        await copyFile(template, path);
        const database = openSqlite(path);
        await liveHistory(database, one).finally(() => database.close());
        for (const suffix of ['', '-wal', '-shm']) await rm(`${path}${suffix}`, { force: true });
      }),
      { numRuns: runs },
    );
    console.log(`${count} histories in ${Math.round((performance.now() - startedAt) / 1000)} s: every end is right`);
  } finally {
    folder.remove();
  }
};

/** Loses PostgreSQL under load many more times than the tests do. */
const losePostgres = async (restarts: number): Promise<void> => {
  const { outagesMs, responses, wrong, missing, serversAlive } = await restartUnderLoad(restarts);
  console.log(
    `${outagesMs.length} losses of PostgreSQL, each until a write is stored again (ms): ${outagesMs.join(', ')}`,
  );
  console.log(`responses by status: ${JSON.stringify(responses)}; servers alive: ${serversAlive} of 2`);
  console.log(`confirmed writes that are missing: ${missing.length}; other responses: ${wrong.length}`);
  if (missing.length > 0 || wrong.length > 0 || serversAlive < 2) {
    console.error([...new Set(wrong)].slice(0, 10).join('\n'));
    process.exitCode = 1;
  }
};

/** Backs up a school under load many more times than the tests do. */
const backUp = async (backups: number): Promise<void> => {
  const startedAt = performance.now();
  const { missing, addedBytes, confirmed, avatars } = await backUpUnderLoad(backups);
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  console.log(
    `${backups} backups in ${seconds} s, each restored, while ${confirmed} messages and ${avatars} avatars were stored`,
  );
  console.log(`KB added by each: ${addedBytes.map((bytes) => Math.round(bytes / 1000)).join(', ')}`);
  console.log(`confirmed writes that are missing: ${missing.length}`);
  if (missing.length > 0) process.exitCode = 1;
};

/**
 * `npm run soak [-- 10000]`, `npm run soak -- backups [50]` and `npm run soak -- restarts [30]`: of 30, ten end every
 * connection and 20 are restarts.
 */
const [first, second] = process.argv.slice(2);
if (first === 'restarts') await losePostgres(Number(second ?? 30));
else if (first === 'backups') await backUp(Number(second ?? 50));
else await liveHistories(Number(first ?? 5000));
