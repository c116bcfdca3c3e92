import { readFile, readlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { z } from 'zod';
import { countOf, formatSpan } from '#contract/format.ts';
import { type Clock, MINUTE_MS, SECOND_MS } from '#server/clock.ts';
import { OperatorError } from '#server/errors.ts';
import { newId } from '#server/ids.ts';
import { beginningOf, isAlive } from '#server/processes/running-process.ts';
import type { BackupStore } from './backup-store.ts';

const RENEW_MS = 30 * SECOND_MS;
/** After this time without a renewal, a process of another machine counts as ended. */
const SILENT_MS = 5 * MINUTE_MS;

/** A process id with the machine and start, or the container, in which it is unique. */
const Holder = z.object({
  host: z.string(),
  pid: z.int(),
  machine: z.string().optional(),
  beginning: z.string().optional(),
});
type Holder = z.output<typeof Holder>;

const Lock = z.object({
  /** When it was renewed. */
  atMs: z.int(),
  owner: z.string().optional(),
  /** Earlier versions wrote neither. */
  startedAtMs: z.int().optional(),
  holder: Holder.optional(),
});
type Lock = z.output<typeof Lock>;

/** Undefined without /proc. */
const nameMachine = (): Promise<string | undefined> =>
  Promise.all([readFile('/proc/sys/kernel/random/boot_id', 'utf8'), readlink('/proc/self/ns/pid')]).then(
    ([start, processes]) => `${start.trim()} ${processes}`,
    () => undefined,
  );

const thisProcess = async (): Promise<Holder> => ({
  host: hostname(),
  pid: process.pid,
  machine: await nameMachine(),
  beginning: await beginningOf(process.pid),
});

/** Whether a process certainly has ended. */
const hasEnded = async ({ pid, machine, beginning }: Holder): Promise<boolean> => {
  if (machine === undefined || machine !== (await nameMachine())) return false;
  return !isAlive(pid) || (await beginningOf(pid)) !== beginning;
};

/** Such as `3 minutes`. */
const lengthText = (ms: number): string =>
  ms < MINUTE_MS ? countOf(Math.max(0, Math.floor(ms / SECOND_MS)), 'second') : formatSpan(ms);

const refusal = (place: string, { atMs, startedAtMs, holder }: Lock, now: number): OperatorError => {
  const who = holder ? `: process ${holder.pid} on ${holder.host}` : '';
  const since = startedAtMs === undefined ? '' : `, started ${lengthText(now - startedAtMs)} ago`;
  const seen = `, last seen ${lengthText(now - atMs)} ago`;
  return new OperatorError(`Another backup to ${place} is running${who}${since}${seen}. Try again when it is done`);
};

/** The writer. A second attempt of the same owner replaces the first, which may have been killed. */
export interface LockOwner {
  owner: string;
  clock: Clock;
}

const readLock = async (store: BackupStore, name: string): Promise<Lock | undefined> => {
  const bytes = await store.get(name);
  return bytes && Lock.safeParse(JSON.parse(Buffer.from(bytes).toString())).data;
};

/**
 * Allows one writer at a time across processes, because another could remove chunks that are not referenced yet. Each writes its
 * lock before it looks for others, so at least one of two sees the other. Throws OperatorError while another one writes. `work`
 * calls `assertOwned` before it removes anything; it throws if another attempt has replaced this one.
 */
export const withRepositoryLock = async <T>(
  store: BackupStore,
  { owner, clock }: LockOwner,
  work: (assertOwned: () => Promise<void>) => Promise<T>,
): Promise<T> => {
  if (!store.isRepository) return work(async () => undefined);
  const own = `locks/${newId()}.json`;
  const [startedAtMs, holder] = [clock.now(), await thisProcess()];
  const write = (): Promise<void> =>
    store.put(own, Buffer.from(JSON.stringify({ atMs: clock.now(), owner, startedAtMs, holder } satisfies Lock)));
  const assertOwned = async (): Promise<void> => {
    if (!(await store.get(own))) throw new OperatorError(`A later attempt of this backup writes to ${store.place}`);
  };
  const renew = (): Promise<void> => assertOwned().then(write);
  await write();
  const renewal = setInterval(() => void renew().catch(() => undefined), RENEW_MS).unref();
  const isOver = async (other: Lock): Promise<boolean> =>
    other.owner === owner ||
    clock.now() - other.atMs >= SILENT_MS ||
    (other.holder !== undefined && (await hasEnded(other.holder)));
  try {
    for await (const { key } of store.list('locks')) {
      if (key === own) continue;
      const other = await readLock(store, key);
      if (other && !(await isOver(other))) throw refusal(store.place, other, clock.now());
      await store.remove(key);
    }
    return await work(assertOwned);
  } finally {
    clearInterval(renewal);
    await store.remove(own);
  }
};
