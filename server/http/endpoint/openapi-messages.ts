import type { z } from 'zod';
import { WEBHOOK_EVENTS, WEBHOOK_SUMMARIES, webhookBody, type WebhookEvent } from '#contract/school/webhooks.ts';
import type { OpenApiDocument, Schema, SentMessage } from './openapi-document.ts';

type Translate = (schema: z.ZodObject, io: 'input' | 'output') => Schema;

const messageHeader = (name: string, description: string): SentMessage['parameters'][number] => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
});

/** Standard Webhooks 1.0. */
const messageHeaders = [
  messageHeader('webhook-id', 'The same at every try'),
  messageHeader('webhook-timestamp', 'When this try was sent, in seconds since 1970'),
  messageHeader('webhook-signature', 'Begins with `v1,`; several separated by spaces while a secret is replaced'),
];

const messageAbout = (event: WebhookEvent, translate: Translate): SentMessage => ({
  summary: WEBHOOK_SUMMARIES[event],
  description: 'Respond with 2xx within 15 seconds. Anything else is tried again, ten times within four days.',
  parameters: messageHeaders,
  requestBody: {
    required: true,
    content: { 'application/json': { schema: translate(webhookBody(event), 'output') } },
  },
  responses: { '2XX': { description: 'The message has arrived' }, '410': { description: 'The message is given up' } },
});

/** The messages that the school sends to webhooks. */
export const describeMessages = (translate: Translate): OpenApiDocument['webhooks'] =>
  Object.fromEntries(WEBHOOK_EVENTS.map((event) => [event, { post: messageAbout(event, translate) }]));
