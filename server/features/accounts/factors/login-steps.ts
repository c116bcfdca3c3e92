import type { Db } from '#server/database/database.ts';
import type { LoginStepRow } from '#server/database/tables/accounts.ts';
import { newSecret, secretDigest } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import {
  deleteExpiredLoginSteps,
  deleteLoginStep,
  deleteLoginStepsOf,
  findLoginStep,
  insertLoginStep,
  listStepsOf,
  renewStep,
} from './factors.queries.ts';

const STEP_MS = 5 * 60_000;

/** A login, or a use of a passkey, between two requests: known by a secret, for five minutes by default, and used once. */
export type LoginSteps = ReturnType<typeof createLoginSteps>;

export const createLoginSteps = ({ database: { db }, clock }: Pick<Platform, 'database' | 'clock'>) => ({
  /** Returns the secret: a new one unless it is given. */
  begin: async (
    kind: LoginStepRow['kind'],
    userId: string | null,
    {
      secret = newSecret(),
      lastsMs = STEP_MS,
      detail,
      within = db,
    }: { secret?: string; lastsMs?: number; detail?: string; within?: Db } = {},
  ): Promise<string> => {
    const expiresAt = clock.now() + lastsMs;
    const row = { id_hash: secretDigest(secret), kind, user_id: userId, expires_at: expiresAt };
    await insertLoginStep(within, { ...row, detail: detail ?? null, tries: 0 });
    return secret;
  },
  /** A new secret for an open step, known by its detail; undefined without one. */
  renew: async (kind: LoginStepRow['kind'], userId: string, detail: string): Promise<string | undefined> => {
    const step = (await listStepsOf(db, { userId, kind, now: clock.now() })).find((open) => open.detail === detail);
    const secret = newSecret();
    return step && (await renewStep(db, step, secretDigest(secret))) ? secret : undefined;
  },
  /** The step of a secret, which is not used up. */
  find: (kind: LoginStepRow['kind'], secret: string): Promise<LoginStepRow | undefined> =>
    findLoginStep(db, { kind, idHash: secretDigest(secret), now: clock.now() }),
  /** Uses a step up; false if another request did. */
  use: (tx: Db, { id_hash: idHash }: LoginStepRow): Promise<boolean> => deleteLoginStep(tx, idHash),
  /** Ends the steps of a user, also the links in emails. */
  endAll: (tx: Db, userId: string): Promise<unknown> => deleteLoginStepsOf(tx, userId, []),
  /** The same, but for the links against another person who changed the password or the address. */
  endOpen: (tx: Db, userId: string): Promise<unknown> => deleteLoginStepsOf(tx, userId, ['not-me']),
  sweep: (): Promise<unknown> => deleteExpiredLoginSteps(db, clock.now()),
});
