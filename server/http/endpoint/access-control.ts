import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { keyMessages } from '#contract/accounts/key-messages.ts';
import { inLanguage, LanguageCode } from '#contract/school/languages.ts';
import { type Clock, HOUR_MS } from '#server/clock.ts';
import { errorsOf, notFoundErrorOf } from '#contract/endpoint-errors.ts';
import { fail } from '#server/errors.ts';
import { type Actor, type Authenticate, bearerToken, KEY_PREFIX } from './actor.ts';
import type { CoursePlace, CoursePolicy } from './course-policy.ts';
import { networkOf } from './network-address.ts';
import { isOfRenderer } from '../page/page-renderer.ts';
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
  /**
   * Sets `request.actor`, also of a request that it refuses, for the log. Throws what the policy throws, `unauthenticated`,
   * `forbidden`, `confirmation_needed` or `too_many_requests`.
   */
  check(endpoint: Endpoint, request: FastifyRequest): Promise<void>;
  /** The user behind the request, if it has a valid token. */
  findActor(request: FastifyRequest): Promise<Actor | undefined>;
}

/** The ids of a request that name a course. */
const CourseIds = z.object({
  courseId: z.string().optional(),
  lectureId: z.string().optional(),
  questionId: z.string().optional(),
  uploadId: z.string().optional(),
  page: z.string().optional(),
});

const idsOf = (endpoint: Endpoint, request: FastifyRequest): z.output<typeof CourseIds> => {
  const params = endpoint.params?.safeParse(request.params);
  if (params?.success !== true) throw fail(notFoundErrorOf(endpoint));
  return CourseIds.parse(params.data);
};

const placeOf = (
  endpoint: Endpoint,
  { courseId, lectureId, questionId, uploadId, page }: z.output<typeof CourseIds>,
): CoursePlace => {
  if (courseId !== undefined) return { courseId };
  if (lectureId !== undefined) return { lectureId };
  if (questionId !== undefined) return { questionId };
  if (uploadId !== undefined) return { uploadId };
  if (page !== undefined) return { page };
  throw new Error(`${endpoint.method} ${endpoint.path} names no course`);
};

const isKey = ({ headers }: FastifyRequest): boolean =>
  bearerToken(headers.authorization)?.startsWith(KEY_PREFIX) === true;

const authorize = async (
  endpoint: Endpoint,
  request: FastifyRequest,
  {
    actor,
    policy,
  }: {
    actor: Actor | undefined;
    policy: Pick<CoursePolicy, 'assertAdmin' | 'assertConfirmsPayments' | 'assertMay' | 'assertUnlocked'>;
  },
): Promise<Actor> => {
  const { access } = endpoint;
  if (!actor) throw fail('unauthenticated', isKey(request) ? { message: keyMessages.notValid } : {});
  if (access === 'admin') await policy.assertAdmin(actor);
  if (access === 'payments') await policy.assertConfirmsPayments(actor);
  if (typeof access !== 'object') return actor;
  const ids = idsOf(endpoint, request);
  await policy.assertMay(actor, access.course, placeOf(endpoint, ids));
  // Where a course is named too, the lecture is found by its feature.
  if (access.course === 'watch' && ids.courseId !== undefined && ids.lectureId !== undefined)
    await policy.assertUnlocked(actor, ids.lectureId);
  return actor;
};

/** Of one API key in fifteen minutes. */
const KEY_REQUESTS = 1000;
/** How long a login or a confirmation is valid. Someone who works for a while is asked once an hour at most. */
const CONFIRMED_MS = HOUR_MS;

const InLanguage = z.looseObject(inLanguage);

/** Of the page from which a request comes: its address names it, or a header of this one language. Browsers send several by themselves. */
export const languageOf = ({ query, headers }: FastifyRequest): string | undefined =>
  InLanguage.safeParse(query).data?.language ?? LanguageCode.safeParse(headers['accept-language']).data;

export const createAccessControl = (needs: {
  authenticate: Authenticate;
  clock: Clock;
  policy: Pick<CoursePolicy, 'assertAdmin' | 'assertConfirmsPayments' | 'assertMay' | 'assertUnlocked'>;
  limits: RateLimits;
}): AccessControl => {
  const { authenticate, clock, policy, limits } = needs;

  const callerOf = async (request: FastifyRequest): Promise<Actor | undefined> => {
    const token = bearerToken(request.headers.authorization);
    const actor = token === undefined ? undefined : await authenticate(token);
    if (actor) actor.language = languageOf(request);
    return actor;
  };

  /** Outside the endpoints of its scopes, a key counts as no login. */
  const findActor = async (request: FastifyRequest): Promise<Actor | undefined> => {
    const actor = await callerOf(request);
    return actor?.key ? undefined : actor;
  };

  const checkKey = async (endpoint: Endpoint, { id, scopes }: NonNullable<Actor['key']>): Promise<void> => {
    if (endpoint.scope === undefined || !scopes.includes(endpoint.scope)) {
      const code = errorsOf(endpoint).includes('forbidden') ? 'forbidden' : 'unauthenticated';
      throw fail(code, { message: keyMessages.scopeRefused });
    }
    await limits.count({ name: `api key ${id}`, max: KEY_REQUESTS });
  };

  /** Each endpoint has its own counters, so that using one up does not close the others. */
  const count = async ({ method, path }: Endpoint, who: string, max: number | undefined): Promise<void> => {
    if (max !== undefined) await limits.count({ name: `${method} ${path} ${who}`, max });
  };

  return {
    findActor,
    check: async (endpoint, request) => {
      if (!isOfRenderer(request)) await count(endpoint, networkOf(request.ip), endpoint.rateLimit?.perAddress);
      if (endpoint.access === 'public') return;
      const caller = await callerOf(request);
      request.actor = caller;
      if (caller?.key) await checkKey(endpoint, caller.key);
      const actor = await authorize(endpoint, request, { actor: caller, policy });
      await count(endpoint, actor.id, endpoint.rateLimit?.perUser);
      // A confirmation in the future, from a clock that was ahead, has expired too.
      if (endpoint.needsConfirmation && !actor.key && Math.abs(clock.now() - actor.confirmedAt) >= CONFIRMED_MS)
        throw fail('confirmation_needed');
    },
  };
};
