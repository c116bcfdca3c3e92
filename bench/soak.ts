import * as fc from 'fast-check';
import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openSqlite } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { history, liveHistory } from '#test/billing/histories/histories.ts';
import { JUNE_MORNING_MS } from '#test/fake-clock.ts';
import { backUpUnderLoad } from '#test/backups-under-load.ts';
import { killUnderLoad } from '#test/kills-under-load.ts';
import { restartUnderLoad } from '#test/restarts-under-load.ts';
import { temporaryFolder } from './processes.ts';

/** Lives many more histories of buying and refunding than the tests do, each on fresh data. */
const liveHistories = async (numRuns: number): Promise<string[]> => {
  using folder = temporaryFolder();
  const template = join(folder.path, 'template.db');
  const first = openSqlite(template);
  await migrate(first, JUNE_MORNING_MS);
  await first.close();
  const live = fc.asyncProperty(history, async (one) => {
    using fresh = temporaryFolder();
    const path = join(fresh.path, 'lectern.db');
    await copyFile(template, path);
    const database = openSqlite(path);
    await liveHistory(database, one).finally(() => database.close());
  });
  await fc.assert(live, { numRuns });
  console.log(`${numRuns} histories, each with the right end`);
  return [];
};

/** Loses PostgreSQL under load many more times than the tests do. */
const losePostgres = async (restarts: number): Promise<string[]> => {
  const { outagesMs, responses, wrong, missing, serversAlive } = await restartUnderLoad(restarts);
  console.log(`${restarts} losses of PostgreSQL, each until a write is stored again (ms): ${outagesMs.join(', ')}`);
  console.log(`responses by status: ${JSON.stringify(responses)}; servers alive: ${serversAlive} of 2`);
  return [
    ...missing.map((email) => `${email} is missing`),
    ...new Set(wrong),
    ...(serversAlive < 2 ? ['a server ended'] : []),
  ];
};

/** Backs up a school under load many more times than the tests do. */
const backUp = async (backups: number): Promise<string[]> => {
  const { missing, addedBytes, confirmed, avatars } = await backUpUnderLoad(backups);
  console.log(`${backups} backups, each restored, while ${confirmed} messages and ${avatars} avatars were stored`);
  console.log(`KB added by each: ${addedBytes.map((bytes) => Math.round(bytes / 1000)).join(', ')}`);
  return missing.map((email) => `${email} is missing`);
};

const ENGINES = ['sqlite', 'postgres'] as const;
const PROCESSES = { sqlite: 1, postgres: 2 };

/** Kills the processes that serve, again and again, on both engines or on one. */
const kill = async (kills: number, only?: string): Promise<string[]> => {
  const failures: string[] = [];
  for (const engine of ENGINES.filter((name) => only === undefined || name === only)) {
    const { responses, wrong, confirmed, missing, serversAlive } = await killUnderLoad(engine, kills);
    console.log(`${engine}: ${kills} × SIGKILL; ${confirmed} confirmed writes, ${missing.length} of them missing`);
    console.log(`responses by status, none for a connection that broke: ${JSON.stringify(responses)}`);
    failures.push(
      ...missing,
      ...new Set(wrong),
      ...(serversAlive < PROCESSES[engine] ? [`${engine}: a server ended`] : []),
    );
  }
  return failures;
};

/**
 * `npm run soak [-- 10000]`, `npm run soak -- backups [50]`, `npm run soak -- kills [500 [postgres]]` and `npm run soak -- restarts [30]`:
 * of 30, ten end every connection and 20 are restarts.
 */
const [first, second, third] = process.argv.slice(2);
const startedAt = performance.now();
const proofs: Record<string, (count: string | undefined) => Promise<string[]>> = {
  restarts: (count) => losePostgres(Number(count ?? 30)),
  backups: (count) => backUp(Number(count ?? 50)),
  kills: (count) => kill(Number(count ?? 500), third),
};
const failures = await (proofs[first ?? '']?.(second) ?? liveHistories(Number(first ?? 5000)));
console.log(`${failures.length} failures in ${Math.round((performance.now() - startedAt) / 1000)} s`);
if (failures.length > 0) {
  console.error(failures.slice(0, 10).join('\n'));
  process.exitCode = 1;
}
