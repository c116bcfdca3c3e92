import type { FastifyInstance } from 'fastify';
import { cardPath } from '#contract/certificates/certificate-texts.ts';
import { Failure } from '#server/errors.ts';
import { sendNotFound } from '#server/http/endpoint/error-handler.ts';
import { networkOf } from '#server/http/endpoint/network-address.ts';
import type { RateLimits } from '#server/http/endpoint/rate-limit.ts';
import type { Certificates } from './certificates.ts';

const PATH = cardPath(':code');
/** In fifteen minutes. */
const PER_ADDRESS = 300;
const CACHED_S = 300;
const HIDDEN: ReadonlySet<string> = new Set(['certificate_not_found', 'certificate_not_active']);

/** Serves the picture that messengers show with the link of a certificate; one that no longer stands has none. */
export const serveCards = (
  server: FastifyInstance,
  { paper }: Pick<Certificates, 'paper'>,
  limits: RateLimits,
): void => {
  server.get<{ Params: { code: string } }>(PATH, async (request, reply) => {
    await limits.count({ name: `${PATH} ${networkOf(request.ip)}`, max: PER_ADDRESS });
    try {
      const bytes = await paper.card(request.params.code);
      return await reply.header('cache-control', `public, max-age=${CACHED_S}`).type('image/png').send(bytes);
    } catch (error) {
      if (error instanceof Failure && HIDDEN.has(error.code)) return sendNotFound(request, reply);
      throw error;
    }
  });
};
