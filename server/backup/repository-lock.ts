import { z } from 'zod';
import type { Clock } from '#server/clock.ts';
import { OperatorError } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import type { BackupStore } from './backup-store.ts';

const RENEW_MS = 60_000;
const STALE_MS = 15 * RENEW_MS;

const Lock = z.object({ atMs: z.int() });

const isFresh = async (store: BackupStore, name: string, nowMs: number): Promise<boolean> => {
  const bytes = await store.get(name);
  const parsed = bytes && Lock.safeParse(JSON.parse(Buffer.from(bytes).toString()));
  return parsed?.success === true && nowMs - parsed.data.atMs < STALE_MS;
};

/**
 * Only one writer at a time, in whichever process: what one adds, another could remove as not needed. Each writes its lock
 * first and looks for others then, so that of two at least one sees the other. Throws OperatorError while another writes.
 */
export const withRepositoryLock = async <T>(store: BackupStore, clock: Clock, work: () => Promise<T>): Promise<T> => {
  if (!store.isRepository) return work();
  const own = `locks/${newId()}.json`;
  const write = (): Promise<void> => store.put(own, Buffer.from(JSON.stringify({ atMs: clock.now() })));
  await write();
  const renewal = setInterval(() => void write().catch(() => undefined), RENEW_MS).unref();
  try {
    for await (const { key } of store.list('locks')) {
      if (key === own) continue;
      if (await isFresh(store, key, clock.now()))
        throw new OperatorError(`Another backup to ${store.place} is running. Try again when it is done`);
      await store.remove(key);
    }
    return await work();
  } finally {
    clearInterval(renewal);
    await store.remove(own);
  }
};
