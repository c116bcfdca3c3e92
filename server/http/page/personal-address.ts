import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Db } from '#server/database/database.ts';

const MAC_LENGTH = 32;
const TOKEN = /^(?<userId>\w{1,64})\.(?<number>[0-9a-z]{1,8})\.(?<mac>[\w-]{32})$/;

const NUMBER_TABLES = ['podcast_addresses', 'calendar_addresses'] as const;
type NumberTable = (typeof NUMBER_TABLES)[number];

interface AddressOptions {
  db: Db;
  secretKey: { derive(purpose: string): Buffer };
  purpose: string;
  /** How often each person renewed theirs. */
  table: NumberTable;
}

/** Ends the secret of a person; the next one is another. */
const renewIn = async (db: Db, table: NumberTable, userId: string, now: number): Promise<void> => {
  await db
    .insertInto(table)
    .values({ user_id: userId, number: 1, changed_at: now })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet((eb) => ({ number: eb(`${table}.number`, '+', 1), changed_at: now })),
    )
    .execute();
};

/** Ends every address of a person: anyone who was logged in may know them. */
export const endPersonalAddresses = async (db: Db, userId: string, now: number): Promise<void> => {
  for (const table of NUMBER_TABLES) await renewIn(db, table, userId, now);
};

/**
 * Addresses that programs of a person open without a login. Each names the person, and ends with a signature that only this
 * school makes: nothing is stored until the person renews it.
 */
export const createPersonalAddresses = ({ db, secretKey, purpose, table }: AddressOptions) => {
  const key = secretKey.derive(purpose);

  const macOf = (userId: string, number: string): string =>
    createHmac('sha256', key).update(`${userId}.${number}`).digest('base64url').slice(0, MAC_LENGTH);

  const findNumber = async (userId: string): Promise<number> =>
    (await db.selectFrom(table).select('number').where('user_id', '=', userId).executeTakeFirst())?.number ?? 0;

  return {
    /** The current secret of a person, a part of a path. */
    tokenOf: async (userId: string): Promise<string> => {
      const number = (await findNumber(userId)).toString(36);
      return `${userId}.${number}.${macOf(userId, number)}`;
    },

    renew: (userId: string, now: number): Promise<void> => renewIn(db, table, userId, now),

    /** The user whose current secret it is; undefined for one of nobody. */
    userOf: async (token: string): Promise<string | undefined> => {
      const { userId = '', number = '', mac = '' } = TOKEN.exec(token)?.groups ?? {};
      const [given, right] = [Buffer.from(mac), Buffer.from(macOf(userId, number))];
      if (given.length !== right.length || !timingSafeEqual(given, right)) return undefined;
      return (await findNumber(userId)) === Number.parseInt(number, 36) ? userId : undefined;
    },
  };
};
