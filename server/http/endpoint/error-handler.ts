import type { Socket } from 'node:net';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { requestTypes } from '#contract/endpoint.ts';
import { errorsOf, generalErrors } from '#contract/endpoint-errors.ts';
import { english, type Language } from '#contract/languages/language.ts';
import { errors, type ErrorCode } from '#contract/errors.ts';
import { messages } from '#contract/messages.ts';
import { isConnectionLost, isDatabaseFull, isDatabaseReadOnly, isReadOnly } from '#server/database/failures.ts';
import { fail, Failure, UnavailableError } from '#server/errors.ts';
import { standardLanguageFor } from './language-for.ts';

/** When to try again, unless the failure has a time of its own: a restart has usually ended by then. */
const BUSY_RETRY_MS = 2000;
/** The school is read-only until it is started in its new place. */
const READ_ONLY_RETRY_MS = 30_000;
/** Logged when an endpoint returns an error that it does not declare. */
export const UNDECLARED_ERROR = 'error not declared by the endpoint';

const errorBody = (
  { code, message, details, ticket }: Pick<Failure, 'code' | 'message' | 'details' | 'ticket'>,
  { _: say }: Language,
) => ({
  success: false,
  message: say(message),
  code,
  ...(details ? { details: details.map((one) => ({ ...one, message: say(one.message) })) } : {}),
  ...(ticket === undefined ? {} : { ticket }),
});

const byFrameworkCode: Record<string, ErrorCode> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'body_too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_MAX_PARAM_LENGTH: 'address_too_long',
  FST_ERR_ASYNC_CONSTRAINT: 'malformed_request',
  FST_REQ_FILE_TOO_LARGE: 'too_large',
  // The client left before the end of its body; the loss of a connection of ours names a system call.
  ECONNRESET: 'malformed_request',
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EROFS: 'disk_read_only',
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

/** Every error as a Failure; unknown errors that are not the caller's fault become `internal`. */
export const toFailure = (error: unknown): Failure => {
  if (error instanceof Failure) return error;
  if (!(error instanceof Error)) return fail('internal', { cause: error });
  // PostgreSQL gives it the code of a server that cannot be reached.
  if (isReadOnly(error)) return fail('read_only', { cause: error, retryAfterMs: READ_ONLY_RETRY_MS });
  if (error instanceof UnavailableError || isConnectionLost(error)) return fail('busy', { cause: error });
  if (isDatabaseFull(error)) return fail('database_full', { cause: error });
  if (isDatabaseReadOnly(error)) return fail('disk_read_only', { cause: error });
  const { code, statusCode }: Partial<FastifyError> = error;
  const known = byFrameworkCode[code ?? ''];
  if (known) return fail(known, { cause: error });
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 600 && statusCode !== 500)
    return fail(byStatus[statusCode] ?? 'malformed_request', { cause: error });
  return fail('internal', { cause: error });
};

/** Without the words of the school where they cannot be read: the failure may be that of the database. */
const languageOf = async (failure: Failure, { server, headers }: FastifyRequest): Promise<Language> => {
  const accepted = headers['accept-language'];
  const standard = standardLanguageFor(accepted);
  return failure.status < 500 ? server.languageFor(accepted).catch(() => standard) : standard;
};

const sendFailure = async (failure: Failure, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const retryAfterMs = failure.retryAfterMs ?? (failure.code === 'busy' ? BUSY_RETRY_MS : undefined);
  if (retryAfterMs !== undefined) void reply.header('retry-after', Math.ceil(retryAfterMs / 1000));
  const language = await languageOf(failure, request);
  return reply
    .code(failure.status)
    .header('content-language', language.i18n.locale)
    .header('x-request-id', request.id)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(JSON.stringify(errorBody(failure, language)));
};

/** The message about a refused content type names those that the endpoint accepts. */
const withAcceptedTypes = (failure: Failure, { routeOptions }: FastifyRequest): Failure => {
  const { endpoint } = routeOptions.config;
  return failure.code === 'unsupported_media_type' && endpoint
    ? fail(failure.code, { message: messages.request.sendAs(requestTypes(endpoint)), cause: failure })
    : failure;
};

/** Clients rely on the declared errors, so that another one is a mistake in the contract; the tests fail on this line. */
const logUndeclared = ({ code }: Failure, request: FastifyRequest): void => {
  const { endpoint } = request.routeOptions.config;
  if (!endpoint || [...generalErrors, ...errorsOf(endpoint)].includes(code)) return;
  request.log.error({ requestId: request.id, endpoint: `${endpoint.method} ${endpoint.path}`, code }, UNDECLARED_ERROR);
};

/** Turns every error into a response: exceptions, unknown routes, and errors of the framework before a route. */
export const handleErrors = (app: FastifyInstance): void => {
  app.decorate('languageFor', async (accepted) => standardLanguageFor(accepted));
  app.setErrorHandler(async (error, request, reply) => {
    const failure = withAcceptedTypes(toFailure(error), request);
    const facts = { requestId: request.id, err: failure.cause ?? error };
    if (failure.code === 'internal') request.log.error(facts, 'request failed');
    // The message of the database or the disk is logged, and never sent.
    else if (failure.status >= 500 && failure.cause !== undefined)
      request.log[failure.status === 503 ? 'warn' : 'error'](facts, failure.message);
    logUndeclared(failure, request);
    return sendFailure(failure, request, reply);
  });
};

export const sendFrameworkError = (error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
  void sendFailure(toFailure(error), request, reply);
};

export const sendNotFound = (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> =>
  sendFailure(fail('route_not_found'), request, reply);

/** Bytes that are not an HTTP request never reach a route, so that the response is written to the socket directly. */
export const sendClientError = (error: Error & { code?: string }, socket: Socket): void => {
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
  const [status] = errors[code];
  const body = JSON.stringify(errorBody(fail(code), english));
  socket.end(
    `HTTP/1.1 ${status} ${code}\r\nContent-Type: application/json; charset=utf-8\r\nContent-Length: ${Buffer.byteLength(body)}\r\nConnection: close\r\n\r\n${body}`,
  );
};
