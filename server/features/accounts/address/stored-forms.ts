import { sql, type SqlBool } from 'kysely';
import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import { normalEmail } from '#contract/email-address.ts';
import { type Db, isUniqueViolation, type Tx } from '#server/database/database.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import type { Platform } from '#server/platform.ts';
import { isEmailTaken } from '../accounts.queries.ts';

const BATCH = 500;

const normalizeStored = defineJob({
  name: 'accounts.normalize-addresses',
  lane: 'upkeep',
  payload: z.object({}),
  everyMs: DAY_MS,
});

/** What may have another normal form: addresses were always trimmed and in lower case. */
const mayBeOdd = (column: string) =>
  sql<SqlBool>`(octet_length(${sql.ref(column)}) <> length(${sql.ref(column)}) OR ${sql.ref(column)} LIKE '%.')`;

const oddUsers = (db: Db, after: string) =>
  db
    .selectFrom('users')
    .select(['id', 'email'])
    .where('id', '>', after)
    .where('deleted_at', 'is', null)
    .where(mayBeOdd('email'))
    .orderBy('id')
    .limit(BATCH)
    .execute();

/** The address keeps whether it is confirmed, and the links to it work. */
const putNormal = async (tx: Tx, id: string, { from, to }: { from: string; to: string }): Promise<void> => {
  const user = tx.updateTable('users').set({ email: to, same_address_as: null });
  await user.where('id', '=', id).where('email', '=', from).execute();
  await tx.updateTable('sent_emails').set({ address: to }).where('address', '=', from).execute();
  const steps = tx.updateTable('login_steps').set({ detail: to }).where('user_id', '=', id);
  await steps.where('kind', '=', 'confirm-email').where('detail', '=', from).execute();
};

/** Two accounts with one address stay as they are: an admin decides, and both log in with what they typed at first. */
const normalizeUser = async (tx: Tx, { id, email: from }: { id: string; email: string }): Promise<void> => {
  const to = normalEmail(from);
  if (to === from) return;
  const other = tx.selectFrom('users').select('id').where('email', '=', to).where('id', '<>', id);
  const otherId = (await other.executeTakeFirst())?.id;
  if (otherId !== undefined)
    await tx.updateTable('users').set({ same_address_as: otherId }).where('id', '=', id).execute();
  else if (!(await isEmailTaken(tx, to, id))) await putNormal(tx, id, { from, to });
};

/** Of people who may have no account. */
const normalizeWritten = async (tx: Tx): Promise<void> => {
  const messages = tx.selectFrom('contact_messages').select('email').distinct().where(mayBeOdd('email'));
  for (const { email } of await messages.limit(BATCH).execute())
    if (normalEmail(email) !== email)
      await tx
        .updateTable('contact_messages')
        .set({ email: normalEmail(email) })
        .where('email', '=', email)
        .execute();
  const gifts = tx.selectFrom('gifts').select('recipient_email as email').distinct().where(mayBeOdd('recipient_email'));
  for (const { email } of await gifts.limit(BATCH).execute())
    if (normalEmail(email) !== email)
      await tx
        .updateTable('gifts')
        .set({ recipient_email: normalEmail(email) })
        .where('recipient_email', '=', email)
        .execute();
};

/** Gives addresses that were stored before they had one form that form. A former version may still store others. */
export const normalizeStoredAddresses = ({ database, jobs }: Pick<Platform, 'database' | 'jobs'>): void =>
  jobs.handle(normalizeStored, async (_, { signal }) => {
    for (let after = ''; ;) {
      const users = await oddUsers(database.db, after);
      for (const user of users) {
        signal.throwIfAborted();
        await database
          .transaction((tx) => normalizeUser(tx, user))
          .catch((error: unknown) => {
            // Another request took it at this moment: the next run finds two accounts.
            if (!isUniqueViolation(error)) throw error;
          });
      }
      const last = users.at(-1);
      if (!last) break;
      after = last.id;
    }
    await database.transaction(normalizeWritten);
  });

/** How many accounts have an address that another one has in its normal form. */
export const countSameAddresses = async (db: Db): Promise<number> => {
  const { count } = await db
    .selectFrom('users as u')
    .innerJoin('users as other', 'other.id', 'u.same_address_as')
    .where('u.same_address_as', 'is not', null)
    .where('u.deleted_at', 'is', null)
    .where('other.deleted_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
};
