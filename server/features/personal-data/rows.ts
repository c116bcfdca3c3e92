import { messages } from '#contract/messages.ts';
import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '#server/database/database.ts';
import { escapeLike } from '#server/database/escape-like.ts';
import type { AnyTable } from '#server/database/table.ts';
import { tables } from '#server/database/tables.ts';

/** A person as rows name them. */
export interface Subject {
  userId: string;
  email: string;
  fullName: string;
  /** Whether they confirmed the address. Without that, what others gave or wrote to it may be about another person. */
  ownsAddress: boolean;
}

/** A table with rows about persons. */
type PersonalTable = AnyTable & { person: NonNullable<AnyTable['person']> };

const isPersonal = (table: AnyTable): table is PersonalTable => table.person !== null;

/** How many tables stand between the rows of a table and their person. */
const distanceOf = ({ person }: AnyTable): number => (person?.rows.via ? 1 + distanceOf(person.rows.via.of) : 0);

/** The tables with rows about persons: rows that name other rows come before them. */
export const personalTables: readonly PersonalTable[] = tables
  .filter(isPersonal)
  .toSorted((one, other) => distanceOf(other) - distanceOf(one));

const listOf = (columns: string | readonly string[] = []): readonly string[] =>
  typeof columns === 'string' ? [columns] : columns;

/** Of every account, also where another person may own its address: that the school sent something there. */
const SENT: readonly string[] = ['sent_emails', 'refused_addresses'];

const conditionOf = ({ person }: AnyTable, subject: Subject): RawBuilder<boolean> => {
  const { userId, email, mentions, via } = person?.rows ?? {};
  const conditions: RawBuilder<unknown>[] = [];
  for (const column of listOf(userId)) conditions.push(sql`${sql.ref(column)} = ${subject.userId}`);
  if (email !== undefined && subject.ownsAddress) conditions.push(sql`${sql.ref(email)} = ${subject.email}`);
  for (const column of subject.ownsAddress ? listOf(mentions) : [])
    conditions.push(sql`${sql.ref(column)} LIKE ${`%"${escapeLike(subject.email)}"%`} ESCAPE '\\'`);
  if (via)
    conditions.push(sql`${sql.ref(via.column)} IN (
      SELECT ${sql.ref(via.key)} FROM ${sql.table(via.of.name)} WHERE ${conditionOf(via.of, subject)})`);
  return conditions.length === 0 ? sql<boolean>`1 = 0` : sql<boolean>`(${sql.join(conditions, sql` OR `)})`;
};

/** The rows of a table about a person, with these columns. */
export const readRows = async (
  db: Db,
  table: AnyTable,
  { columns, subject }: { columns: readonly string[]; subject: Subject },
): Promise<Record<string, unknown>[]> => {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT ${sql.join(columns.map((column) => sql.ref(column)))} FROM ${sql.table(table.name)}
    WHERE ${conditionOf(table, subject)}`.execute(db);
  return rows;
};

/** Values that are a name, and texts that people wrote. The others, such as `how` and `status`, only look like one. */
const NAMES: readonly string[] = ['name', 'fullName', 'person', 'account', 'recipientName'];
const WRITTEN: readonly string[] = ['reason', 'text', 'note', 'subject', 'message'];

/** JSON without the person in its texts. A name may look like JSON itself; one of a single word may be any word of a text. */
const withoutPersonIn = (json: string, { email, fullName }: Subject): string =>
  JSON.stringify(JSON.parse(json), (key, value: unknown) => {
    if (typeof value !== 'string') return value;
    const without = value.replaceAll(email, '');
    if (NAMES.includes(key) && without === fullName) return messages.people.deletedAccount;
    return WRITTEN.includes(key) && fullName.includes(' ')
      ? without.replaceAll(fullName, () => messages.people.deletedAccount)
      : without;
  });

/** Takes the person out of the JSON of these columns. */
const redact = async (
  tx: Tx,
  name: string,
  { columns, where, subject }: { columns: readonly string[]; where: RawBuilder<unknown>; subject: Subject },
): Promise<void> => {
  for (const column of columns) {
    const { rows } = await sql<{ json: string | null }>`
      SELECT DISTINCT ${sql.ref(column)} AS json FROM ${sql.table(name)} ${where}`.execute(tx);
    for (const { json } of rows) {
      const next = json === null ? null : withoutPersonIn(json, subject);
      if (next !== json)
        await sql`
          UPDATE ${sql.table(name)} SET ${sql.ref(column)} = ${next} ${where} AND ${sql.ref(column)} = ${json}`.execute(
          tx,
        );
    }
  }
};

const assignments = (set: object): RawBuilder<unknown> =>
  sql.join(Object.entries(set).map(([column, value]) => sql`${sql.ref(column)} = ${value}`));

/**
 * Deletes the rows about a person, or changes them, as the table says. Returns the number of rows by table. Rows that
 * are left to steps stay.
 */
export const eraseRows = async (tx: Tx, subject: Subject): Promise<Record<string, number>> => {
  const counts: Record<string, number> = {};
  for (const table of personalTables) {
    const { name, person } = table;
    const { onDeletion } = person;
    if (onDeletion === 'steps' || (typeof onDeletion === 'object' && 'keep' in onDeletion)) continue;
    const about = SENT.includes(name) ? { ...subject, ownsAddress: true } : subject;
    const where = sql`WHERE ${conditionOf(table, about)}`;
    // First, while `where` still finds the rows of the person.
    if (onDeletion !== 'delete') await redact(tx, name, { columns: onDeletion.withoutPerson ?? [], where, subject });
    const change =
      onDeletion === 'delete'
        ? sql`DELETE FROM ${sql.table(name)} ${where}`
        : sql`UPDATE ${sql.table(name)} SET ${assignments(onDeletion.set ?? {})} ${where}`;
    const { numAffectedRows = 0n } = await change.execute(tx);
    if (numAffectedRows > 0n) counts[name] = Number(numAffectedRows);
  }
  return counts;
};
