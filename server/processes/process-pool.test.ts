import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { runningProcesses } from '#test/cpu-time.ts';
import { temporaryFolder } from '#test/isolated-data.ts';
import { signalNext } from '#test/signal-next.ts';
import { createProcessPool, type PoolOptions, type PoolTask } from './process-pool.ts';

const PROGRAM = join('test', 'hostile-program.ts');
const CPU_MS = 1000;

let owners = 0;

const openPool = (options: PoolOptions = {}) => {
  const pool = createProcessPool(PROGRAM, options);
  onTestFinished(() => pool.close());
  return (behaviour: string, task: Partial<PoolTask> = {}) =>
    pool.run({ input: { behaviour }, cpuMs: CPU_MS, owner: `owner ${(owners += 1)}`, ...task });
};

const USED_UP = { kind: 'failed', problem: 'it needed too much processor time' };

test('a task that loops is killed when its processor time is used up, and the next one runs', async () => {
  const run = openPool();
  expect(await run('loop')).toEqual(USED_UP);
  expect(await run('return')).toMatchObject({ kind: 'done' });
});

test('a process without processor time says nothing about its task, which can be tried again', async () => {
  const run = openPool({ patienceMs: 2000 });
  const before = runningProcesses();
  const looping = run('loop', { cpuMs: 60_000 });
  await signalNext(before, 'SIGSTOP');
  expect(await looping).toEqual({ kind: 'busy' });
  await expect.poll(() => runningProcesses().filter((id) => !before.includes(id))).toEqual([]);
});

test('a task that waits for longer than its processor time is done', async () => {
  expect(await openPool()('wait', { cpuMs: 500 })).toMatchObject({ kind: 'done' });
});

test('a task whose process is killed from outside can be tried again', async () => {
  const run = openPool();
  const before = runningProcesses();
  const looping = run('loop', { cpuMs: 60_000 });
  await signalNext(before, 'SIGKILL');
  expect(await looping).toEqual({ kind: 'busy' });
});

test.each([
  ['ends at once', 'process.exit(1);'],
  [
    'is of another version than the server',
    "process.on('message', () => process.send({ problem: 'unknown' })); process.send('0.0.1');",
  ],
])('a process that %s says nothing about its task, which can be tried again', async (_what, text) => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const program = join(folder.path, 'replaced.mjs');
  await writeFile(program, text);
  const pool = createProcessPool(program);
  onTestFinished(() => pool.close());
  expect(await pool.run({ input: {}, cpuMs: CPU_MS, owner: 'any' })).toEqual({ kind: 'busy' });
});

test('a process that does not start in time says nothing about its task: it can be tried again', async () => {
  const folder = await temporaryFolder();
  onTestFinished(folder.remove);
  const program = join(folder.path, 'never-ready.mjs');
  await writeFile(program, 'setInterval(() => undefined, 1000);');
  const pool = createProcessPool(program, { patienceMs: 200 });
  onTestFinished(() => pool.close());
  expect(await pool.run({ input: {}, cpuMs: CPU_MS, owner: 'any' })).toEqual({ kind: 'busy' });
});

test('a task that fills the memory ends with its process, and this one continues', async () => {
  const run = openPool();
  const before = process.memoryUsage().rss;
  expect(await run('fill', { cpuMs: 60_000 })).toEqual({
    kind: 'failed',
    problem: 'the process ended with SIGABRT',
  });
  expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 * 1024);
  expect(await run('return')).toMatchObject({ kind: 'done' });
});

test('a task that throws says why, and its process is used again', async () => {
  const run = openPool();
  const first = await run('return');
  expect(await run('throw')).toEqual({ kind: 'failed', problem: 'as requested' });
  expect(await run('return')).toEqual(first);
});

test('of the tasks that share an owner or a key one runs at a time, in the order given', async () => {
  const run = openPool();
  const finished: string[] = [];
  const note = async (behaviour: string, owner: string, key?: string): Promise<void> => {
    const { kind } = await run(behaviour, { cpuMs: 3000, owner, ...(key ? { key } : {}) });
    finished.push(`${owner} ${kind}`);
  };
  await Promise.all([note('loop', 'a', 'k'), note('return', 'b', 'k'), note('return', 'a'), note('return', 'c')]);
  expect(finished.toSorted()).toEqual(['a done', 'a failed', 'b done', 'c done']);
  expect(finished.slice(0, 2)).toEqual(['c done', 'a failed']);
});

test('a task waits for one short try of each owner before it, however many tasks they gave', async () => {
  const run = openPool();
  const limits = { cpuMs: 60_000, firstTryCpuMs: 1000, key: 'k' };
  const finished: string[] = [];
  const note = async (behaviour: string, owner: string): Promise<void> => {
    const { kind } = await run(behaviour, { ...limits, owner });
    finished.push(`${owner} ${kind}`);
  };
  void Promise.all(['a', 'b', 'a', 'b', 'a', 'b'].map((owner) => note('loop', owner)));
  await note('return', 'c');
  expect(finished).toEqual(['c done']);
});

test('a task that is not finished in its first try is done in the next', async () => {
  const run = openPool();
  const first = await run('return');
  const second = await run('work', { cpuMs: 20_000, firstTryCpuMs: 200 });
  expect(second.kind).toBe('done');
  expect(second).not.toEqual(first);
});

test('a task that fails in its first try is not tried again, and one that loops is killed in the second', async () => {
  const run = openPool();
  expect(await run('throw', { firstTryCpuMs: 1000 })).toEqual({ kind: 'failed', problem: 'as requested' });
  expect(await run('loop', { cpuMs: 2000, firstTryCpuMs: 100 })).toEqual(USED_UP);
});

test('a task that nobody waits for is not run, whether queued or running', async () => {
  const run = openPool();
  const [running, waiting] = [new AbortController(), new AbortController()];
  const outcomes = [
    run('loop', { owner: 'a', signal: running.signal }),
    run('return', { owner: 'a', signal: waiting.signal }),
    run('return', { owner: 'a' }),
    run('return', { signal: AbortSignal.abort() }),
  ];
  waiting.abort();
  running.abort();
  expect((await Promise.all(outcomes)).map(({ kind }) => kind)).toEqual([
    'cancelled',
    'cancelled',
    'done',
    'cancelled',
  ]);
});

test('a task that arrives at the moment when an idle process is ended runs in another', async () => {
  const idleMs = 20;
  const run = openPool({ idleMs });
  const first = await run('return');
  // Timers of one length run in order: this one directly after the one that ends the process.
  const second = await new Promise((resolve) => void setTimeout(() => resolve(run('return')), idleMs));
  expect([first, second]).toMatchObject([{ kind: 'done' }, { kind: 'done' }]);
  expect(second).not.toEqual(first);
});

test('a pool that closes says nothing about its tasks', async () => {
  const pool = createProcessPool(PROGRAM);
  const task = { input: { behaviour: 'loop' }, cpuMs: CPU_MS, firstTryCpuMs: 2000, owner: 'a' };
  const outcomes = [pool.run(task), pool.run(task)];
  await pool.close();
  expect(await Promise.all(outcomes)).toEqual([{ kind: 'busy' }, { kind: 'busy' }]);
  expect(await pool.run(task)).toEqual({ kind: 'busy' });
});

test('a process ends with the server, also while its task loops', async () => {
  const owner = fork('test/pool-owner.ts', { execArgv: [] });
  const [message]: unknown[] = await once(owner, 'message');
  const pid = Number(/^return of (\d+)$/.exec(String(message))?.[1]);
  const isRunning = (): boolean => {
    try {
      return process.kill(pid, 0);
    } catch {
      return false;
    }
  };
  expect(isRunning()).toBe(true);
  owner.kill('SIGKILL');
  await expect.poll(isRunning).toBe(false);
});
