import type { Db } from '#server/database/database.ts';
import type { LoginStepRow, OneTimeKeyRow, PasskeyRow } from '#server/database/tables/accounts.ts';
import { changesRow, hasRow } from '#server/database/outcomes.ts';

export const findKey = (db: Db, userId: string): Promise<OneTimeKeyRow | undefined> =>
  db.selectFrom('one_time_keys').selectAll().where('user_id', '=', userId).executeTakeFirst();

/** Since when the second step of a user is on. */
export const secondStepSince = async (db: Db, userId: string): Promise<number | undefined> =>
  (await findKey(db, userId))?.confirmed_at ?? undefined;

/** Begins again with another key; returns false while the second step is on. */
export const putKey = (db: Db, key: Pick<OneTimeKeyRow, 'user_id' | 'sealed_key' | 'created_at'>): Promise<boolean> =>
  hasRow(
    db
      .insertInto('one_time_keys')
      .values({ ...key, confirmed_at: null, last_step: 0 })
      .onConflict((conflict) =>
        conflict
          .column('user_id')
          .doUpdateSet({ sealed_key: key.sealed_key, created_at: key.created_at })
          .where('one_time_keys.confirmed_at', 'is', null),
      )
      .returning('user_id'),
  );

/** Ten minutes: a step that is further ahead was accepted by a clock that was. */
const IMPOSSIBLE_STEPS = 20;

/** Accepts the code of a step, once; returns whether it was. */
export const useStep = (
  db: Db,
  userId: string,
  step: { sealedKey: string; step: number; confirmedAt: number },
): Promise<boolean> =>
  changesRow(
    db
      .updateTable('one_time_keys')
      .set({ last_step: step.step, confirmed_at: step.confirmedAt })
      .where('user_id', '=', userId)
      .where('sealed_key', '=', step.sealedKey)
      .where(({ or, eb }) => or([eb('last_step', '<', step.step), eb('last_step', '>', step.step + IMPOSSIBLE_STEPS)])),
  );

export const deleteKey = (db: Db, userId: string) =>
  db.deleteFrom('one_time_keys').where('user_id', '=', userId).execute();

export const replaceCodes = async (db: Db, userId: string, hashes: readonly string[], now: number): Promise<void> => {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  if (hashes.length === 0) return;
  const rows = hashes.map((hash) => ({ user_id: userId, code_hash: hash, created_at: now }));
  await db.insertInto('recovery_codes').values(rows).execute();
};

/** Uses a recovery code up; returns whether it was one. */
export const useRecoveryCode = (db: Db, userId: string, hash: string): Promise<boolean> =>
  changesRow(db.deleteFrom('recovery_codes').where('user_id', '=', userId).where('code_hash', '=', hash));

export const countCodes = async (db: Db, userId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
};

export const listPasskeys = (db: Db, userId: string): Promise<PasskeyRow[]> =>
  db.selectFrom('passkeys').selectAll().where('user_id', '=', userId).orderBy('created_at').orderBy('id').execute();

export const findPasskey = (db: Db, id: string): Promise<PasskeyRow | undefined> =>
  db.selectFrom('passkeys').selectAll().where('id', '=', id).executeTakeFirst();

export const insertPasskey = (db: Db, row: PasskeyRow) => db.insertInto('passkeys').values(row).execute();

/** Records a use; returns whether the passkey is still there with the counter that was checked. */
export const noteUse = (
  db: Db,
  { id, counter }: PasskeyRow,
  used: { counter: number; now: number },
): Promise<boolean> =>
  changesRow(
    db
      .updateTable('passkeys')
      .set({ counter: used.counter, last_used_at: used.now })
      .where('id', '=', id)
      .where('counter', '=', counter),
  );

export const renamePasskey = (db: Db, userId: string, id: string, name: string): Promise<boolean> =>
  changesRow(db.updateTable('passkeys').set({ name }).where('id', '=', id).where('user_id', '=', userId));

/** Returns the name of the deleted passkey. */
export const deletePasskey = async (db: Db, userId: string, id: string): Promise<string | undefined> => {
  const row = await db
    .deleteFrom('passkeys')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
};

export const insertLoginStep = (db: Db, row: LoginStepRow) => db.insertInto('login_steps').values(row).execute();

export const findLoginStep = (
  db: Db,
  { kind, idHash, now }: { kind: LoginStepRow['kind']; idHash: string; now: number },
): Promise<LoginStepRow | undefined> =>
  db
    .selectFrom('login_steps')
    .selectAll()
    .where('id_hash', '=', idHash)
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .executeTakeFirst();

/** Returns whether it was still there: of two requests with the same step, one succeeds. */
export const deleteLoginStep = (db: Db, idHash: string): Promise<boolean> =>
  changesRow(db.deleteFrom('login_steps').where('id_hash', '=', idHash));

export const deleteLoginStepsOf = (db: Db, userId: string, except: readonly LoginStepRow['kind'][]) =>
  db
    .deleteFrom('login_steps')
    .where('user_id', '=', userId)
    .$if(except.length > 0, (query) => query.where('kind', 'not in', except))
    .execute();

export const listStepsOf = (
  db: Db,
  { userId, kind, now }: { userId: string; kind: LoginStepRow['kind']; now: number },
): Promise<LoginStepRow[]> =>
  db
    .selectFrom('login_steps')
    .selectAll()
    .where('user_id', '=', userId)
    .where('kind', '=', kind)
    .where('expires_at', '>', now)
    .execute();

export const deleteStepsOfKind = (db: Db, userId: string, kind: LoginStepRow['kind']) =>
  db.deleteFrom('login_steps').where('user_id', '=', userId).where('kind', '=', kind).execute();

/** Gives a step another secret, so that only the email which has it opens it. */
export const renewStep = (db: Db, step: Pick<LoginStepRow, 'id_hash'>, idHash: string): Promise<boolean> =>
  changesRow(db.updateTable('login_steps').set({ id_hash: idHash }).where('id_hash', '=', step.id_hash));

export const setStepDetail = (db: Db, idHash: string, { userId, detail }: { userId: string; detail: string }) =>
  db.updateTable('login_steps').set({ user_id: userId, detail }).where('id_hash', '=', idHash).execute();

/** Counts a try; returns the step, or undefined when none is left. */
export const countTry = (
  db: Db,
  { idHash, max, now }: { idHash: string; max: number; now: number },
): Promise<LoginStepRow | undefined> =>
  db
    .updateTable('login_steps')
    .set((update) => ({ tries: update('tries', '+', 1) }))
    .where('id_hash', '=', idHash)
    .where('tries', '<', max)
    .where('expires_at', '>', now)
    .returningAll()
    .executeTakeFirst();

export const deleteExpiredLoginSteps = (db: Db, now: number) =>
  db.deleteFrom('login_steps').where('expires_at', '<=', now).execute();

export const confirmSession = (db: Db, sessionHash: string, now: number) =>
  db.updateTable('sessions').set({ confirmed_at: now }).where('token_hash', '=', sessionHash).execute();
