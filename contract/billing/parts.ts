import { z } from 'zod';
import { get, post, saying, success } from '../endpoint.ts';
import { Id, Instant, Paise, text } from '../fields.ts';
import { PurchaseInParts } from './part-fields.ts';
import { partMessages as words } from './part-messages.ts';
import { StartedCheckout } from './payments.ts';

const ofPurchase = { params: z.object({ paymentId: Id }), notFound: 'payment_not_found' } as const;
const n = z.int().min(2).max(12);
const reason = text(500, words.reasonMissing);
const changed = { purchase: PurchaseInParts };

/** A purchase of which a part is not paid although its day is over. */
const Overdue = PurchaseInParts.extend({
  user: z.object({ _id: z.string(), fullName: z.string(), email: z.string() }),
  /** What is left to pay of the parts whose day is over. */
  owedInPaise: Paise,
  /** The day of the oldest of them, and how many days ago that was. */
  dueOn: z.iso.date(),
  daysOverdue: z.int(),
  remindedAt: Instant.nullable(),
  /** An offline payment of it waits to be confirmed. */
  isWaiting: z.boolean(),
});
export type Overdue = z.output<typeof Overdue>;

export const parts = {
  mine: get('/user/parts', {
    access: 'user',
    summary: 'List your purchases that are paid in parts, newest first: what is paid, what is due, and when',
    response: success({
      purchases: z.array(PurchaseInParts.extend({ isWaiting: Overdue.shape.isWaiting })).max(50),
    }),
  }),
  start: post('/payments/parts/:paymentId/start', {
    access: 'user',
    summary: 'Start a checkout for the next part of a purchase, or for all parts up to one',
    ...ofPurchase,
    body: z.object({
      /** The last part that is paid with it; the next one when absent. */
      upTo: n.optional(),
    }),
    errors: ['nothing_left_to_pay', 'selling_off', 'provider_failed'],
    response: saying('Checkout started', { ...StartedCheckout, amountInPaise: Paise }),
  }),
  overdue: get('/admin/parts/overdue', {
    access: 'admin',
    summary: 'List who owes a part whose day is over, the longest first',
    query: z.object({
      limit: z.coerce.number().int().min(1).max(100).default(50),
      cursor: z.string().max(100).optional(),
    }),
    response: success({
      purchases: z.array(Overdue),
      nextCursor: z.string().nullable(),
      /** Of all. */
      total: z.object({ people: z.int(), owedInPaise: Paise }),
    }),
  }),
  ofPurchase: get('/admin/parts/:paymentId', {
    access: 'admin',
    summary: 'Get the parts of a purchase; any of its payments names it',
    ...ofPurchase,
    response: success(changed),
  }),
  remind: post('/admin/parts/:paymentId/remind', {
    access: 'admin',
    audit: 'itself',
    summary: 'Remind the buyer now of the parts that are due',
    ...ofPurchase,
    errors: ['nothing_left_to_pay'],
    response: saying(words.reminded, changed),
  }),
  postpone: post('/admin/parts/:paymentId/postpone', {
    access: 'admin',
    audit: 'itself',
    summary: 'Postpone a part to a later day; access that was paused for it comes back',
    ...ofPurchase,
    body: z.object({ n, until: z.iso.date({ error: words.dayMissing }), reason }),
    incomplete: words.reasonMissing,
    errors: ['part_not_open'],
    response: saying(words.postponed, changed),
  }),
  writeOff: post('/admin/parts/:paymentId/write-off', {
    access: 'admin',
    audit: 'itself',
    needsConfirmation: true,
    summary: 'Write off what is left of a part: it is not owed any more, and access that was paused for it comes back',
    ...ofPurchase,
    body: z.object({ n, reason }),
    incomplete: words.reasonMissing,
    errors: ['part_not_open'],
    response: saying(words.writtenOff, changed),
  }),
  undo: post('/admin/parts/:paymentId/undo', {
    access: 'admin',
    audit: 'itself',
    summary: 'Undo that a part was postponed or written off',
    ...ofPurchase,
    body: z.object({ n }),
    errors: ['part_not_open'],
    response: saying(words.undone, changed),
  }),
};
