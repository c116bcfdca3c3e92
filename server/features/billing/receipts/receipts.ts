import { z } from 'zod';
import { messages } from '#contract/messages.ts';
import { Mode as ModeField, type ReceiptLink } from '#contract/billing/payments.ts';
import { createCalendar, type SchoolCalendar } from '#server/calendar.ts';
import { toInstant } from '#server/clock.ts';
import type { Tx } from '#server/database/database.ts';
import { lockUsers } from '#server/database/lock-users.ts';
import { fail } from '#server/errors.ts';
import { SOURCE_LANGUAGE } from '#contract/school/language-paths.ts';
import { type Attachment, WrittenEmail } from '#server/email/mailer.ts';
import { defineJob, type Jobs } from '#server/jobs/jobs.ts';
import { createDrawings } from '#server/pdf/drawings.ts';
import type { BillingPlatform } from '../billing-platform.ts';
import { sendTime } from '../plans/plans.ts';
import { type Mode, MODES } from '../provider/provider.ts';
import { ReceiptDocument } from './document.ts';
import { createReceiptIssuer, type Seller } from './issue.ts';
import { defineReceiptTexts, receiptEmail } from './receipt-email.ts';
import { sheetOf } from './receipt-sheet.ts';
import { documentsOf, findReceipt, receiptsOf, replaceDocument, usersWithDue } from './receipts.queries.ts';
import { sellerOf } from './seller.ts';

export { ReceiptDocument } from './document.ts';

const issueReceipts = defineJob({
  name: 'receipts.issue',
  lane: 'accounting',
  payload: z.object({ mode: ModeField, userId: z.string() }),
});

/** The previous version enqueues the emails of receipts. */
const sendReceipt = defineJob({
  name: 'receipts.send',
  lane: 'email',
  payload: z.object({ number: z.string(), email: WrittenEmail }),
});

/** A receipt has some 60 KB; a logo adds to that. A larger one stays in the profile alone. */
const MAX_ATTACHED_BYTES = 2 * 1024 * 1024;

/**
 * Issues the receipts and credit notes that are due to these users when the caller's transaction has committed: other purchases
 * do not wait for the next number until then.
 */
export const enqueueReceipts = async (tx: Tx, jobs: Jobs, userIds: readonly string[], mode: Mode): Promise<void> => {
  const due = userIds.length === 0 ? [] : await usersWithDue(tx, userIds, mode);
  await jobs.enqueueAll(
    tx,
    issueReceipts,
    due.map((userId) => ({ payload: { mode, userId } })),
  );
};

type FoundReceipt = NonNullable<Awaited<ReturnType<typeof findReceipt>>>;

export type Receipts = ReturnType<typeof createReceipts>;

export const createReceipts = ({
  database,
  jobs,
  clock,
  notices,
  mailer,
  settings,
  branding,
  pdf,
  ownWords,
  config: { currencySymbol },
}: BillingPlatform) => {
  const { db } = database;
  defineReceiptTexts(mailer.texts, currencySymbol);
  const seller = async (tx: Tx): Promise<Seller> => {
    const { brandName: name } = await settings.school(tx);
    return sellerOf(await settings.seller(tx), { name, currencySymbol, languages: await settings.languages(tx) });
  };
  const drawings = createDrawings(pdf);

  /** The days of a receipt stay those of its sale when the school moves to another zone. */
  const calendarOf = async ({ time_zone: timeZone }: { time_zone: string | null }): Promise<SchoolCalendar> =>
    timeZone === null ? settings.calendar() : createCalendar(timeZone);

  const draw = async (receipt: FoundReceipt): Promise<Buffer> => {
    const { number, document, user_id: owner } = receipt;
    const calendar = await calendarOf(receipt);
    const look = await branding.look();
    const { languageOf, version } = await ownWords.read();
    const name = [number, calendar.timeZone, look.accent, look.logo?.key, version].join(' ');
    const format = { currencySymbol, calendar, look, languageOf };
    const sheet = () => sheetOf(ReceiptDocument.parse(JSON.parse(document)), format);
    return drawings(name, sheet, owner);
  };

  /** The profile has the PDF too, so that an email without it is better than none. */
  const attachmentsOf = async (number: string): Promise<Attachment[]> => {
    const row = await findReceipt(db, number);
    const pdf = row && (await draw(row).catch(() => undefined));
    const isAttached = pdf !== undefined && pdf.length <= MAX_ATTACHED_BYTES;
    return isAttached ? [{ filename: `${number}.pdf`, content: pdf }] : [];
  };

  const issue = createReceiptIssuer(seller, async (tx, issued) => {
    const calendar = await settings.calendar(tx);
    await notices.notify(
      tx,
      issued.map(({ userId, document: { number, kind, amountInPaise, issuedAt, refund }, gift }) => ({
        userId,
        dedupeKey: `receipt:${number}`,
        content: {
          kind: 'receipt',
          number,
          amountInPaise,
          isRefund: kind === 'credit_note',
          ...(refund?.how === 'reversal' && { isReversal: true }),
          gift: gift
            ? { recipientName: gift.recipientName, at: toInstant(sendTime(gift.sendOn, calendar, issuedAt)) }
            : null,
        },
      })),
    );
  });
  notices.setEmail('receipt', {
    compose: async ({ number, gift }) => {
      const row = await findReceipt(db, number);
      if (!row) return 'withdrawn';
      const { brandName: school } = await settings.school();
      const format = { currencySymbol, calendar: await calendarOf(row), school };
      const delivery = gift ? { recipientName: gift.recipientName, at: Date.parse(gift.at) } : undefined;
      const email = receiptEmail(ReceiptDocument.parse(JSON.parse(row.document)), format, delivery);
      return { email, attachments: await attachmentsOf(number) };
    },
  });
  jobs.handle(sendReceipt, async ({ number, email }, { id }) => {
    // Of earlier versions, which wrote English.
    await mailer.deliver(id, { language: SOURCE_LANGUAGE, ...email }, await attachmentsOf(number));
  });
  jobs.handleTogether(issueReceipts, async (dues) => {
    for (const mode of MODES) {
      const userIds = [...new Set(dues.flatMap((due) => (due.mode === mode ? [due.userId] : [])))];
      if (userIds.length === 0) continue;
      await database.transaction(async (tx) => {
        await lockUsers(tx, userIds);
        await issue(tx, userIds, { mode, now: clock.now() });
      });
    }
  });

  return {
    /** Whether receipts are tax invoices, which name the buyer's state. */
    asksBuyerState: async (): Promise<boolean> => (await settings.seller()).gstin !== '',
    /** A receipt as PDF, for its buyer and for admins. Throws `receipt_not_found` and `pdf_not_drawn`. */
    pdfOf: async (number: string, { id, seesAll }: { id: string; seesAll: boolean }): Promise<Buffer> => {
      const row = await findReceipt(db, number);
      if (!row || (row.user_id !== id && !seesAll)) throw fail('receipt_not_found');
      return draw(row);
    },
    /** Takes a deleted account out of its documents: numbers, amounts, dates, tax and a business stay. */
    forgetBuyer: async (tx: Tx, userId: string): Promise<void> => {
      for (const { number, document } of await documentsOf(tx, userId)) {
        const { buyer, ...rest } = ReceiptDocument.parse(JSON.parse(document));
        const name = buyer.business ? buyer.name : messages.people.deletedAccount;
        await replaceDocument(tx, number, JSON.stringify({ ...rest, buyer: { ...buyer, name, email: '' } }));
      }
    },
    /** The receipts of these payments, by the payment's provider id. */
    linksOf: async (providerPaymentIds: readonly string[]): Promise<Map<string, z.input<typeof ReceiptLink>[]>> => {
      const rows = providerPaymentIds.length === 0 ? [] : await receiptsOf(db, providerPaymentIds);
      const links = rows.map((row) => ({
        paymentId: row.payment_id,
        number: row.number,
        kind: row.kind,
        amountInPaise: row.amount_in_paise,
        issuedAt: toInstant(row.issued_at),
      }));
      return Map.groupBy(links, ({ paymentId }) => paymentId);
    },
  };
};
