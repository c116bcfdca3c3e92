import { afterEach, beforeEach, expect, test } from 'vitest';
import { initialState } from '#sandbox/context.ts';
import { openSharedStore } from '#sandbox/shared-store.ts';
import { maxRecords, type Store } from '#sandbox/store.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { createSandboxState } from './sandbox-state.ts';

let app: TestApp;
beforeEach(async () => {
  app = await startApp();
});
afterEach(() => app.close());

const open = (): Promise<Store> => openSharedStore(createSandboxState(app.database), () => initialState(1_800_000_000));

const aKey = (id: string, fingerprint = 'f') => ({ id, fingerprint, refund_id: 'rfnd_1' });
const keysOf = (store: Store): Promise<string[]> =>
  store.turn(() => store.refundKeys.all().map(({ id, fingerprint }) => `${id} ${fingerprint}`));

test('stores that open together share keys and plan, and each sees what another changed', async () => {
  const [one, two] = await Promise.all([open(), open()]);
  expect(two.settings()).toEqual(one.settings());
  expect(two.plans.all()).toEqual(one.plans.all());
  await one.turn(() => one.refundKeys.put(aKey('first')));
  await two.turn(() => two.refundKeys.put(aKey('second')));
  await one.turn(() => one.refundKeys.put(aKey('first', 'changed')));
  await one.turn(() => one.changeSettings({ account_id: 'acc_changed' }));
  for (const store of [one, two, await open()]) {
    expect(await keysOf(store)).toEqual(['first changed', 'second f']);
    expect(store.settings().account_id).toBe('acc_changed');
  }
});

test('turns of several stores at the same moment follow each other', async () => {
  const stores = await Promise.all([open(), open(), open()]);
  const increment = (store: Store) =>
    store.turn(() =>
      store.refundKeys.put(aKey('count', String(Number(store.refundKeys.get('count')?.fingerprint ?? 0) + 1))),
    );
  await Promise.all(stores.flatMap((store) => Array.from({ length: 10 }, () => increment(store))));
  for (const store of stores) expect(await keysOf(store)).toEqual(['count 30']);
});

test('what a refused request changed before is stored, and the refusal is thrown', async () => {
  const [one, two] = [await open(), await open()];
  const refused = one.turn(() => {
    one.refundKeys.put(aKey('kept'));
    throw new Error('refused');
  });
  await expect(refused).rejects.toThrow('refused');
  expect(await keysOf(two)).toEqual(['kept f']);
});

test('after a turn that could not be stored, the store has what the database has', async () => {
  const shared = createSandboxState(app.database);
  let isDown = false;
  const store = await openSharedStore(
    {
      exchange: async (seen, work) => {
        const revision = await shared.exchange(seen, (changed) => {
          const changes = work(changed);
          if (isDown) throw new Error('connection lost');
          return changes;
        });
        return revision;
      },
    },
    () => initialState(1_800_000_000),
  );
  await store.turn(() => store.refundKeys.put(aKey('kept')));
  const plans = store.plans.all();
  isDown = true;
  await expect(store.turn(() => store.refundKeys.put(aKey('lost')))).rejects.toThrow('connection lost');
  isDown = false;
  expect(await keysOf(store)).toEqual(['kept f']);
  expect(store.plans.all()).toEqual(plans);
});

test('the oldest records are dropped beyond the limit, in every store and in the database', async () => {
  const [one, two] = [await open(), await open()];
  await one.turn(() => {
    for (let turn = 0; turn < maxRecords; turn += 1) one.refundKeys.put(aKey(`key-${turn}`));
  });
  await two.turn(() => two.refundKeys.put(aKey('newest')));
  for (const store of [one, two, await open()]) {
    const keys = await keysOf(store);
    expect([keys.length, keys[0], keys.at(-1)]).toEqual([2000, 'key-1 f', 'newest f']);
  }
});
