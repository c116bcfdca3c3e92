import { Readable } from 'node:stream';
import type { z } from 'zod';
import type { SalesPayment } from '#contract/sales.ts';

type Payment = z.input<typeof SalesPayment>;

const COLUMNS: [title: string, value: (payment: Payment) => string | null][] = [
  ['Payment', (payment) => payment.paymentId],
  ['Subscription', (payment) => payment.subscriptionId],
  ['Status', (payment) => payment.status],
  ['Started', (payment) => payment.startedAt],
  ['Paid', (payment) => payment.paidAt],
  ['Name', (payment) => payment.userName],
  ['Email', (payment) => payment.userEmail],
  ['Amount', (payment) => inUnits(payment.amountInPaise)],
  ['Refunded', (payment) => inUnits(payment.refundedInPaise)],
  ['Currency', (payment) => payment.currency],
  ['Paid with', (payment) => payment.paidWith],
  ['Access until', (payment) => payment.accessUntil],
  ['Mode', (payment) => payment.mode],
];

const inUnits = (inPaise: number): string =>
  `${(inPaise - (inPaise % 100)) / 100}.${String(inPaise % 100).padStart(2, '0')}`;

/** A cell that a spreadsheet would run as a formula becomes text. */
const cell = (value: string | null): string => {
  const text = (value ?? '').replaceAll('\u0000', '');
  const isFormula = /^\s*[=+\-@\t\r|]/.test(text);
  return `"${isFormula ? "'" : ''}${text.replaceAll('"', '""')}"`;
};

const lineOf = (cells: (string | null)[]): string => `${cells.map(cell).join(',')}\r\n`;

async function* linesOf(payments: AsyncIterable<Payment>): AsyncGenerator<string> {
  // The mark by which spreadsheets know UTF-8.
  yield `\uFEFF${lineOf(COLUMNS.map(([title]) => title))}`;
  for await (const payment of payments) yield lineOf(COLUMNS.map(([, value]) => value(payment)));
}

/** Payments as a CSV file, written while it is sent: a few hundred are in memory at a time. */
export const paymentsCsv = (payments: AsyncIterable<Payment>): Readable => Readable.from(linesOf(payments));
