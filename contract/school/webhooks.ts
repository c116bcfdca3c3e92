import { z } from 'zod';
import { del, get, post, put, success, saying } from '../endpoint.ts';
import { Id, Instant, Paise } from '../fields.ts';
import { PaidParts } from '../billing/part-fields.ts';
import { Way } from '../billing/way-names.ts';
import { webhookMessages as words } from './webhook-messages.ts';

const user = { userId: z.string().nullable().meta({ description: 'Null when the account was deleted' }) };
const inCourse = { ...user, courseId: z.string() };
const payment = { ...user, paymentId: z.string(), amountInPaise: Paise };

/** What a message of each kind says; each is an event of the audit. */
export const WebhookData = {
  /**
   * `method` is `online` for the payment provider, and absent from messages of earlier versions. `parts` are those that the payment
   * paid, of a purchase in parts.
   */
  purchase: z.object({
    ...payment,
    currency: z.string(),
    method: Way.optional(),
    batchId: z.string().optional(),
    parts: PaidParts.optional(),
  }),
  refund: z.object({ ...payment, refundId: z.string() }),
  registration: z.object(user),
  completion: z.object(inCourse),
  certificate: z.object({ ...inCourse, code: z.string() }),
  review: z.object({ ...inCourse, reviewId: z.string(), stars: z.int() }),
};
export type WebhookEvent = keyof typeof WebhookData;

export const WEBHOOK_EVENTS = [
  'purchase',
  'refund',
  'registration',
  'completion',
  'certificate',
  'review',
] as const satisfies WebhookEvent[];

export const WEBHOOK_SUMMARIES: Record<WebhookEvent, string> = {
  purchase: 'A payment was captured',
  refund: 'A refund was processed',
  registration: 'A person registered',
  completion: 'A learner completed a course',
  certificate: 'A certificate was issued',
  review: 'A review was published or changed',
};

/** The body of a message. */
export const webhookBody = (event: WebhookEvent) =>
  z.object({ type: z.literal(event), timestamp: Instant, data: WebhookData[event] });

const Events = z
  .array(z.enum(WEBHOOK_EVENTS))
  .min(1, words.eventMissing)
  .max(WEBHOOK_EVENTS.length)
  .transform((events) => WEBHOOK_EVENTS.filter((event) => events.includes(event)));

const Address = z.url({ protocol: /^https?$/, error: words.badUrl }).max(500, words.badUrl);

export const Webhook = z.object({
  _id: z.string(),
  url: z.string(),
  events: z.array(z.enum(WEBHOOK_EVENTS)),
  createdAt: Instant,
  /** Since when messages were given up, without a later one that arrived. */
  failingSince: Instant.nullable(),
});
export type Webhook = z.output<typeof Webhook>;

const ListedWebhook = Webhook.extend({
  /** How many messages are tried again after a try that failed. */
  retrying: z.int(),
});
export type ListedWebhook = z.output<typeof ListedWebhook>;

export const WebhookMessage = z.object({
  /** The header `webhook-id`. */
  _id: z.string(),
  event: z.string(),
  state: z.enum(['waiting', 'sent', 'failed']),
  tries: z.int(),
  createdAt: Instant,
  lastTryAt: Instant.nullable(),
  /** When it is tried again after a try that failed. */
  nextTryAt: Instant.nullable(),
  /** The status of the last response, or null without one. */
  status: z.int().nullable(),
  /** The beginning of the last response, or why there was none. */
  response: z.string(),
});
export type WebhookMessage = z.output<typeof WebhookMessage>;

const ofWebhook = { params: z.object({ webhookId: Id }), notFound: 'webhook_not_found' } as const;
const changing = { access: 'admin', audit: 'webhook_changed', needsConfirmation: true } as const;
const withSecret = { webhook: Webhook, secret: z.string() };

export const webhooks = {
  list: get('/admin/webhooks', {
    access: 'admin',
    summary: 'List the addresses that messages about events are sent to',
    response: success({ webhooks: z.array(ListedWebhook) }),
  }),
  create: post('/admin/webhooks', {
    ...changing,
    audit: 'webhook_created',
    summary: 'Send messages about events to an address; the secret that signs them is returned once',
    body: z.object({ url: Address, events: Events }),
    incomplete: words.badUrl,
    rateLimit: { perUser: 60 },
    errors: ['too_many_webhooks', 'private_address'],
    status: 201,
    response: saying('Webhook added', withSecret),
  }),
  change: put('/admin/webhooks/:webhookId', {
    ...changing,
    summary: 'Change the events that are sent to an address',
    ...ofWebhook,
    body: z.object({ events: Events }),
    incomplete: words.eventMissing,
    response: saying('Webhook changed', { webhook: Webhook }),
  }),
  rotate: post('/admin/webhooks/:webhookId/secret', {
    ...changing,
    summary: 'Replace the secret of a webhook; the earlier one signs too for 24 hours',
    ...ofWebhook,
    response: saying('Secret replaced', withSecret),
  }),
  remove: del('/admin/webhooks/:webhookId', {
    access: 'admin',
    audit: 'webhook_deleted',
    needsConfirmation: true,
    summary: 'Delete a webhook with its log; nothing more is sent to it',
    ...ofWebhook,
    response: saying('Webhook deleted', {}),
  }),
  messages: get('/admin/webhooks/:webhookId/messages', {
    access: 'admin',
    summary: 'List the last messages of a webhook with their responses, the latest first',
    ...ofWebhook,
    response: success({ webhookMessages: z.array(WebhookMessage) }),
  }),
  test: post('/admin/webhooks/:webhookId/test', {
    ...changing,
    audit: 'webhook_sent',
    summary: 'Send a test message to a webhook',
    ...ofWebhook,
    rateLimit: { perUser: 60 },
    response: saying('Queued', {}),
  }),
  resend: post('/admin/webhooks/:webhookId/messages/:messageId/resend', {
    ...changing,
    audit: 'webhook_sent',
    summary: 'Send a message again, with the same id',
    params: z.object({ webhookId: Id, messageId: Id }),
    notFound: 'webhook_not_found',
    rateLimit: { perUser: 60 },
    response: saying('Queued', {}),
  }),
};
