import { createHmac, randomBytes } from 'node:crypto';
import { foldCode, foldReadCode } from '#contract/fold-text.ts';
import type { Tx } from '#server/database/database.ts';
import type { OneTimeKeyRow } from '#server/database/tables/accounts.ts';
import { fail } from '#server/errors.ts';
import { qrPath } from '#server/images/qr-code.ts';
import type { Platform } from '#server/platform.ts';
import { createSecretSealing } from '#server/settings/sealed-secret.ts';
import type { UserSummary } from '../accounts.queries.ts';
import type { LoginLimiter } from '../login-limiter.ts';
import {
  countCodes,
  deleteKey,
  findKey,
  putKey,
  replaceCodes,
  secondStepSince,
  useRecoveryCode,
  useStep,
} from './factors.queries.ts';
import { linkOf, newKey, stepOf, toBase32 } from './one-time-codes.ts';

const RECOVERY_CODES = 10;
/** 50 random bits each. */
const CODE_LENGTH = 10;
/** Base32 without letters and digits that look alike (Crockford's). */
const CODE_LETTERS = '0123456789abcdefghjkmnpqrstvwxyz';

/** `x7f2m-09kqz`. */
const newRecoveryCode = (): string =>
  [...randomBytes(CODE_LENGTH)]
    .map((byte) => CODE_LETTERS[byte % CODE_LETTERS.length])
    .join('')
    .replace(/^.{5}/, '$&-');

/** Codes of an authenticator app after the password (RFC 6238), and recovery codes for a lost phone. */
export type SecondStep = ReturnType<typeof createSecondStep>;

type Needs = Pick<Platform, 'database' | 'clock' | 'settings' | 'secretKey'>;

export const createSecondStep = (
  { database, clock, settings, secretKey }: Needs,
  limiter: Pick<LoginLimiter, 'atCode'>,
) => {
  const { db } = database;
  const sealing = createSecretSealing(secretKey);
  const recoveryKey = secretKey.derive('recovery-codes');
  /** As it is stored. 50 bits can be tried out, but not without the secret of the school, which is not in the database. */
  const recoveryHash = (userId: string, code: string): string =>
    createHmac('sha256', recoveryKey)
      .update(`${userId} ${foldReadCode(code)}`)
      .digest('base64url');
  const purposeOf = (userId: string): string => `one-time-key ${userId}`;

  const stepIn = ({ user_id: userId, sealed_key: sealed }: OneTimeKeyRow, code: string): number | undefined => {
    const key = sealing.open(purposeOf(userId), sealed);
    return key === undefined ? undefined : stepOf(Buffer.from(key, 'base64url'), foldCode(code), clock.now());
  };

  const replaceAllCodes = async (tx: Tx, userId: string): Promise<string[]> => {
    const codes = Array.from({ length: RECOVERY_CODES }, newRecoveryCode);
    const hashes = codes.map((code) => recoveryHash(userId, code));
    await replaceCodes(tx, userId, hashes, clock.now());
    return codes;
  };

  const accept = async (userId: string, code: string): Promise<boolean> => {
    const row = await findKey(db, userId);
    if (!row?.confirmed_at) return false;
    const step = stepIn(row, code);
    if (step === undefined) return useRecoveryCode(db, userId, recoveryHash(userId, code));
    return useStep(db, userId, { sealedKey: row.sealed_key, step, confirmedAt: row.confirmed_at });
  };

  return {
    /** Since when it is on; undefined while it is off. */
    since: secondStepSince,
    codesLeft: (userId: string): Promise<number> => countCodes(db, userId),

    /** Throws `second_step_is_on`. */
    begin: async ({
      id,
      email,
    }: UserSummary): Promise<{ key: string; link: string; qr: { size: number; path: string } }> => {
      const key = newKey();
      const sealedKey = sealing.seal(purposeOf(id), key.toString('base64url'));
      const isBegun = await putKey(db, { user_id: id, sealed_key: sealedKey, created_at: clock.now() });
      if (!isBegun) throw fail('second_step_is_on');
      const { brandName } = await settings.school();
      const link = linkOf(key, { school: brandName, email });
      return { key: toBase32(key), link, qr: await qrPath(link) };
    },

    /** Throws `wrong_code` and `second_step_is_on`; returns the recovery codes. */
    turnOn: async (userId: string, code: string, andThen: (tx: Tx) => Promise<void>): Promise<string[]> => {
      const row = await findKey(db, userId);
      if (row?.confirmed_at) throw fail('second_step_is_on');
      const step = row && stepIn(row, code);
      const isRight = await limiter.atCode(userId)(async () => step !== undefined);
      if (!isRight || !row || step === undefined) throw fail('wrong_code');
      return database.transaction(async (tx) => {
        const confirmedAt = clock.now();
        if (!(await useStep(tx, userId, { sealedKey: row.sealed_key, step, confirmedAt }))) throw fail('wrong_code');
        await andThen(tx);
        return replaceAllCodes(tx, userId);
      });
    },

    /** Returns whether it was on. */
    turnOff: async (tx: Tx, userId: string): Promise<boolean> => {
      const wasOn = (await secondStepSince(tx, userId)) !== undefined;
      await deleteKey(tx, userId);
      await replaceCodes(tx, userId, [], clock.now());
      return wasOn;
    },

    /** Throws `second_step_is_off`. */
    renewCodes: (userId: string): Promise<string[]> =>
      database.transaction(async (tx) => {
        if ((await secondStepSince(tx, userId)) === undefined) throw fail('second_step_is_off');
        return replaceAllCodes(tx, userId);
      }),

    /** Accepts a code of the app or a recovery code, each once. Wrong ones are counted. Throws `wrong_code`. */
    check: async (userId: string, code: string): Promise<void> => {
      if (!(await limiter.atCode(userId)(() => accept(userId, code)))) throw fail('wrong_code');
    },
  };
};
