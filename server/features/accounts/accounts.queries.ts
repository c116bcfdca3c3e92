import { normalEmail } from '#contract/email-address.ts';
import { endPersonalAddresses } from '#server/http/page/personal-address.ts';
import type { Db } from '#server/database/database.ts';
import { hasRow } from '#server/database/outcomes.ts';
import type { UserRow } from '#server/database/tables/accounts.ts';

/** The shown columns of a user. */
export const SHOWN = [
  'users.id',
  'users.email',
  'users.full_name',
  'users.role',
  'users.avatar_key',
  'users.created_at',
  'users.language',
] as const;
export type UserSummary = Pick<
  UserRow,
  'id' | 'email' | 'full_name' | 'role' | 'avatar_key' | 'created_at' | 'language'
>;
export type UserWithPassword = UserSummary & Pick<UserRow, 'password_hash' | 'blocked_at'>;

/** By the address as it was typed: the form in which it was once stored comes before the normal one. */
export const findByEmail = async (db: Db, typed: string): Promise<UserWithPassword | undefined> => {
  const found = await db
    .selectFrom('users')
    .select([...SHOWN, 'password_hash', 'blocked_at'])
    .where('email', 'in', [...new Set([typed, normalEmail(typed)])])
    .where('deleted_at', 'is', null)
    .execute();
  return found.find(({ email }) => email === typed) ?? found[0];
};

export const findById = (db: Db, id: string): Promise<UserWithPassword | undefined> =>
  db
    .selectFrom('users')
    .select([...SHOWN, 'password_hash', 'blocked_at'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();

/** While "This was not me" can bring a former address back, no other account gets it. */
const isReserved = (db: Db, email: string, exceptId = ''): Promise<boolean> =>
  hasRow(
    db
      .selectFrom('login_steps')
      .select('id_hash')
      .where('kind', '=', 'not-me')
      .where('detail', '=', email)
      .where('user_id', '<>', exceptId),
  );

/** Whether another account than this one has an address, or may get it back. Deleted accounts keep their email. */
export const isEmailTaken = async (db: Db, email: string, exceptId = ''): Promise<boolean> =>
  (await hasRow(db.selectFrom('users').select('id').where('email', '=', email).where('id', '<>', exceptId))) ||
  isReserved(db, email, exceptId);

export interface NewUser {
  id: string;
  email: string;
  fullName: string;
  role: UserRow['role'];
  passwordHash: string;
  avatarKey: string | null;
  /** Null is that of the school. */
  language?: string | null;
  now: number;
}

export const toRow = (user: NewUser) => ({
  id: user.id,
  email: user.email,
  full_name: user.fullName,
  role: user.role,
  password_hash: user.passwordHash,
  avatar_key: user.avatarKey,
  language: user.language ?? null,
  media_epoch: 0,
  created_at: user.now,
  updated_at: user.now,
  deleted_at: null,
});

/** Breaks the unique index when the email is taken. */
export const insertUser = (db: Db, user: NewUser): Promise<UserSummary> =>
  db.insertInto('users').values(toRow(user)).returning(SHOWN).executeTakeFirstOrThrow();

/** Returns the id; undefined when the email is taken. */
export const insertIfAbsent = async (tx: Db, user: NewUser): Promise<string | undefined> => {
  if (await isReserved(tx, user.email)) return undefined;
  const row = await tx
    .insertInto('users')
    .values(toRow(user))
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
};

/** The ids of users whose password hash is like a pattern. */
export const listWithHash = async (db: Db, ids: readonly string[], pattern: string): Promise<string[]> => {
  const rows = await db
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('password_hash', 'like', pattern)
    .execute();
  return rows.map(({ id }) => id);
};

/** Sets the name and locks the row until the transaction ends; returns the avatar that it has so far. */
/** Without a name it keeps its own, and locks the row. */
export const renameUser = (
  tx: Db,
  id: string,
  { fullName, now }: { fullName: string | undefined; now: number },
): Promise<UserSummary | undefined> =>
  tx
    .updateTable('users')
    .set({ updated_at: now, ...(fullName !== undefined && { full_name: fullName }) })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(SHOWN)
    .executeTakeFirst();

export const setLanguage = (db: Db, id: string, language: string | null): Promise<UserSummary | undefined> =>
  db
    .updateTable('users')
    .set({ language })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning(SHOWN)
    .executeTakeFirst();

export const setAvatar = (tx: Db, id: string, avatarKey: string): Promise<UserSummary> =>
  tx
    .updateTable('users')
    .set({ avatar_key: avatarKey })
    .where('id', '=', id)
    .returning(SHOWN)
    .executeTakeFirstOrThrow();

/**
 * Replaces one password hash by another, and locks the row until the transaction ends. False when the hash is
 * not the one that was checked any more, or the account was blocked in between.
 */
export const replacePasswordHash = (
  tx: Db,
  id: string,
  { checked, next, now, isChosen }: { checked: string; next: string; now: number; isChosen?: true },
): Promise<boolean> =>
  hasRow(
    tx
      .updateTable('users')
      .set({ password_hash: next })
      .$if(next !== checked, (changed) => changed.set({ updated_at: now }))
      .$if(isChosen === true, (changed) => changed.set({ password_changed_at: now }))
      .where('id', '=', id)
      .where('password_hash', '=', checked)
      .where('deleted_at', 'is', null)
      .where('blocked_at', 'is', null)
      .returning('id'),
  );

/** Sets a password whatever it was; returns the email, or undefined when the account is gone. */
export const setPasswordHash = async (
  tx: Db,
  id: string,
  { next, now }: { next: string; now: number },
): Promise<string | undefined> => {
  const row = await tx
    .updateTable('users')
    .set({ password_hash: next, password_changed_at: now, updated_at: now })
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .returning('email')
    .executeTakeFirst();
  return row?.email;
};

/** Ends every address of a person that works without a login: of media, podcasts, calendars and exports of the school. */
export const endAddresses = async (tx: Db, id: string, now: number): Promise<void> => {
  await raiseMediaEpoch(tx, id);
  await endPersonalAddresses(tx, id, now);
};

/** Ends every signed media address of a person. */
export const raiseMediaEpoch = (tx: Db, id: string) =>
  tx
    .updateTable('users')
    .set((update) => ({ media_epoch: update('media_epoch', '+', 1) }))
    .where('id', '=', id)
    .execute();

export const countUsers = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom('users')
    .select((select) => select.fn.countAll<number>().as('count'))
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow();
  return count;
};
