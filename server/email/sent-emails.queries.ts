import { normalEmail } from '#contract/email-address.ts';
import { sql } from 'kysely';
import type { Db } from '#server/database/database.ts';
import { hasRow } from '#server/database/outcomes.ts';
import { contains } from '#server/database/contains.ts';
import { deleteInParts } from '#server/database/delete-in-parts.ts';

const MAX_SUBJECT = 300;

/** A retry of the same email updates its row. */
export const recordSent = async (
  db: Db,
  { id, addresses, subject, now }: { id: string; addresses: readonly string[]; subject: string; now: number },
): Promise<void> => {
  const rows = [...new Set(addresses)].map((address) => ({
    id,
    address: normalEmail(address),
    subject: subject.slice(0, MAX_SUBJECT),
    sent_at: now,
  }));
  await db
    .insertInto('sent_emails')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};

export const wasSent = (db: Db, id: string): Promise<boolean> =>
  hasRow(db.selectFrom('sent_emails').select('id').where('id', '=', id).limit(1));

/** Those of some emails that were sent, or stored without a mail server. */
export const sentAmong = async (db: Db, ids: readonly string[]): Promise<string[]> => {
  const rows = await db.selectFrom('sent_emails').select('id').distinct().where('id', 'in', ids).execute();
  return rows.map(({ id }) => id);
};

/** Returns how many there were. */
export const deleteSentIn = (db: Db, { from, before }: { from: number; before: number }): Promise<number> => {
  const old = db.selectFrom('sent_emails').select('id').where('sent_at', '>=', from).where('sent_at', '<', before);
  const sent = db.deleteFrom('sent_emails').where('sent_at', '>=', from).where('sent_at', '<', before);
  return deleteInParts((limit) => sent.where('id', 'in', old.limit(limit)));
};

/** Emails sent to an address, the newest first. */
export const sentTo = (db: Db, address: string, limit: number) =>
  db
    .selectFrom('sent_emails')
    .select(['id', 'subject', 'sent_at'])
    .where('address', '=', address)
    .orderBy('sent_at', 'desc')
    .limit(limit)
    .execute();

interface SentPage {
  /** In the subject or the address. */
  search: string;
  sort: 'sent' | '-sent' | 'subject' | '-subject';
  limit: number;
  offset: number;
}

/** The emails that the mail server got, one row for each address, and how many there are. */
export const pageOfSent = async (db: Db, { search, sort, limit, offset }: SentPage) => {
  const matching = db
    .selectFrom('sent_emails')
    .$if(search !== '', (query) =>
      query.where(({ or }) =>
        or([contains(db, sql`subject`, search), contains(db, sql`address`, normalEmail(search))]),
      ),
    );
  const { total } = await matching.select(({ fn }) => fn.countAll<number>().as('total')).executeTakeFirstOrThrow();
  const emails = await matching
    .select(['id', 'address', 'subject', 'sent_at'])
    .orderBy(sort.endsWith('subject') ? 'subject' : 'sent_at', sort.startsWith('-') ? 'desc' : 'asc')
    .orderBy('id')
    .orderBy('address')
    .limit(limit)
    .offset(offset)
    .execute();
  return { emails, total };
};
