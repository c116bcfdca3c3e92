import { expect } from 'vitest';
import type { School } from './school.ts';

/** By then a provider was asked again, and the holders of a plan were recomputed once more. */
const AFTER_REPEATS_MS = 61_000;

/** Runs until no job of money is due: what a lock had kept from the provider is repeated meanwhile. */
export const settle = async ({ servers, database }: Pick<School, 'servers' | 'database'>): Promise<void> => {
  await servers.advance(AFTER_REPEATS_MS);
  const due = async () =>
    database.db
      .selectFrom('jobs')
      .select(['name', 'last_error'])
      .where('name', 'in', [
        'receipts.issue',
        'reports.recompute-sales',
        'payments.settle-refund',
        'payments.settle-cancel',
        'billing.recompute-holders',
      ])
      .where('state', 'in', ['waiting', 'running'])
      .where('run_at', '<=', servers.now())
      .execute();
  await expect.poll(due).toEqual([]);
};
