import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { appendFile, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openForTest, temporaryFolder } from './open-for-test.ts';
import { openStore } from './store.ts';

test('keys, plan, money and switches are there after a restart', async () => {
  const first = await openForTest();
  const { subscriptionId, paymentId } = await first.paid();
  await first.rest(
    'POST',
    `/payments/${paymentId}/refund`,
    { amount: 100 },
    { 'x-refund-idempotency': 'refund-key-1' },
  );
  await first.control('/clock', { advance_seconds: 5 });
  const { keyId, keySecret, webhookSecret, planId } = first.sandbox;
  await first.close();

  const second = await openForTest({ stateFile: first.stateFile });
  expect(second.sandbox).toMatchObject({ keyId, keySecret, webhookSecret, planId });
  expect((await second.rest('GET', `/subscriptions/${subscriptionId}`)).body['status']).toBe('completed');
  expect((await second.rest('GET', `/payments/${paymentId}`)).body['amount_refunded']).toBe(100);
  expect((await second.call('GET', '/control/')).body['clock_offset_seconds']).toBe(5);
  const again = await second.rest(
    'POST',
    `/payments/${paymentId}/refund`,
    { amount: 100 },
    { 'x-refund-idempotency': 'refund-key-1' },
  );
  expect(again.status).toBe(200);
  expect((await second.rest('GET', `/payments/${paymentId}/refunds`)).body['count']).toBe(1);
});

test('a last line that was cut short is forgotten, and writing goes on', async () => {
  const first = await openForTest();
  const kept = await first.subscribe();
  await first.close();
  await appendFile(first.stateFile, '[["subscription","sub_half",{"id":"sub_ha');
  const second = await openForTest({ stateFile: first.stateFile });
  const added = await second.subscribe();
  await second.close();
  const third = await openForTest({ stateFile: first.stateFile });
  expect((await third.rest('GET', '/subscriptions')).body).toMatchObject({
    count: 2,
    items: [{ id: added }, { id: kept }],
  });
});

test('a damaged line in the middle is named, not passed over', async () => {
  const file = join(await temporaryFolder(), 'state.jsonl');
  await writeFile(file, '[]\n[["plan","plan_x",{"id":7}]]\n[]\n');
  await expect(openStore(file)).rejects.toThrow(/state\.jsonl is damaged in line 2/);
});

test('a journal that is mostly history is written anew at opening', async () => {
  const first = await openForTest();
  for (let turn = 0; turn < 200; turn += 1) await first.control('/switches', { failing_charges: turn });
  const id = await first.subscribe();
  await first.close();
  const second = await openForTest({ stateFile: first.stateFile });
  const lines = (await readFile(first.stateFile, 'utf8')).trimEnd().split('\n');
  expect(lines).toHaveLength(3);
  expect((await second.rest('GET', `/subscriptions/${id}`)).status).toBe(200);
  expect((await second.call('GET', '/control/')).body['failing_charges']).toBe(199);
});

const writer = `
import { openStore } from ${JSON.stringify(new URL('./store.ts', import.meta.url).href)};
const store = await openStore(process.argv[1]);
for (let turn = 1; ; turn += 1) {
  store.change(() => {
    store.put('refundKey', { id: 'a', fingerprint: String(turn), refund_id: 'x'.repeat(5000) });
    store.put('refundKey', { id: 'b', fingerprint: String(turn), refund_id: 'y' });
  });
  process.stdout.write(turn + '\\n');
  await new Promise((resolve) => setImmediate(resolve));
}`;

test('killed at any moment it loses nothing that was said, and no change is there by half', async () => {
  const file = join(await temporaryFolder(), 'state.jsonl');
  const child = spawn(process.execPath, ['--input-type=module', '-e', writer, file], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let said = '';
  child.stdout.on('data', (chunk: Buffer) => {
    said += chunk.toString();
    if (said.length > 400) child.kill('SIGKILL');
  });
  await once(child, 'close');
  const lastSaid = Number(said.slice(0, said.lastIndexOf('\n')).split('\n').at(-1));
  const store = await openStore(file);
  const a = Number(store.get('refundKey', 'a')?.fingerprint);
  store.close();
  expect(a).toBeGreaterThanOrEqual(lastSaid);
  expect(store.get('refundKey', 'b')?.fingerprint).toBe(String(a));
});

test('with ten thousand records a change still writes only itself', async () => {
  const file = join(await temporaryFolder(), 'state.jsonl');
  const store = await openStore(file);
  for (let turn = 0; turn < 10_000; turn += 1) {
    store.put('refundKey', { id: `key-${turn}`, fingerprint: 'f', refund_id: 'r' });
  }
  const before = (await stat(file)).size;
  store.put('refundKey', { id: 'one-more', fingerprint: 'f', refund_id: 'r' });
  expect((await stat(file)).size - before).toBeLessThan(100);
  store.close();
  const again = await openStore(file);
  expect(again.all('refundKey')).toHaveLength(10_001);
  again.close();
});
