import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, symlink } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from '#test/isolated-data.ts';
import { startPrivatePostgres } from '#test/setup/postgres-server.ts';
import { run } from './run.ts';

const root = path.resolve(import.meta.dirname, '../..');
const MIGRATIONS = 'server/database/migrations';
/** The previous version may say it in a line that is no JSON. */
const READY = /ready at ([^\s"]+)["\n]/;
const ADMIN = { email: 'asha@school.example', password: 'monsoon rain' };

const Json = z.record(z.string(), z.json());
const closing: (() => Promise<unknown>)[] = [];
const errors: string[] = [];
let settings: Record<string, string>;
let previousFolder: string;

/** The program as it was before its newest migration, with the packages of today. */
const checkOutPrevious = async (folder: string): Promise<void> => {
  const newest = (await readdir(path.join(root, MIGRATIONS))).toSorted().at(-1) ?? '';
  const log = ['-C', root, 'log', '--diff-filter=A', '--format=%H', '-1', '--', `${MIGRATIONS}/${newest}`];
  const added = (await run('git', log)).trim();
  await run('sh', ['-c', 'git -C "$1" archive "$2" | tar -x -C "$3"', 'sh', root, `${added}^`, folder]);
  await symlink(path.join(root, 'node_modules'), path.join(folder, 'node_modules'));
  expect(await readdir(path.join(folder, MIGRATIONS))).not.toContain(newest);
};

/** Starts a version; returns its origin. Lines that it logs as errors are collected. */
const start = async (folder: string): Promise<string> => {
  const child: ChildProcess = spawn(process.execPath, ['server/main.ts'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], PORT: '0', LOG_LEVEL: 'error', RATE_LIMIT: 'off', ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  closing.push(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  let said = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    errors.push(...text.split('\n').filter((line) => line.includes('"level":"error"')));
  });
  await expect.poll(() => said).toMatch(READY);
  return (READY.exec(said)?.[1] ?? '').replace('//localhost:', '//127.0.0.1:');
};

const send = async (
  origin: string,
  method: string,
  address: string,
  { token, body }: { token?: string; body?: object | FormData } = {},
): Promise<Record<string, unknown>> => {
  const isForm = body instanceof FormData;
  const response = await fetch(origin + address, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  });
  expect(response.ok, `${method} ${address} ${response.status}`).toBe(true);
  return Json.parse(await response.json());
};

const media = async (name: string): Promise<File> =>
  new File([new Uint8Array(await readFile(path.join(root, 'test/media', name)))], name);

const formOf = (fields: Record<string, string | File>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  return form;
};

const OpenApi = z.object({ paths: z.record(z.string(), z.record(z.string(), z.unknown())) });

/** Every address that a version can read, with the ids of `names`; those with other parameters are left out. */
const readableAt = async (origin: string, names: Record<string, string>): Promise<string[]> => {
  const { paths } = OpenApi.parse(await (await fetch(`${origin}/api/v1/openapi.json`)).json());
  return Object.entries(paths)
    .filter(([, methods]) => 'get' in methods)
    .map(([address]) => address.replaceAll(/\{(\w+)\}/g, (whole, name: string) => names[name] ?? whole))
    .filter((address) => !address.includes('{') && !address.endsWith('/logout'))
    .map((address) => (address.startsWith('/api/') ? address : `/api/v1${address}`));
};

const statusesAt = (origin: string, addresses: readonly string[], token: string): Promise<[string, number][]> =>
  Promise.all(
    addresses.map(async (address): Promise<[string, number]> => {
      const response = await fetch(origin + address, { headers: { authorization: `Bearer ${token}` } });
      await response.body?.cancel();
      return [address, response.status];
    }),
  );

beforeAll(async () => {
  const [data, previous, postgres] = [await temporaryFolder(), await temporaryFolder(), await startPrivatePostgres()];
  closing.push(data.remove, previous.remove, postgres.stop);
  previousFolder = previous.path;
  await checkOutPrevious(previousFolder);
  settings = {
    DATABASE_URL: postgres.url,
    DATA_DIR: data.path,
    SECRET_KEY: 'thirty-two characters and a few more',
    ADMIN_EMAIL: ADMIN.email,
    ADMIN_PASSWORD: ADMIN.password,
    FFMPEG_PATH: 'none',
  };
});

afterAll(async () => {
  for (const close of closing.toReversed()) await close();
});

test('the version before its newest migration and this one serve the same school together', async () => {
  const before = await start(previousFolder);
  const { token: admin } = z
    .object({ token: z.string() })
    .parse(await send(before, 'POST', '/api/v1/user/login', { body: ADMIN }));
  const course = { title: 'Reading the monsoon', category: 'Science', createdBy: 'Ila Rao', description: 'Clouds.' };
  const created = await send(before, 'POST', '/api/v1/courses/', {
    token: admin,
    body: formOf({ ...course, thumbnail: await media('thumbnail.jpg') }),
  });
  const courseId = z.object({ course: z.object({ _id: z.string() }) }).parse(created).course._id;
  const lecture = { title: 'Warm land, cool sea', description: 'Wind.', lecture: await media('three-seconds.mp4') };
  const added = await send(before, 'POST', `/api/v1/courses/${courseId}`, { token: admin, body: formOf(lecture) });
  const [{ _id: lectureId }] = z
    .object({ course: z.object({ lectures: z.tuple([z.object({ _id: z.string() })]) }) })
    .parse(added).course.lectures;

  // Migrates, while the other serves.
  const after = await start(root);
  let seq = 0;
  let ids: Record<string, string> = {};
  for (const [first, second] of [
    [before, after],
    [after, before],
  ] as const) {
    seq += 1;
    const person = { fullName: 'Ravi Kumar', email: `ravi-${seq}@home.example`, password: 'a boat at noon' };
    const registered = await send(first, 'POST', '/api/v1/user/register', {
      body: formOf({ ...person, avatar: await media('avatar.png') }),
    });
    const { token, user } = z.object({ token: z.string(), user: z.object({ _id: z.string() }) }).parse(registered);
    const subscribed = await send(second, 'POST', '/api/v1/payments/subscribe', { token, body: {} });
    const paying = { subscription_id: String(subscribed['subscription_id']), outcome: 'success' };
    const proof = await send(first, 'POST', '/sandbox/control/pay', { body: paying });
    await send(second, 'POST', '/api/v1/payments/verify', { token, body: proof });
    expect(await send(first, 'GET', '/api/v1/user/me', { token })).toMatchObject({
      user: { subscription: { status: 'active' } },
    });
    const beat = { positionMs: 1000, ranges: [[0, 1000]], rate: 1, seq, sessionId: 'phone' };
    await send(second, 'POST', `/api/v1/lectures/${lectureId}/progress`, { token, body: beat });
    await send(first, 'PUT', `/api/v1/courses/${courseId}`, {
      token: admin,
      body: { ...course, title: `Winter ${seq}` },
    });
    await send(second, 'POST', '/api/v1/contact', {
      body: { name: person.fullName, email: person.email, message: 'Is the course in Hindi?' },
    });
    expect((await send(second, 'POST', '/api/v1/payments/unsubscribe', { token }))['outcome']).toBe('refund_initiated');
    ids = { courseId, lectureId, userId: user._id };
  }
  for (const origin of [before, after]) {
    const statuses = await statusesAt(origin, await readableAt(origin, ids), admin);
    expect(statuses.filter(([, status]) => status >= 500)).toEqual([]);
  }
  expect(errors).toEqual([]);
});
