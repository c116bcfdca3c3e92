import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors, type ErrorCode } from '#contract/errors.ts';
import { fail, Failure } from '#server/errors.ts';

/** What a person is told, whoever raised the error. */
const errorBody = (code: ErrorCode, message: string, details?: Failure['details']) => ({
  success: false,
  message,
  code,
  ...(details ? { details } : {}),
});

const byFrameworkCode: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_MAX_PARAM_LENGTH: 'address_too_long',
  FST_ERR_ASYNC_CONSTRAINT: 'malformed_request',
  FST_REQ_FILE_TOO_LARGE: 'too_large',
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  // The database does not answer, or is going down: what was asked may work in a moment.
  ECONNREFUSED: 'busy',
  '57P01': 'busy',
  '57P02': 'busy',
  '57P03': 'busy',
};

const byStatus: Record<number, ErrorCode> = {
  404: 'route_not_found',
  408: 'request_timeout',
  413: 'body_too_large',
  414: 'address_too_long',
  415: 'unsupported_media_type',
  431: 'headers_too_large',
  503: 'busy',
};

/** Every error as a Failure; only what is unknown and not the caller's fault becomes `internal`. */
export const toFailure = (error: unknown): Failure => {
  if (error instanceof Failure) return error;
  if (!(error instanceof Error)) return fail('internal', { cause: error });
  const { code, statusCode }: Partial<FastifyError> = error;
  const known = byFrameworkCode[code ?? ''];
  if (known) return fail(known, { cause: error });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 600 && statusCode !== 500)
    return fail(byStatus[statusCode] ?? 'malformed_request', { cause: error });
  return fail('internal', { cause: error });
};

const answerFailure = (failure: Failure, request: FastifyRequest, reply: FastifyReply): FastifyReply => {
  if (failure.retryAfterMs !== undefined) void reply.header('retry-after', Math.ceil(failure.retryAfterMs / 1000));
  return reply
    .code(failure.status)
    .header('x-request-id', request.id)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(failure.code, failure.message, failure.details)));
};

/** The one place where an error becomes an answer: exceptions, unknown routes, and what the framework raises before a route. */
export const handleErrors = (app: FastifyInstance): void => {
  app.setErrorHandler((error, request, reply) => {
    const failure = toFailure(error);
    if (failure.code === 'internal')
      request.log.error({ requestId: request.id, err: failure.cause ?? error }, 'request failed');
    return answerFailure(failure, request, reply);
  });
};

export const answerFrameworkError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
  void answerFailure(toFailure(error), request, reply);
};

export const answerNotFound = (request: FastifyRequest, reply: FastifyReply): FastifyReply =>
  answerFailure(fail('route_not_found'), request, reply);

/** Bytes that are no HTTP request at all never reach a route: the answer is written to the socket by hand. */
export const answerClientError = (error: Error & { code?: string }, socket: Socket): void => {
  if (error.code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy();
    return;
  }
  const code: ErrorCode =
    error.code === 'HPE_HEADER_OVERFLOW'
      ? 'headers_too_large'
      : error.code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? 'request_timeout'
        : 'malformed_request';
  const [status, sentence] = errors[code];
  const body = JSON.stringify(errorBody(code, sentence));
  socket.end(
    `HTTP/1.1 ${status} ${code}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
};
