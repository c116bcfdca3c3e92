import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** An answer that is already bytes, with a strong ETag: sent as it is, or as 304 when the caller holds it. */
export interface ReadyAnswer {
  readonly kind: 'ready-answer';
  readonly body: Buffer;
  readonly etag: string;
}

export const readyAnswer = (json: string): ReadyAnswer => {
  const body = Buffer.from(json);
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return { kind: 'ready-answer', body, etag: `"${digest}"` };
};

export const isReadyAnswer = (value: object): value is ReadyAnswer => 'kind' in value && value.kind === 'ready-answer';

/** RFC 9110 §13.1.2: weak comparison, a list, or `*`. */
export const matchesEtag = (header: string | undefined, etag: string): boolean => {
  if (header === undefined) return false;
  if (header === etag || header.trim() === '*') return true;
  return header.split(',').some((item) => item.trim().replace(/^W\//, '') === etag);
};

export const sendReady = (ready: ReadyAnswer, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  void reply.header('etag', ready.etag).header('cache-control', 'no-cache');
  if (matchesEtag(request.headers['if-none-match'], ready.etag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(ready.body);
};
