import type { FastifyRequest } from 'fastify';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import { fail } from '#server/errors.ts';
import { type Actor, type Authenticate, bearerToken, type HasAccess } from './actor.ts';
import { networkOf } from './network-address.ts';
import type { RateLimits } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    /** Its time depends on how fast the client reads, so that it is never logged as slow. */
    isLong?: boolean;
  }
}

/** Checks the access and limits that an endpoint declares, before anything of the body is read. */
export interface AccessControl {
  /** Throws `unauthenticated`, `forbidden`, `not_entitled` or `too_many_requests`; sets `request.actor`. */
  check(endpoint: Endpoint, request: FastifyRequest): Promise<void>;
  /** The user behind the request, if it has a valid token. */
  findActor(request: FastifyRequest): Promise<Actor | undefined>;
}

const authorize = async (access: Access, actor: Actor | undefined, hasAccess: HasAccess): Promise<Actor> => {
  if (!actor) throw fail('unauthenticated');
  if (access === 'admin' && actor.role !== 'ADMIN') throw fail('forbidden');
  if (access === 'subscriber' && !(await hasAccess(actor))) throw fail('not_entitled');
  return actor;
};

export const createAccessControl = (needs: {
  authenticate: Authenticate;
  hasAccess: HasAccess;
  limits: RateLimits;
}): AccessControl => {
  const { authenticate, hasAccess, limits } = needs;

  const findActor = async (request: FastifyRequest): Promise<Actor | undefined> => {
    const token = bearerToken(request.headers.authorization);
    return token === undefined ? undefined : authenticate(token);
  };

  /** Each endpoint has its own counters, so that using one up does not close the others. */
  const count = async ({ method, path }: Endpoint, who: string, max: number | undefined): Promise<void> => {
    if (max !== undefined) await limits.count({ name: `${method} ${path} ${who}`, max });
  };

  return {
    findActor,
    check: async (endpoint, request) => {
      await count(endpoint, networkOf(request.ip), endpoint.rateLimit?.perAddress);
      if (endpoint.access === 'public') return;
      const actor = await authorize(endpoint.access, await findActor(request), hasAccess);
      await count(endpoint, actor.id, endpoint.rateLimit?.perUser);
      request.actor = actor;
    },
  };
};
