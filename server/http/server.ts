import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import multipart from '@fastify/multipart';
import Fastify, { LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import { API_PREFIX } from '#contract/api.ts';
import { notFoundErrorOf } from '#contract/endpoint-errors.ts';
import { pageList } from '#contract/pages.ts';
import type { Config } from '#server/config.ts';
import { fail } from '#server/errors.ts';
import { CONNECTION_LIMITS, type ConnectionLimits, endConnections } from './connections.ts';
import { sendClientError, sendFrameworkError, handleErrors } from './endpoint/error-handler.ts';
import { asksForPage, problemOfAddress, readableAddress } from './page/page-status.ts';

const JSON_MAX_BYTES = 256 * 1024;
const SLOW_MS = 1000;
const IDLE_SOCKET_MS = 120_000;
/** After an early response, the rest of a body is discarded for this time before the connection is closed. */
const LINGER_MS = 10_000;

/** Headers that clients on other origins may read: of errors, of media, and of resumable uploads. */
const EXPOSED_HEADERS = [
  'retry-after',
  'x-request-id',
  'content-range',
  'accept-ranges',
  'location',
  'tus-resumable',
  'upload-offset',
  'upload-length',
  'upload-expires',
];

/** Of every response that has no policy of its own: it is read as what it is, loads nothing, and is in no frame. */
const NOTHING_RUNS = "default-src 'none'; base-uri 'none'; frame-ancestors 'none'";

const apiHeaders = {
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
};

/** What stands before the secret in the address of a page or of a route. */
const secretStarts = new Set<string>();
const noteSecret = (path: string): void => {
  const [start = '', rest] = path.split(':token');
  if (rest !== undefined) secretStarts.add(start);
};
pageList.forEach(({ path }) => noteSecret(path));

/** Removes the secret part of a path, also of one that no route has, and every query, for the log. */
const redactUrl = (url: string): string => {
  const path = url.replace(/\?.*$/s, '?…');
  const start = [...secretStarts].find((one) => path.includes(one));
  if (start === undefined) return path;
  const from = path.indexOf(start) + start.length;
  return `${path.slice(0, from)}…${path.slice(from).replace(/^[^/?]+/, '')}`;
};

/** A random prefix per process and a counter: unique across processes and cheap per request. */
const requestIds = (): (() => string) => {
  const process = randomBytes(6).toString('base64url');
  let count = 0;
  return () => `${process}-${(count += 1).toString(36)}`;
};

/**
 * After a response before the end of the body, the rest must not be parsed as the next request: the response has
 * `connection: close`, and further bytes on the connection are discarded.
 */
const closeUnreadBodies = (app: FastifyInstance): void => {
  app.addHook('onSend', (request, reply, payload, done) => {
    const { raw } = request;
    if (raw.method === 'GET' || raw.method === 'HEAD' || raw.complete || raw.readableEnded) return done(null, payload);
    void reply.header('connection', 'close');
    // An injected request has no connection.
    if (raw.socket instanceof Socket) discardRestOfBody(raw, raw.socket);
    return done(null, payload);
  });
  // A further request on such a connection is not handled.
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (!raw.socket.writableEnded) return done();
    reply.hijack();
    raw.resume();
  });
};

/**
 * Node closes such a connection after the response; bytes that the client still sends would cause a reset, and the response
 * would be lost. So only this side ends, and further bytes are discarded.
 */
const discardRestOfBody = (raw: IncomingMessage, socket: Socket): void => {
  socket.destroySoon = () => {
    socket.end();
    raw.unpipe();
    raw.resume();
    const timer = setTimeout(() => socket.destroy(), LINGER_MS);
    socket.once('close', () => clearTimeout(timer));
  };
};

/** Without a right, or too often. */
const REFUSED = [401, 403, 429];

const logNotable = (app: FastifyInstance): void => {
  app.addHook('onRoute', ({ url }) => noteSecret(url));
  app.addHook('onResponse', (request, reply, done) => {
    done();
    const elapsedMs = Math.round(reply.elapsedTime);
    const { statusCode } = reply;
    const { isLong, endpoint } = request.routeOptions.config;
    const isSlow = elapsedMs >= SLOW_MS && isLong !== true && endpoint?.form === undefined;
    const isRefused = REFUSED.includes(statusCode);
    if (statusCode < 500 && !isSlow && !isRefused) return;
    const facts = { requestId: request.id, method: request.method, url: redactUrl(request.url), statusCode, elapsedMs };
    if (isRefused) request.log.info({ ...facts, address: request.ip, userId: request.actor?.id }, 'request refused');
    // 503 is intended: sales are disabled, or the server is too busy.
    else if (statusCode === 503) request.log.warn(facts, 'request rejected');
    else if (statusCode >= 500) request.log.error(facts, 'request failed');
    else request.log.info(facts, 'slow request');
  });
};

const readJson = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body, done) => {
    // Clients send the JSON type even without a body.
    if (body === '') return done(null, undefined);
    return parse(request, body.toString(), done);
  });
};

/** Throws for a route under /api that the contract does not declare. */
const refuseUndeclared = (app: FastifyInstance): void => {
  app.addHook('onRoute', (route) => {
    const isApi = route.url.startsWith(`${API_PREFIX}/`) || route.url.startsWith('/api/');
    const isDocument = route.url === `${API_PREFIX}/openapi.json` || route.url === '/api/docs';
    if (
      isApi &&
      !isDocument &&
      route.method !== 'OPTIONS' &&
      route.method !== 'HEAD' &&
      !route.config?.endpoint?.access
    )
      throw new Error(`${String(route.method)} ${route.url} is not declared in the contract with its access`);
  });
};

const setApiHeaders = (app: FastifyInstance): void => {
  app.addHook('onRequest', (request: FastifyRequest, reply, done) => {
    if (request.url.startsWith('/api/') || request.routeOptions.config.endpoint) void reply.headers(apiHeaders);
    done();
  });
};

/** Set on Node's response, so that responses written without Fastify have them too: media and resumable uploads. */
const setHeadersOfAll = (app: FastifyInstance, { strictTransport }: Config): void => {
  app.addHook('onRequest', (_request, reply, done) => {
    reply.raw.setHeader('x-content-type-options', 'nosniff');
    reply.raw.setHeader('content-security-policy', NOTHING_RUNS);
    if (strictTransport !== undefined) reply.raw.setHeader('strict-transport-security', strictTransport);
    done();
  });
};

/**
 * Handles two requests that Node would reject without our JSON error: one without Host, and one with an expectation other than
 * 100-continue, which RFC 9110 lets a server ignore.
 */
const handleNodeRefusals = (app: FastifyInstance): void => {
  app.addHook('onRequest', ({ raw }, reply, done) => {
    if (raw.headers.host !== undefined || raw.httpVersion === '1.0') return done();
    void reply.header('connection', 'close');
    return done(fail('malformed_request'));
  });
  app.server.on('checkExpectation', (request, response) => app.server.emit('request', request, response));
};

/** Before any route and any limit. */
const refuseUnreadableAddresses = (app: FastifyInstance): void => {
  app.addHook('onRequest', ({ raw, url, routeOptions }, _reply, done) => {
    const { endpoint } = routeOptions.config;
    const problem = asksForPage(raw) ? undefined : problemOfAddress(url);
    if (problem === undefined) return done();
    return done(fail(problem === 'route_not_found' && endpoint ? notFoundErrorOf(endpoint) : problem));
  });
};

/** A number is the count of trusted proxies in front. */
const trustedProxies = (trust: Config['trustProxy']) =>
  typeof trust === 'number' ? (_address: string, hop: number) => hop < trust : trust;

/** Requests are parsed and responses reduced by the contract's schemas, so Fastify's own compilers are never loaded. */
const withoutSchemas = (): never => {
  throw new Error('A route has a schema for Fastify instead of the contract');
};

/** The HTTP server with everything that applies to every route, and no route yet. */
export const createServer = async (
  config: Config,
  logger: FastifyBaseLogger,
  limits: ConnectionLimits = CONNECTION_LIMITS,
): Promise<FastifyInstance> => {
  const app: FastifyInstance = Fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    bodyLimit: JSON_MAX_BYTES,
    trustProxy: trustedProxies(config.trustProxy),
    genReqId: requestIds(),
    // A child logger per request costs more than most requests; log lines have the request id.
    childLoggerFactory: (parent) => parent,
    requestIdHeader: false,
    requestTimeout: 0,
    connectionTimeout: IDLE_SOCKET_MS,
    keepAliveTimeout: 72_000,
    // Requests on open connections are handled until the last one is closed.
    return503OnClosing: false,
    http: { requireHostHeader: false },
    rewriteUrl: readableAddress,
    frameworkErrors: sendFrameworkError,
    clientErrorHandler: sendClientError,
    schemaController: { compilersFactory: { buildValidator: withoutSchemas, buildSerializer: withoutSchemas } },
    routerOptions: { ignoreTrailingSlash: true, ignoreDuplicateSlashes: true, maxParamLength: 500 },
  });
  app.decorateRequest('actor', undefined);
  handleErrors(app);
  refuseUndeclared(app);
  setApiHeaders(app);
  setHeadersOfAll(app, config);
  handleNodeRefusals(app);
  refuseUnreadableAddresses(app);
  readJson(app);
  closeUnreadBodies(app);
  endConnections(app, limits);
  logNotable(app);
  await app.register(multipart);
  if (config.corsOrigins.length > 0) {
    const { default: cors } = await import('@fastify/cors');
    await app.register(cors, {
      origin: config.corsOrigins,
      methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'],
      exposedHeaders: EXPOSED_HEADERS,
      maxAge: 600,
    });
  }
  return app;
};
