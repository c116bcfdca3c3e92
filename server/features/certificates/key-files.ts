import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { pages } from '#contract/pages.ts';
import { sendNotFound } from '#server/http/endpoint/error-handler.ts';
import { networkOf } from '#server/http/endpoint/network-address.ts';
import type { RateLimits } from '#server/http/endpoint/rate-limit.ts';
import type { Certificates } from './certificates.ts';
import { KEY_SET_PATH, keyPath } from './school-keys.ts';
import { statusListPath } from './status-list.ts';

const MINUTE_S = 60;
/** In fifteen minutes. */
const PAGES_PER_ADDRESS = 300;

const send = (reply: FastifyReply, type: string, body: string): FastifyReply =>
  reply
    .header('cache-control', `public, max-age=${MINUTE_S}`)
    // Programs of other sites verify with them.
    .header('access-control-allow-origin', '*')
    .type(type)
    .send(body);

/** Serves what signatures of certificates are verified with, at the addresses that they name. */
export const serveKeyFiles = (
  server: FastifyInstance,
  { publishing }: Pick<Certificates, 'publishing'>,
  limits: RateLimits,
): void => {
  server.addHook('onRequest', async (request) => {
    if (request.routeOptions.url === pages.certificate.path)
      await limits.count({ name: `${pages.certificate.path} ${networkOf(request.ip)}`, max: PAGES_PER_ADDRESS });
  });

  server.get(KEY_SET_PATH, async (_request, reply) =>
    send(reply, 'application/json; charset=utf-8', JSON.stringify({ keys: await publishing.listKeys() })),
  );

  server.get(keyPath(':keyId'), async (request: FastifyRequest<{ Params: { keyId: string } }>, reply) => {
    const key = (await publishing.keysById()).get(request.params.keyId);
    return key ? send(reply, 'application/json; charset=utf-8', JSON.stringify(key)) : sendNotFound(request, reply);
  });

  const path = statusListPath(0).replace(/0$/, ':list');
  server.get(path, async (request: FastifyRequest<{ Params: { list: string } }>, reply) => {
    const { list } = request.params;
    const token = /^\d{1,6}$/.test(list) ? await publishing.statusList(Number(list)) : undefined;
    return token === undefined ? sendNotFound(request, reply) : send(reply, 'text/plain; charset=utf-8', token);
  });
};
