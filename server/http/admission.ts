import type { FastifyRequest } from 'fastify';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import { fail } from '#server/errors.ts';
import { type Actor, type Authenticate, bearerToken, type MayWatch } from './actor.ts';
import { ADDRESS_ALLOWANCE, type RateLimits } from './rate-limit.ts';

declare module 'fastify' {
  interface FastifyRequest {
    actor: Actor | undefined;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    /** Takes as long as the caller reads: its time says nothing. */
    isLong?: boolean;
  }
}

/** Decides, from what an endpoint declares, who gets in: before anything of the body is read. */
export interface Admission {
  /** Throws `unauthenticated`, `forbidden`, `not_entitled` or `too_many_requests`; sets `request.actor`. */
  admit(endpoint: Endpoint, request: FastifyRequest): Promise<void>;
  /** The signed-in person, if the request carries a token that works. */
  findActor(request: FastifyRequest): Promise<Actor | undefined>;
}

const authorize = async (access: Access, actor: Actor | undefined, mayWatch: MayWatch): Promise<Actor> => {
  if (!actor) throw fail('unauthenticated');
  if (access === 'admin' && actor.role !== 'ADMIN') throw fail('forbidden');
  if (access === 'subscriber' && !(await mayWatch(actor))) throw fail('not_entitled');
  return actor;
};

const limitAddress = async (endpoint: Endpoint, request: FastifyRequest, limits: RateLimits): Promise<void> => {
  const name = `address:${request.ip}`;
  if (endpoint.rateLimit === 'every-request') await limits.count(name, ADDRESS_ALLOWANCE);
  if (endpoint.rateLimit === 'failures') await limits.assertBelow(name, ADDRESS_ALLOWANCE);
};

export const createAdmission = (needs: {
  authenticate: Authenticate;
  mayWatch: MayWatch;
  limits: RateLimits;
}): Admission => {
  const { authenticate, mayWatch, limits } = needs;

  const findActor = async (request: FastifyRequest): Promise<Actor | undefined> => {
    const token = bearerToken(request.headers.authorization);
    return token === undefined ? undefined : authenticate(token);
  };

  return {
    findActor,
    admit: async (endpoint, request) => {
      if (endpoint.rateLimit) await limitAddress(endpoint, request, limits);
      if (endpoint.access === 'public') return;
      const actor = await findActor(request);
      request.actor = await authorize(endpoint.access, actor, mayWatch);
    },
  };
};
