// @module-tag long
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { MINUTE_MS } from '#server/clock.ts';
import { openSqlite } from '#server/database/database.ts';
import { migrate } from '#server/database/migrate.ts';
import { filesIn } from './archives.ts';
import { aFolder } from './backup/schools.ts';
import { call } from './call.ts';
import { anAdmin, coursesOfBefore, type Person } from './factories.ts';
import { startObjectStore } from './object-store.ts';
import { startServers } from './server-processes.ts';
import { startApp } from './start-app.ts';
import { until } from './until.ts';

const COURSES = 3000;
const Requested = z.object({ export: z.object({ _id: z.string() }) });
const Address = z.object({ address: z.string() });
const Listed = z.object({ exports: z.array(z.object({ ready: z.object({ sizeBytes: z.int() }).nullable() })) });

/** Two processes of the product with so many courses that an export takes a while. */
const aLargeSchool = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lectern-exports-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const database = openSqlite(join(folder, 'lectern.db'));
  await migrate(database, Date.now());
  const place = { database, clock: { now: () => Date.now() } };
  const admin = await anAdmin(place);
  await coursesOfBefore(place, COURSES, 'A Short Science of the Monsoon');
  await database.close();
  const servers = await startServers(() => ({ DATA_DIR: folder, FFMPEG_PATH: 'none' }));
  onTestFinished(servers.stop);
  const send = async (method: 'GET' | 'POST', path: string): Promise<unknown> =>
    (await fetch(`${servers.origin(0)}/api/v1${path}`, { method, headers: admin.headers })).json();
  return { folder, servers, send };
};

/** The jobs that remove files: where the clock jumped while an export was written, another process wrote it, too. */
const removalsIn = async (folder: string): Promise<string> => {
  const database = openSqlite(join(folder, 'lectern.db'));
  const rows = await database.db
    .selectFrom('jobs')
    .where('name', '=', 'storage.remove-files')
    .select('payload')
    .execute();
  await database.close();
  return JSON.stringify(rows);
};

test('an export whose process is killed is written again, and leaves nothing behind', async () => {
  const { folder, servers, send } = await aLargeSchool();
  const arriving = () => readdir(join(folder, 'arriving'));
  const { _id: id } = Requested.parse(await send('POST', '/admin/school-exports')).export;
  await until(async () => (await arriving()).length > 0, 'the export is being written');
  for (const place of [0, 1]) await servers.kill(place);
  expect(await arriving()).not.toEqual([]);
  await servers.areWhole();
  const listed = async () => Listed.parse(await send('GET', '/admin/school-exports')).exports;
  expect(await listed()).toMatchObject([{ ready: null }]);
  await servers.advance(2 * MINUTE_MS);
  await until(async () => (await listed())[0]?.ready !== null, 'the export is ready');
  await until(async () => (await arriving()).length === 0, 'nothing is left behind');
  const toBeRemoved = await removalsIn(folder);
  const stored = await readdir(join(folder, 'files', 'school-exports'));
  expect(stored.filter((name) => !toBeRemoved.includes(name))).toHaveLength(1);

  const { address } = Address.parse(await send('POST', `/admin/school-exports/${id}/address`));
  const path = join(await aFolder(), 'school.zip');
  await writeFile(path, Buffer.from(await (await fetch(`${servers.origin(0)}${address}`)).arrayBuffer()));
  const files = await filesIn(path);
  expect([...files.keys()].filter((name) => name.endsWith('/course.md'))).toHaveLength(COURSES);
});

test('exports are written to an object store and downloaded from it', async () => {
  await using store = await startObjectStore();
  await using app = await startApp(store.settings);
  const admin = await anAdmin(app);
  const post = (path: string, { token }: Person) => call(app, 'POST', path, { token });
  const { _id: school } = Requested.parse((await post('/admin/school-exports', admin)).body).export;
  const { _id: person } = Requested.parse((await post('/user/export', admin)).body).export;
  await app.jobs.runDue();
  const { address } = Address.parse((await post(`/admin/school-exports/${school}/address`, admin)).body);
  const names = async (url: string): Promise<string[]> => {
    const response = await app.http.inject({ url, headers: admin.headers });
    expect(response.statusCode).toBe(200);
    const path = join(await aFolder(), 'export.zip');
    await writeFile(path, response.rawPayload);
    return [...(await filesIn(path)).keys()];
  };
  expect(await names(address)).toContain('people/accounts.csv');
  expect(await names(`/api/v1/user/exports/${person}`)).toContain('data/account.json');
  expect(await readdir(join(app.config.dataDir, 'arriving'))).toEqual([]);
});
