import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import { deleteInParts } from '#server/database/delete-in-parts.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/platform.ts';

const sweepAudit = defineJob({
  name: 'audit.sweep',
  lane: 'upkeep',
  payload: z.object({}),
  everyMs: DAY_MS,
  waitsAfterJump: true,
});

/** Deletes what is older than the settings say. What belongs to a payment stays with it, as the books do. */
export const sweepAuditDaily = ({
  database: { db },
  jobs,
  clock,
  settings,
  log,
}: Pick<Platform, 'database' | 'jobs' | 'clock' | 'settings' | 'log'>): void =>
  jobs.handle(sweepAudit, async (_payload, { signal }) => {
    const { auditYears } = await settings.limits();
    const before = (await settings.calendar()).add(clock.now(), -auditYears, 'year');
    const keptBefore = await settings.keptBefore();
    const old = db
      .selectFrom('audit_entries')
      .select('id')
      .where('at', '<', before)
      .where('at', '>=', keptBefore)
      .where('payment_id', 'is', null)
      .where('attempt_id', 'is', null);
    const total = await deleteInParts(
      (limit) => db.deleteFrom('audit_entries').where('id', 'in', old.limit(limit)),
      signal,
    );
    if (total > 0) log.info({ deleted: total }, 'old entries of the audit are deleted');
  });
