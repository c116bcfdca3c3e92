import type { ApiScope } from '#contract/accounts/api-scopes.ts';
import type { Role } from '#contract/fields.ts';

/** The user behind a request. */
export interface Actor {
  id: string;
  role: Role;
  /** Identifies the session, so that it can be ended or kept; never the token itself. */
  sessionHash: string;
  /** When they logged in, or confirmed their identity in this session after that. */
  confirmedAt: number;
  /** Of the page from which they ask; without it, that of their profile. */
  language?: string | undefined;
  /** The API key by which this admin calls. */
  key?: { id: string; scopes: readonly ApiScope[] };
}

/** Whether an admin may read what a scope opens: a key needs the scope. */
export const mayRead = (key: Actor['key'], scope: ApiScope): boolean => key === undefined || key.scopes.includes(scope);

/** What secrets of API keys begin with. */
export const KEY_PREFIX = 'lectern_';

/** Returns the user of a bearer token; undefined for unknown, expired and revoked tokens. */
export type Authenticate = (token: string) => Promise<Actor | undefined>;

const MAX_TOKEN_LENGTH = 200;

/** The token of an `Authorization: Bearer …` header, if it has the form of a token. */
export const bearerToken = (header: string | undefined): string | undefined => {
  const token = /^Bearer +([\w-]+)$/i.exec(header ?? '')?.[1];
  return token !== undefined && token.length <= MAX_TOKEN_LENGTH ? token : undefined;
};
