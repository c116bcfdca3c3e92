import { HOUR_MS } from '#server/clock.ts';
import type { AuditChange } from '#contract/school/audit-kinds.ts';
import { countAudit, recordAudit } from '#server/audit/audit.ts';
import type { Tx } from '#server/database/database.ts';
import { unlessReadOnly } from '#server/database/failures.ts';
import { Failure } from '#server/errors.ts';
import { networkOf } from '#server/http/endpoint/network-address.ts';
import { secretDigest } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';

/** So many accounts and networks with failed logins in an hour have a row each; the rest share one. */
const MAX_PER_HOUR = 1000;

/** Records what a user does with their own account, in its transaction. */
export const createAccountAudit =
  ({ clock }: Pick<Platform, 'clock'>) =>
  (tx: Tx, userId: string, change: AuditChange): Promise<void> =>
    recordAudit(tx, { ...change, at: clock.now(), source: { kind: 'user', id: userId }, userId });

/** A row per account, network and hour, however often it is tried. */
export const recordFailedLogin = async (
  { database: { db }, clock }: Pick<Platform, 'database' | 'clock'>,
  userId: string | undefined,
  address: string,
): Promise<void> => {
  const at = clock.now();
  const hour = Math.floor(at / HOUR_MS);
  const { count } = await db
    .selectFrom('audit_entries')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('kind', '=', 'login_failed')
    .where('at', '>=', hour * HOUR_MS)
    .executeTakeFirstOrThrow();
  const isCrowded = count >= MAX_PER_HOUR;
  const name = isCrowded ? 'others' : `${userId ?? ''} ${networkOf(address)}`;
  await countAudit(db, {
    id: `failed-${hour}-${secretDigest(name).slice(0, 24)}`,
    at,
    source: { kind: 'visitor' },
    userId: isCrowded ? null : (userId ?? null),
    kind: 'login_failed',
    detail: {},
  });
};

/** Runs a step of a login, and records one that is refused as a failed login. */
export const orRecordFailedLogin = async <T>(
  platform: Pick<Platform, 'database' | 'clock'>,
  step: Promise<T>,
  { userId, address }: { userId?: string | undefined; address: string },
): Promise<T> => {
  try {
    return await step;
  } catch (error) {
    const isRefused = error instanceof Failure && error.code !== 'code_needed';
    if (isRefused) await recordFailedLogin(platform, userId, address).catch(unlessReadOnly);
    throw error;
  }
};
