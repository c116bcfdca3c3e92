import type { Channel } from '../channel.ts';

/** Reaches nobody. */
export const createNoPush = (): Channel => ({
  reaches: async () => new Set(),
  deliver: async () => ({ state: 'suppressed', problem: '' }),
  digest: async () => ({ state: 'suppressed', problem: '' }),
});
