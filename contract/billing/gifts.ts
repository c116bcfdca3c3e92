import { z } from 'zod';
import { Subscription } from '../accounts/accounts.ts';
import { get, post, put, success, saying } from '../endpoint.ts';
import { email, Id, Instant, oneLine, orNothing, Paise, text } from '../fields.ts';
import { messages } from '../messages.ts';
import { Plan } from './plans.ts';
import { Opened } from '../access/rights.ts';

/** Whom a purchase is for, when it is not for the buyer. */
export const GiftBody = z.object({
  name: oneLine(100, messages.gifts.nameMissing),
  email: email(messages.gifts.emailMissing),
  message: orNothing(text(500, messages.gifts.nameMissing)).default(''),
  /** The day of the school's calendar on which it is sent; at once when absent. */
  sendOn: z.iso.date({ error: messages.gifts.badDay }).optional(),
});
export type GiftBody = z.output<typeof GiftBody>;

/** A gift as its giver sees it. */
export const Gift = z.object({
  _id: z.string(),
  /** refund_pending: cancelled, and the refund has not arrived; being_checked: its payment needs an admin. */
  state: z.enum(['scheduled', 'sent', 'redeemed', 'refund_pending', 'refunded', 'being_checked']),
  recipientName: z.string(),
  recipientEmail: z.string(),
  message: z.string(),
  planName: z.string(),
  amountInPaise: Paise,
  paidAt: Instant,
  sendOn: z.iso.date().nullable(),
  sentAt: Instant.nullable(),
  redeemedAt: Instant.nullable(),
  /** Until then the giver can cancel it; null when they cannot. */
  refundableUntil: Instant.nullable(),
});
export type Gift = z.output<typeof Gift>;

const ofGiver = { params: z.object({ giftId: Id }), notFound: 'gift_not_found' } as const;
/** From the link in the email. */
const byLink = { body: z.object({ token: z.string().min(1).max(100) }) } as const;

export const gifts = {
  list: get('/gifts', {
    access: 'user',
    summary: 'List the gifts that you bought, newest first',
    response: success({ gifts: z.array(Gift) }),
  }),
  createLink: post('/gifts/:giftId/link', {
    access: 'user',
    summary: 'Create another link to a gift of yours; those sent before stay valid',
    ...ofGiver,
    rateLimit: { perUser: 60 },
    errors: ['gift_redeemed', 'gift_not_valid'],
    response: saying('Link to the gift', { link: z.url() }),
  }),
  change: put('/gifts/:giftId', {
    access: 'user',
    summary: 'Change for whom a gift of yours is, and send it again; with another address earlier links stop working',
    ...ofGiver,
    body: GiftBody,
    errors: ['gift_redeemed', 'gift_not_valid', 'gift_sent_too_often', 'gift_sent_once'],
    response: saying('Saved. We email the gift on its day.', { gift: Gift }),
  }),
  refund: post('/gifts/:giftId/refund', {
    access: 'user',
    summary: 'Cancel a gift of yours inside the refund window, while nobody has redeemed it; the payment is refunded',
    ...ofGiver,
    errors: ['gift_redeemed', 'refund_not_possible'],
    response: saying('Gift cancelled. The refund is initiated.', { gift: Gift }),
  }),
  view: post('/gifts/view', {
    access: 'public',
    summary: 'Get the gift of a link: its giver and plan; after it is redeemed, only its recipient can get it',
    ...byLink,
    rateLimit: { perAddress: 300 },
    errors: ['gift_not_found', 'gift_redeemed', 'gift_not_valid'],
    response: saying('A gift', {
      giverName: z.string(),
      recipientName: z.string(),
      giftMessage: z.string(),
      planName: z.string(),
      opens: Opened,
      term: Plan.shape.term,
      /** You have redeemed it. */
      isRedeemed: z.boolean(),
    }),
  }),
  redeem: post('/gifts/redeem', {
    access: 'user',
    summary: 'Redeem the gift of a link: its term begins now, or when the access that you have ends',
    ...byLink,
    rateLimit: { perUser: 60 },
    errors: ['gift_not_found', 'gift_redeemed', 'gift_not_valid', 'gift_not_needed', 'admin_has_access'],
    response: saying('Your gift is redeemed. Enjoy your courses.', { subscription: Subscription }),
  }),
};
