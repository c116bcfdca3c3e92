import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** A serialized response with a strong ETag, sent as it is, or as 304 if the client has it. */
export interface PreparedResponse {
  readonly kind: 'prepared-response';
  readonly body: Buffer;
  readonly etag: string;
}

export const prepareResponse = (json: string): PreparedResponse => prepareBytes(Buffer.from(json));

export const prepareBytes = (body: Buffer): PreparedResponse => {
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return { kind: 'prepared-response', body, etag: `"${digest}"` };
};

export const isPreparedResponse = (value: object): value is PreparedResponse =>
  'kind' in value && value.kind === 'prepared-response';

/** RFC 9110 §13.1.2: weak comparison, a list, or `*`. */
export const matchesEtag = (header: string | undefined, etag: string): boolean => {
  if (header === undefined) return false;
  if (header === etag || header.trim() === '*') return true;
  return header.split(',').some((item) => item.trim().replace(/^W\//, '') === etag);
};

export const sendPrepared = (
  prepared: PreparedResponse,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply => {
  void reply.header('etag', prepared.etag).header('cache-control', 'no-cache');
  if (matchesEtag(request.headers['if-none-match'], prepared.etag)) return reply.code(304).send();
  return reply.type('application/json; charset=utf-8').send(prepared.body);
};
