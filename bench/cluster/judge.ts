import { sql } from 'kysely';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import type { Database } from '#server/database/database.ts';
import { VIEWER_ID } from '../fill.ts';
import type { Buyer } from './buyer.ts';
import type { Cluster } from './services.ts';
import { lecturesOf } from '../school.ts';
import { loadSegment, openLecture } from '../viewer.ts';
import { bearer, read, type Visitor } from '../visitor.ts';

const SETTLE_MS = 180_000;
/** The reconciliation finds what no webhook reported. */
const PAYMENTS_MS = 600_000;
const LOOK_EVERY_MS = 500;

/** Waits until this is so; returns whether it is. */
const isSoWithin = async (ms: number, isSo: () => Promise<boolean>): Promise<boolean> => {
  const giveUpAt = performance.now() + ms;
  while (!(await isSo())) {
    if (performance.now() > giveUpAt) return false;
    await setTimeout(LOOK_EVERY_MS);
  }
  return true;
};

/** Waits until no job is due or running; returns those that are, or were given up. */
export const settleJobs = async ({ db }: Database): Promise<string[]> => {
  const openJobs = () =>
    db
      .selectFrom('jobs')
      .select(['name', 'state', 'last_error'])
      .where(({ eb, and, or }) =>
        or([
          eb('state', '=', 'running'),
          and([eb('state', '=', 'waiting'), or([eb('attempts', '>', 0), eb('run_at', '<=', Date.now())])]),
        ]),
      )
      .execute();
  await isSoWithin(SETTLE_MS, async () => (await openJobs()).length === 0);
  const failed = await db
    .selectFrom('jobs')
    .select(['name', 'state', 'last_error'])
    .where('state', '=', 'failed')
    .execute();
  return [...(await openJobs()), ...failed].map(
    ({ name, state, last_error: error }) => `${name} is ${state}: ${error}`,
  );
};

/**
 * What is wrong with the emails: each job of an email arrived, and every buyer received what the first one did, once. An
 * email that arrives again under the same Message-ID is the same email.
 */
export const wrongEmails = async ({ database, smtp }: Cluster, buyers: readonly Buyer[]) => {
  const sent = smtp.emails.map(({ data, recipients }) => ({
    id: /^Message-ID: <([^@>]+)/im.exec(data)?.[1] ?? '',
    // Without the number of the receipt.
    subject: /^Subject: ([^:\r\n]*)/im.exec(data)?.[1]?.trim() ?? '',
    to: recipients.join(', '),
  }));
  const byId = new Map(sent.map((email) => [email.id, email]));
  const jobs = await database.db.selectFrom('jobs').select('id').where('name', '=', 'mail.send').execute();
  const lacking = jobs.filter(({ id }) => !byId.has(id)).map(({ id }) => `the email of job ${id} was not sent`);
  const receivedBy = ({ email }: Buyer): string =>
    [...byId.values()]
      .flatMap(({ to, subject }) => (to === email ? [subject] : []))
      .toSorted()
      .join(', ');
  const [first] = buyers;
  const expected = first && receivedBy(first);
  const differing = buyers.flatMap((buyer) => {
    const received = receivedBy(buyer);
    return received === expected ? [] : [`${buyer.email} received ${received}, not ${expected}`];
  });
  return { wrong: [...lacking, ...differing], emails: byId.size, repeated: sent.length - byId.size };
};

const Record = z.object({ id: z.string(), amount: z.int(), status: z.string(), subscription_id: z.string() });

/** What the provider's books have: captured payments by id, in paise. */
const booksOf = async ({ db }: Database): Promise<Map<string, number>> => {
  const rows = await db.selectFrom('sandbox_records').select('record').where('kind', '=', 'payments').execute();
  const payments = rows.map(({ record }) => Record.parse(JSON.parse(record)));
  return new Map(payments.filter(({ status }) => status === 'captured').map(({ id, amount }) => [id, amount]));
};

const Me = z.object({ user: z.object({ subscription: z.object({ status: z.string() }).loose() }) });

const ledgerOf = ({ db }: Database) =>
  db
    .selectFrom('payments')
    .select(['provider_payment_id as id', 'amount_in_paise', 'confirmed', 'receipt_no'])
    .where('user_id', 'not like', `${VIEWER_ID}%`)
    .where('status', '=', 'captured')
    .execute();

/** Whether the ledger has every payment, however it learned of it. */
const isLedgerComplete = async (database: Database): Promise<boolean> => {
  const confirmed = new Set((await ledgerOf(database)).flatMap((row) => (row.confirmed === 1 ? [row.id] : [])));
  return [...(await booksOf(database)).keys()].every((id) => confirmed.has(id));
};

/** Differences between the provider's books, the ledger, receipts and access. */
export const wrongPayments = async ({ database }: Cluster, visitor: Visitor, buyers: readonly Buyer[]) => {
  const startedAt = performance.now();
  await isSoWithin(PAYMENTS_MS, () => isLedgerComplete(database));
  const waitedSeconds = (performance.now() - startedAt) / 1000;
  await settleJobs(database);
  const [books, ledger] = [await booksOf(database), await ledgerOf(database)];
  const wrong = ledger.flatMap(({ id, amount_in_paise: amount, receipt_no: receipt }) => [
    ...(books.get(id) === amount ? [] : [`${id}: ${amount} here, ${books.get(id)} there`]),
    ...(receipt === null ? [`${id} has no receipt`] : []),
  ]);
  const known = new Set(ledger.map(({ id }) => id));
  for (const id of books.keys()) if (!known.has(id)) wrong.push(`${id} is not in the ledger`);
  for (const { email, token } of buyers) {
    const me = await visitor.step('access at the end', '/api/v1/user/me', { headers: bearer(token) });
    if (read(Me, me).user.subscription.status !== 'active') wrong.push(`${email} has no access`);
  }
  wrong.push(...(await wrongReceipts(database, books.size)));
  return { wrong, payments: ledger.length, waitedSeconds };
};

/** Numbers without a gap, one for each payment. */
const wrongReceipts = async ({ db }: Database, payments: number): Promise<string[]> => {
  const receipts = await db.selectFrom('receipts').select(['number', 'payment_id']).orderBy('number').execute();
  const gaps = receipts.flatMap(({ number }, index) =>
    Number(number.slice(-6)) === index + 1 ? [] : [`receipt ${number} is the ${index + 1}th`],
  );
  const paid = new Set(receipts.map(({ payment_id: payment }) => payment)).size;
  const isOneEach = receipts.length === payments && paid === payments;
  return isOneEach ? gaps : [...gaps, `${receipts.length} receipts of ${paid} payments, not ${payments}`];
};

/** Uploaded lectures that were not processed, that do not play to the end, or that share a file. */
export const wrongVideos = async (
  { database: { db } }: Cluster,
  visitor: Visitor,
  { courseId, lectureIds }: { courseId: string; lectureIds: readonly string[] },
): Promise<string[]> => {
  const lectures = new Map((await lecturesOf(visitor, courseId)).map((lecture) => [lecture._id, lecture]));
  const wrong =
    lectures.size === lectureIds.length ? [] : [`${lectures.size} lectures of ${lectureIds.length} uploads`];
  for (const id of lectureIds) {
    const lecture = lectures.get(id);
    if (lecture?.state !== 'ready' || lecture.hls === null) {
      wrong.push(`lecture ${id} is ${lecture?.state ?? 'missing'}`);
      continue;
    }
    for (const segment of await openLecture(visitor, lecture.hls)) await loadSegment(visitor, segment);
  }
  const { rows } = await sql<{ key: string }>`
    SELECT key FROM media_files GROUP BY key HAVING count(DISTINCT lecture_id) > 1`.execute(db);
  return [...wrong, ...rows.map(({ key }) => `${key} belongs to two lectures`)];
};
