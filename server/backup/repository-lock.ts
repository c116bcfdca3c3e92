import { z } from 'zod';
import type { Clock } from '#server/clock.ts';
import { OperatorError } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import type { BackupStore } from './backup-store.ts';

const RENEW_MS = 60_000;
const STALE_MS = 15 * RENEW_MS;

const Lock = z.object({ atMs: z.int(), owner: z.string().optional() });
type Lock = z.output<typeof Lock>;

/** Who writes. A second attempt of the same owner takes the place of the first, which may have ended without a word. */
export interface LockOwner {
  owner: string;
  clock: Clock;
}

const readLock = async (store: BackupStore, name: string): Promise<Lock | undefined> => {
  const bytes = await store.get(name);
  return bytes && Lock.safeParse(JSON.parse(Buffer.from(bytes).toString())).data;
};

/**
 * Only one writer at a time, in whichever process: what one adds, another could remove as not needed. Each writes its lock
 * first and looks for others then, so that of two at least one sees the other. Throws OperatorError while another writes.
 * `work` calls `assertOwned` before it removes anything; it throws when another attempt has taken this one's place.
 */
export const withRepositoryLock = async <T>(
  store: BackupStore,
  { owner, clock }: LockOwner,
  work: (assertOwned: () => Promise<void>) => Promise<T>,
): Promise<T> => {
  if (!store.isRepository) return work(async () => undefined);
  const own = `locks/${newId()}.json`;
  const write = (): Promise<void> =>
    store.put(own, Buffer.from(JSON.stringify({ atMs: clock.now(), owner } satisfies Lock)));
  const assertOwned = async (): Promise<void> => {
    if (!(await store.get(own))) throw new OperatorError(`A later attempt of this backup writes to ${store.place}`);
  };
  const renew = (): Promise<void> => assertOwned().then(write);
  await write();
  const renewal = setInterval(() => void renew().catch(() => undefined), RENEW_MS).unref();
  try {
    for await (const { key } of store.list('locks')) {
      if (key === own) continue;
      const other = await readLock(store, key);
      if (other && other.owner !== owner && clock.now() - other.atMs < STALE_MS)
        throw new OperatorError(`Another backup to ${store.place} is running. Try again when it is done`);
      await store.remove(key);
    }
    return await work(assertOwned);
  } finally {
    clearInterval(renewal);
    await store.remove(own);
  }
};
