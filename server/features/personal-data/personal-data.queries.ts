import { createWriter, say } from '#contract/languages/say.ts';
import { messages } from '#contract/messages.ts';
import { sql } from 'kysely';
import { availableLanguages, languageOf } from '#server/languages.ts';
import type { Db, Tx } from '#server/database/database.ts';
import { escapeLike } from '#server/database/escape-like.ts';
import type { SchoolLanguages } from '#server/own-words.ts';
import { changesRow, hasRow } from '#server/database/outcomes.ts';
import type { Subject } from './rows.ts';
import type { AccountDeletionRow, DataExportRow } from '#server/database/tables/people.ts';

export const findLatestExport = (db: Db, userId: string): Promise<DataExportRow | undefined> =>
  db
    .selectFrom('data_exports')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('requested_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();

export const findExport = (db: Db, id: string): Promise<DataExportRow | undefined> =>
  db.selectFrom('data_exports').selectAll().where('id', '=', id).executeTakeFirst();

export const insertExport = (tx: Tx, row: DataExportRow) => tx.insertInto('data_exports').values(row).execute();

/** False when it is gone, or was finished before. */
export const finishExport = (
  tx: Tx,
  id: string,
  ready: Pick<DataExportRow, 'ready_at' | 'file_key' | 'size_bytes' | 'expires_at'>,
): Promise<boolean> =>
  changesRow(tx.updateTable('data_exports').set(ready).where('id', '=', id).where('ready_at', 'is', null));

/** Removes exports, and returns the keys of their files. */
export const deleteExports = async (
  tx: Tx,
  of: { userId: string } | { before: number },
): Promise<(string | null)[]> => {
  const expired = tx.deleteFrom('data_exports').returning('file_key');
  const rows = await (
    'userId' in of ? expired.where('user_id', '=', of.userId) : expired.where('expires_at', '<', of.before)
  ).execute();
  return rows.map((row) => row.file_key);
};

export const findDeletion = (db: Db, userId: string): Promise<AccountDeletionRow | undefined> =>
  db.selectFrom('account_deletions').selectAll().where('user_id', '=', userId).executeTakeFirst();

export const listDeletions = (db: Db, limit: number) =>
  db
    .selectFrom('account_deletions as d')
    .innerJoin('users as u', 'u.id', 'd.user_id')
    .selectAll('d')
    .select(['u.full_name', 'u.email'])
    .orderBy('d.requested_at', 'desc')
    .orderBy('d.user_id')
    .limit(limit)
    .execute();

/** False when one is planned already. */
export const insertDeletion = (tx: Tx, row: AccountDeletionRow): Promise<boolean> =>
  hasRow(
    tx
      .insertInto('account_deletions')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .returning('user_id'),
  );

/** False once its steps have begun. */
export const chooseAgain = (
  tx: Tx,
  userId: string,
  choices: Pick<AccountDeletionRow, 'keeps_posts' | 'keeps_certificates'>,
): Promise<boolean> =>
  changesRow(
    tx.updateTable('account_deletions').set(choices).where('user_id', '=', userId).where('started_at', 'is', null),
  );

/** False once its steps have begun. */
export const deletePlanned = (tx: Tx, userId: string): Promise<boolean> =>
  changesRow(tx.deleteFrom('account_deletions').where('user_id', '=', userId).where('started_at', 'is', null));

export const listDue = async (db: Db, now: number): Promise<string[]> => {
  const rows = await db
    .selectFrom('account_deletions')
    .select('user_id')
    .where('done_at', 'is', null)
    .where('deletes_at', '<=', now)
    .orderBy('deletes_at')
    .limit(100)
    .execute();
  return rows.map((row) => row.user_id);
};

export const startDeletion = (db: Db, userId: string, now: number): Promise<AccountDeletionRow | undefined> =>
  db
    .updateTable('account_deletions')
    .set((eb) => ({ started_at: eb.fn.coalesce('started_at', eb.val(now)) }))
    .where('user_id', '=', userId)
    .where('done_at', 'is', null)
    .where('deletes_at', '<=', now)
    .returningAll()
    .executeTakeFirst();

export const finishDeletion = (tx: Tx, userId: string, done: Pick<AccountDeletionRow, 'done_at' | 'removed'>) =>
  tx
    .updateTable('account_deletions')
    .set({ ...done, reason: '' })
    .where('user_id', '=', userId)
    .execute();

/** The posts of a user in discussions: the ids of questions, and of answers with their questions. */
export const listPosts = async (db: Db, userId: string) => {
  const questions = await db
    .selectFrom('lecture_questions')
    .select('id')
    .where('user_id', '=', userId)
    .where('standing', '<>', 'deleted')
    .execute();
  const answers = await db
    .selectFrom('lecture_answers')
    .select(['id as answerId', 'question_id as questionId'])
    .where('user_id', '=', userId)
    .execute();
  return { questions: questions.map(({ id }) => id), answers };
};

export const listReviews = async (db: Db, userId: string): Promise<string[]> =>
  (await db.selectFrom('reviews').select('id').where('user_id', '=', userId).execute()).map(({ id }) => id);

/** Those that are neither revoked nor reissued. */
export const countCertificates = async (db: Db, userId: string): Promise<number> => {
  const { count } = await db
    .selectFrom('certificates')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('superseded_by', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
};

/** Undefined for an account that is gone. */
export const findSubject = async (db: Db, userId: string): Promise<Subject | undefined> => {
  const row = await db
    .selectFrom('users')
    .select(['id as userId', 'email', 'full_name as fullName', 'email_confirmed_at as confirmedAt'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return row && { userId, email: row.email, fullName: row.fullName, ownsAddress: row.confirmedAt !== null };
};

const NAME = '\u0000';
const NAMED = { byName: NAME, giver: NAME, name: NAME, courseTitle: '%', amount: '%', how: '%' };

/** The subjects of emails to others that have a name. */
const NAMED_SUBJECTS = [
  say('{byName} asked a question', NAMED),
  say('{byName} answered your question', NAMED),
  say('{byName} answered a question that you follow', NAMED),
  say('{byName} answered your review', NAMED),
  // Each form of a plural, in every language.
  ...[1, 2, 3, 11].map((stars) =>
    say('{byName} gave {courseTitle} {stars, plural, one {# star} other {# stars}}', { ...NAMED, stars }),
  ),
  say('{giver} has a gift for you', NAMED),
  say('{byName} says that {amount} was paid {how}', NAMED),
  say('Message from {name}', NAMED),
];

/** Any words, in place of what they say of others. */
const anyWords = (text: string): string => text.split('%').map(RegExp.escape).join('.*');

/** The subjects with a name, in every language and in the words of the school. */
const subjectsWith = (fullName: string, school: SchoolLanguages): RegExp[] => {
  const codes = availableLanguages().map(({ code }) => code);
  const languages = codes.flatMap((code) => [languageOf(code), school.languageOf(code)]);
  const subjects = [...new Set(languages)].flatMap((language) => {
    const write = createWriter(language, { money: String, date: String, time: String });
    return NAMED_SUBJECTS.map((subject) => write(subject).replaceAll(/\d+/g, '%'));
  });
  return [...new Set(subjects)].map((subject) => {
    const [before = '', after = ''] = subject.split(NAME).map(anyWords);
    return new RegExp(`^(${before})${RegExp.escape(fullName)}(${after})$`, 's');
  });
};

/**
 * Takes a name out of subjects such as `Meera Nair asked a question`, which the teacher got. While another user has the same
 * name, nothing says whose it is. The records stay: an email is not sent twice.
 */
export const takeOutOfSubjects = async (
  tx: Tx,
  { userId, fullName }: Subject,
  school: SchoolLanguages,
): Promise<void> => {
  const namesake = tx.selectFrom('users').select('id').where('full_name', '=', fullName).where('id', '<>', userId);
  if (await hasRow(namesake.limit(1))) return;
  const named = await tx
    .selectFrom('sent_emails')
    .select(['id', 'address', 'subject'])
    .where(sql<boolean>`subject LIKE ${`%${escapeLike(fullName)}%`} ESCAPE '\\'`)
    .execute();
  if (named.length === 0) return;
  const subjects = subjectsWith(fullName, school);
  for (const { id, address, subject } of named) {
    const found = subjects.find((one) => one.test(subject));
    if (!found) continue;
    await tx
      .updateTable('sent_emails')
      .set({ subject: subject.replace(found, `$1${messages.people.deletedAccount}$2`) })
      .where('id', '=', id)
      .where('address', '=', address)
      .execute();
  }
};
