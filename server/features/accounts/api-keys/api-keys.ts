import type { z } from 'zod';
import { API_SCOPES } from '#contract/accounts/api-scopes.ts';
import type { ApiKey, apiKeys } from '#contract/accounts/api-keys.ts';
import { recordChange } from '#server/audit/context.ts';
import { toInstant, toInstantOrNull } from '#server/clock.ts';
import type { ApiKeyRow } from '#server/database/tables/accounts.ts';
import { unlessReadOnly } from '#server/database/failures.ts';
import { fail } from '#server/errors.ts';
import { type Actor, type Authenticate, KEY_PREFIX } from '#server/http/endpoint/actor.ts';
import { newId, newSecret, secretDigest } from '#server/ids.ts';
import type { Platform } from '#server/platform.ts';
import { type Caller, factsOf } from '../caller.ts';
import type { SecurityEmails } from '../security-emails.ts';
import { endApiKey, findApiKey, insertApiKey, listApiKeys, noteUse } from './api-keys.queries.ts';

const MAX_KEYS = 50;
/** A key in use is written at most this often. */
const NOTE_EVERY_MS = 60_000;

const scopesOf = ({ scopes }: Pick<ApiKeyRow, 'scopes'>) => {
  const names = scopes.split(' ');
  return API_SCOPES.filter((scope) => names.includes(scope));
};

const present = ({ creator, ...row }: ApiKeyRow & { creator: string }): ApiKey => ({
  _id: row.id,
  name: row.name,
  scopes: scopesOf(row),
  createdBy: creator,
  createdAt: toInstant(row.created_at),
  lastUsedAt: toInstantOrNull(row.last_used_at),
  endsAt: toInstantOrNull(row.ends_at),
});

type NewKey = z.output<(typeof apiKeys)['create']['body']>;

/** Keys by which programs call for an admin. The secret is stored as a digest, as tokens of sessions are. */
export interface ApiKeys {
  list(): Promise<ApiKey[]>;
  /** Throws `end_in_past` and `too_many_api_keys`. */
  create(actor: Actor, key: NewKey, caller: Caller): Promise<{ secret: string; apiKey: ApiKey }>;
  /** Throws `api_key_not_found`. */
  end(keyId: string): Promise<void>;
  authenticate: Authenticate;
}

export const createApiKeys = ({ database, clock, settings }: Platform, securityEmails: SecurityEmails): ApiKeys => {
  const { db } = database;
  const list = async (): Promise<ApiKey[]> => (await listApiKeys(db)).map(present);
  const momentOf = async (end: string): Promise<number> =>
    end.includes('T') ? Date.parse(end) : (await settings.calendar()).endOf(end);

  return {
    list,

    create: async ({ id: createdBy }, { name, scopes, endsAt }, caller) => {
      const now = clock.now();
      const endsAtMs = endsAt === null ? null : await momentOf(endsAt);
      if (endsAtMs !== null && endsAtMs <= now) throw fail('end_in_past');
      const secret = `${KEY_PREFIX}${newSecret()}`;
      const id = newId();
      await database.transaction(async (tx) => {
        recordChange({ name });
        if ((await listApiKeys(tx)).length >= MAX_KEYS) throw fail('too_many_api_keys');
        await insertApiKey(tx, {
          id,
          name,
          secret_hash: secretDigest(secret),
          scopes: scopes.join(' '),
          created_by: createdBy,
          created_at: now,
          ends_at: endsAtMs,
          last_used_at: null,
          ended_at: null,
        });
        await securityEmails.enqueue(tx, { ...factsOf(caller), event: 'api_key_created', userId: createdBy, name });
      });
      const apiKey = (await list()).find(({ _id }) => _id === id);
      if (!apiKey) throw fail('api_key_not_found');
      return { secret, apiKey };
    },

    end: (keyId) =>
      database.transaction(async (tx) => {
        const ended = await endApiKey(tx, keyId, clock.now());
        if (!ended) throw fail('api_key_not_found');
        recordChange({ name: ended.name, before: { scopes: scopesOf(ended), ends_at: ended.ends_at } });
      }),

    authenticate: async (token) => {
      const now = clock.now();
      const row = await findApiKey(db, secretDigest(token));
      if (!row || (row.ends_at !== null && row.ends_at <= now)) return undefined;
      if (now - (row.last_used_at ?? 0) >= NOTE_EVERY_MS) await noteUse(db, row.id, now).catch(unlessReadOnly);
      const key = { id: row.id, scopes: scopesOf(row) };
      return { id: row.created_by, role: 'ADMIN', sessionHash: '', confirmedAt: 0, key };
    },
  };
};
