import { z } from 'zod';
import { API_SCOPES } from './api-scopes.ts';
import { del, get, post, success, saying } from '../endpoint.ts';
import { Id, Instant, isVisible, oneLine } from '../fields.ts';
import { keyMessages as words } from './key-messages.ts';
import { messages } from '../messages.ts';

const ApiScopes = z
  .array(z.enum(API_SCOPES))
  .min(1, words.scopeMissing)
  .max(API_SCOPES.length)
  .transform((scopes) => API_SCOPES.filter((scope) => scopes.includes(scope)));

/** A key without its secret. */
export const ApiKey = z.object({
  _id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(API_SCOPES)),
  /** The admin who created it: it does what they may, and ends when they are no admin any more. */
  createdBy: z.string(),
  createdAt: Instant,
  lastUsedAt: Instant.nullable(),
  endsAt: Instant.nullable(),
});
export type ApiKey = z.output<typeof ApiKey>;

export const apiKeys = {
  list: get('/admin/api-keys', {
    access: 'admin',
    summary: 'List the API keys that were not ended, without their secrets',
    response: success({ apiKeys: z.array(ApiKey) }),
  }),
  create: post('/admin/api-keys', {
    access: 'admin',
    audit: 'api_key_created',
    needsConfirmation: true,
    summary: 'Create an API key; its secret is returned once, and sent as `Authorization: Bearer …`',
    body: z.object({
      name: oneLine(80, words.nameMissing).refine(isVisible, messages.fields.badCharacters),
      scopes: ApiScopes,
      /** An instant, or a day, at whose end in the school's time zone the key ends; null for one that does not end by itself. */
      endsAt: z.union([Instant, z.iso.date()], { error: words.badEnd }).nullable().default(null),
    }),
    incomplete: words.nameMissing,
    status: 201,
    errors: ['too_many_api_keys', 'end_in_past'],
    response: saying('API key created', { secret: z.string(), apiKey: ApiKey }),
  }),
  end: del('/admin/api-keys/:keyId', {
    access: 'admin',
    audit: 'api_key_ended',
    needsConfirmation: true,
    summary: 'End an API key: it is refused from now on',
    params: z.object({ keyId: Id }),
    notFound: 'api_key_not_found',
    response: saying('API key ended', {}),
  }),
};
