import type { Role } from '#contract/values.ts';

/** The signed-in person behind a request. */
export interface Actor {
  id: string;
  role: Role;
  /** Names the session, so that it can be ended or spared; never the token itself. */
  sessionHash: string;
}

/** Answers who a bearer token stands for; undefined for unknown, expired and revoked ones. */
export type Authenticate = (token: string) => Promise<Actor | undefined>;

/** Answers whether this person may watch lectures now. */
export type MayWatch = (actor: Actor) => Promise<boolean>;

const MAX_TOKEN_LENGTH = 200;

/** The token of an `Authorization: Bearer …` header, if it could be one of ours. */
export const bearerToken = (header: string | undefined): string | undefined => {
  const token = /^Bearer +([\w-]+)$/i.exec(header ?? '')?.[1];
  return token !== undefined && token.length <= MAX_TOKEN_LENGTH ? token : undefined;
};
