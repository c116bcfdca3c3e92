import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { openForTest, temporaryFolder } from '#test/sandbox/open-sandbox.ts';
import { initialState } from './context.ts';
import { stateSchema } from './records.ts';
import { openFileStore } from './state-file.ts';
import { maxRecords } from './store.ts';

const open = async (file: string) => {
  const errors: unknown[] = [];
  const store = await openFileStore(
    file,
    () => initialState(1_800_000_000),
    (error) => errors.push(error),
  );
  return { store, errors };
};
const readState = async (file: string) => stateSchema.parse(JSON.parse(await readFile(file, 'utf8')));

test('keys, plan, payments and switches survive a restart', async () => {
  const first = await openForTest();
  const { subscriptionId, paymentId } = await first.paid();
  const refund = (opened: typeof first) =>
    opened.rest('POST', `/payments/${paymentId}/refund`, { amount: 100 }, { 'x-refund-idempotency': 'refund-key-1' });
  await refund(first);
  await first.control('/clock', { advance_seconds: 5 });
  const { keyId, keySecret, webhookSecret, planId } = first.sandbox;
  await first.close();
  expect(await readdir(dirname(first.stateFile))).toEqual(['state.json']);
  expect((await stat(first.stateFile)).mode & 0o777).toBe(0o600);

  const second = await openForTest({ stateFile: first.stateFile });
  expect(second.sandbox).toMatchObject({ keyId, keySecret, webhookSecret, planId });
  expect((await second.rest('GET', `/subscriptions/${subscriptionId}`)).body['status']).toBe('completed');
  expect((await second.rest('GET', `/payments/${paymentId}`)).body['amount_refunded']).toBe(100);
  expect((await second.call('GET', '/control/')).body['clock_offset_seconds']).toBe(5);
  expect((await refund(second)).status).toBe(200);
  expect((await second.rest('GET', `/payments/${paymentId}/refunds`)).body['count']).toBe(1);
});

test('the journal of an earlier version is read once', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'state.json');
  const { settings, plans } = initialState(1_800_000_000);
  const [plan] = plans;
  const lines = [
    [
      ['plan', settings.plan_id, plan],
      ['settings', 'settings', { id: 'settings', ...settings }],
    ],
    [['refundKey', 'dropped-key', { id: 'dropped-key', fingerprint: 'f', refund_id: 'rfnd_1' }]],
    [['refundKey', 'kept-key', { id: 'kept-key', fingerprint: 'f', refund_id: 'rfnd_2' }]],
    [['refundKey', 'dropped-key', null]],
    [['event', 'aaaaaaaaaaaaaa', { id: 'aaaaaaaaaaaaaa', lane: 'sub_1', state: 'delivered' }]],
  ];
  await writeFile(`${file}l`, `${lines.map((line) => `${JSON.stringify(line)}\n`).join('')}[["refundKey","cut-of`);
  const { store } = await open(file);
  expect(store.settings()).toEqual(settings);
  expect(store.plans.all()).toEqual([plan]);
  expect(store.refundKeys.all()).toEqual([{ id: 'kept-key', fingerprint: 'f', refund_id: 'rfnd_2' }]);
  store.refundKeys.put({ id: 'new-key', fingerprint: 'f', refund_id: 'rfnd_3' });
  await store.close();
  const again = await open(file);
  expect(again.store.refundKeys.all().map((key) => key.id)).toEqual(['kept-key', 'new-key']);
  await again.store.close();
});

test('a damaged state file is reported by name, and not replaced', async () => {
  const file = join(await temporaryFolder(), 'state.json');
  await writeFile(file, '{"settings":');
  await expect(open(file)).rejects.toThrow(/cannot read its state file .*state\.json$/);
  expect(await readFile(file, 'utf8')).toBe('{"settings":');
});

test('a save that fails is reported, and leaves no other file behind', async () => {
  const folder = await temporaryFolder();
  const file = join(folder, 'state.json');
  const { store, errors } = await open(file);
  await rm(file);
  await mkdir(file);
  store.refundKeys.put({ id: 'key', fingerprint: 'f', refund_id: 'r' });
  await store.close();
  expect(errors).toEqual([expect.objectContaining({ code: 'EISDIR' })]);
  expect(await readdir(folder)).toEqual(['state.json']);
});

test('servers that start together on one folder all succeed', async () => {
  const file = join(await temporaryFolder(), 'state.json');
  const opened = await Promise.all(Array.from({ length: 8 }, () => open(file)));
  expect(opened.flatMap(({ errors }) => errors)).toEqual([]);
  for (const { store } of opened) await store.close();
});

test('the oldest records are dropped beyond the limit', async () => {
  const { store } = await open(join(await temporaryFolder(), 'state.json'));
  for (let turn = 0; turn <= maxRecords; turn += 1) {
    store.refundKeys.put({ id: `key-${turn}`, fingerprint: 'f', refund_id: 'r' });
  }
  expect(store.refundKeys.all()).toHaveLength(2_000);
  expect(store.refundKeys.get('key-0')).toBeUndefined();
  expect(store.refundKeys.get('key-1')?.id).toBe('key-1');
  await store.close();
});

const writer = `
import { statSync } from 'node:fs';
import { initialState } from ${JSON.stringify(new URL('./context.ts', import.meta.url).href)};
import { openFileStore } from ${JSON.stringify(new URL('./state-file.ts', import.meta.url).href)};
const store = await openFileStore(process.argv[1], () => initialState(1800000000), (error) => { throw error; });
for (let turn = 1; ; turn += 1) {
  for (const id of ['a', 'b']) store.refundKeys.put({ id, fingerprint: String(turn), refund_id: 'x'.repeat(500_000) });
  if (statSync(process.argv[1]).size > 1_000_000) process.stdout.write('.');
  await new Promise((resolve) => setImmediate(resolve));
}`;

test('a kill at any moment leaves a readable file with both parts of a change', async () => {
  const file = join(await temporaryFolder(), 'state.json');
  for (const turns of [1, 1_000, 3_000]) {
    const child = spawn(process.execPath, ['--input-type=module', '-e', writer, file], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let written = 0;
    child.stdout.on('data', (chunk: Buffer) => {
      written += chunk.length;
      if (written >= turns) child.kill('SIGKILL');
    });
    await once(child, 'close');
    const [a, b] = (await readState(file)).refundKeys;
    expect(Number(a?.fingerprint)).toBeGreaterThan(0);
    expect(b?.fingerprint).toBe(a?.fingerprint);
  }
});
