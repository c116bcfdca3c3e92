import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { type Clock, HOUR_MS } from '#server/clock.ts';
import { findValue, storeValue } from '#server/database/stored-value.ts';
import { createProbeAddresses } from '#server/http/page/probe.ts';
import type { Platform } from '#server/platform.ts';
import { askAddress, type Asking, ProxyProblem } from './ask-address.ts';

const EVERY_MS = 6 * HOUR_MS;
/** The proxy may start after this process. */
const FIRST_AFTER_MS = 60_000;
const MIB = 1024 * 1024;
/** Of one part of an upload. */
const PART_BYTES = 32 * MIB;
/** For people who wait: a small body, and its length alone. */
const QUICK: Asking = { bodyBytes: PART_BYTES, pauseMs: 600, patienceMs: 3500 };
/** Longer than the pause between two signs of life of a stream of events. */
const THOROUGH: Asking = { bodyBytes: PART_BYTES, pauseMs: 30_000, patienceMs: 150_000 };

const STORED = 'proxy_problems';
const Stored = z.object({ address: z.string(), problems: z.array(ProxyProblem) });

type ProxyPlatform = Pick<Platform, 'database' | 'clock' | 'secretKey' | 'publicAddress'>;

interface AskNeeds {
  secretKey: { derive(purpose: string): Buffer };
  clock: Clock;
}

const ask = (address: string, needs: AskNeeds, how: Asking): Promise<ProxyProblem[] | undefined> =>
  askAddress(new URL(createProbeAddresses(needs).make(how.pauseMs), address), how);

/** What a thorough examination found at this address. */
const readStored = (value: unknown, address: string): ProxyProblem[] => {
  const { data } = Stored.safeParse(typeof value === 'string' ? JSON.parse(value) : undefined);
  return data?.address === address ? data.problems : [];
};

/** Where requests come through a proxy at this address: what is seen at once, and what only the job has the time for. */
export const askProxyAt = async (
  address: string | undefined,
  needs: AskNeeds | undefined,
  findStored: (name: string) => Promise<unknown>,
): Promise<ProxyProblem[]> => {
  if (address === undefined || !needs) return [];
  const seen = await ask(address, needs, QUICK).catch(() => undefined);
  return [...new Set([...(seen ?? []), ...(seen ? readStored(await findStored(STORED), address) : [])])];
};

/** Examines the way through the public address four times a day, as far as that takes minutes. */
export const watchProxy = ({ database: { db }, clock, secretKey, publicAddress }: ProxyPlatform) => {
  const look = async (): Promise<void> => {
    const address = await publicAddress();
    const problems = await ask(address, { secretKey, clock }, THOROUGH);
    if (problems) await storeValue(db, STORED, JSON.stringify({ address, problems }), clock.now());
  };
  return {
    /** Until the signal; what fails is tried again in hours. */
    begin: (signal: AbortSignal): void => {
      const watch = async (): Promise<void> => {
        for (let waitMs = FIRST_AFTER_MS; ; waitMs = EVERY_MS) {
          await sleep(waitMs, undefined, { signal, ref: false });
          await look().catch(() => undefined);
        }
      };
      watch().catch(() => undefined);
    },
    /** How many problems an admin should know of without asking. */
    count: async (): Promise<number> => readStored(await findValue(db, STORED), await publicAddress()).length,
    ask: async (): Promise<ProxyProblem[]> =>
      askProxyAt(await publicAddress(), { secretKey, clock }, (name) => findValue(db, name)),
  };
};
