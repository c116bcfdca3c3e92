import type { FastifyInstance } from 'fastify';
import { cardPath, picturePath } from '#contract/certificates/certificate-texts.ts';
import { Failure } from '#server/errors.ts';
import { sendNotFound } from '#server/http/endpoint/error-handler.ts';
import { networkOf } from '#server/http/endpoint/network-address.ts';
import type { RateLimits } from '#server/http/endpoint/rate-limit.ts';
import type { Certificates } from './certificates.ts';

/** In fifteen minutes. */
const PER_ADDRESS = 300;
const CACHED_S = 300;
const HIDDEN: ReadonlySet<string> = new Set(['certificate_not_found', 'certificate_not_active']);

const PICTURES = [
  { as: 'card', path: cardPath(':code'), type: 'image/png' },
  { as: 'picture', path: picturePath(':code'), type: 'image/webp' },
] as const;

/** Serves the pictures of a certificate: that of its page, and that which messengers show with its link. One that no longer stands has none. */
export const serveCards = (
  server: FastifyInstance,
  { paper }: Pick<Certificates, 'paper'>,
  limits: RateLimits,
): void => {
  for (const { as, path, type } of PICTURES)
    server.get<{ Params: { code: string } }>(path, async (request, reply) => {
      await limits.count({ name: `${path} ${networkOf(request.ip)}`, max: PER_ADDRESS });
      try {
        const bytes = await paper.picture(as, request.params.code);
        return await reply.header('cache-control', `public, max-age=${CACHED_S}`).type(type).send(bytes);
      } catch (error) {
        if (error instanceof Failure && HIDDEN.has(error.code)) return sendNotFound(request, reply);
        throw error;
      }
    });
};
