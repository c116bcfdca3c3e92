import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { sendClientError } from './endpoint/error-handler.ts';

export interface ConnectionLimits {
  /** Until a body is complete, at least `minBytes` of it arrive in each `windowMs`. */
  minBytes: number;
  windowMs: number;
  /**
   * When the server no longer listens: how long it waits for requests on connections that are open, for clients that still
   * send or read, and for its own work.
   */
  idleMs: number;
  clientMs: number;
  workMs: number;
}

/** About 1 KiB a second: less than any line that can upload, and a pause of a minute is still allowed. */
export const CONNECTION_LIMITS: ConnectionLimits = {
  minBytes: 64 * 1024,
  windowMs: 60_000,
  idleMs: 300,
  clientMs: 3000,
  workMs: 10_000,
};
/** How often in a window the connections are checked. */
const CHECKS_PER_WINDOW = 6;

interface Connection {
  activeRequests: number;
  /** The last received request: only its body can be incomplete. */
  latest: { request: IncomingMessage; response: ServerResponse } | undefined;
  windowStartedAt: number;
  bytesReadBefore: number;
}

const isArriving = (request: IncomingMessage): boolean => !request.complete && !request.destroyed;

/** The client is not slow when received bytes wait until this server reads them. */
const isBackpressured = (request: IncomingMessage): boolean => request.readableLength >= request.readableHighWaterMark;

/** For the rest of a request, or to read the response. */
const waitsForClient = ({ latest }: Connection): boolean =>
  latest === undefined || isArriving(latest.request) || latest.response.headersSent;

const closeAfter = (response: ServerResponse): void => {
  if (!response.headersSent) response.setHeader('connection', 'close');
};

/**
 * Ends connections that Node would keep. When the server closes, those that are open can still bring requests for a moment, so
 * that a proxy loses none that it is just sending; each ends with its next response. Bodies that arrive too slowly are refused
 * with 408: Node's own limit is a total time, which large uploads need more of.
 */
export const endConnections = (app: FastifyInstance, limits: ConnectionLimits): void => {
  const { minBytes, windowMs, idleMs, clientMs, workMs } = limits;
  const connections = new Map<Socket, Connection>();

  app.server.on('connection', (socket: Socket) => {
    connections.set(socket, { activeRequests: 0, latest: undefined, windowStartedAt: 0, bytesReadBefore: 0 });
    socket.once('close', () => connections.delete(socket));
  });

  // Before the framework, which may respond at once.
  app.server.prependListener('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket);
    if (!connection) return;
    connection.activeRequests += 1;
    connection.latest = { request, response };
    connection.windowStartedAt = performance.now();
    connection.bytesReadBefore = request.socket.bytesRead;
    response.once('close', () => {
      connection.activeRequests -= 1;
    });
  });

  const check = (socket: Socket, connection: Connection): void => {
    const request = connection.latest?.request;
    if (!request || !isArriving(request)) return;
    const now = performance.now();
    if (now - connection.windowStartedAt < windowMs && !isBackpressured(request)) return;
    const isSlow = !isBackpressured(request) && socket.bytesRead - connection.bytesReadBefore < minBytes;
    connection.windowStartedAt = now;
    connection.bytesReadBefore = socket.bytesRead;
    if (!isSlow) return;
    sendClientError(Object.assign(new Error('the body is too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
    socket.destroySoon();
  };
  const checkAll = (): void => {
    for (const [socket, connection] of connections) check(socket, connection);
  };
  // After received bytes were read: while this process was blocked, no client was slow, and none idle.
  const every = (ms: number, look: () => void): NodeJS.Timeout => setInterval(() => setImmediate(look), ms).unref();
  const timers = [every(windowMs / CHECKS_PER_WINDOW, checkAll)];

  const cut = (mustEnd: (connection: Connection, socket: Socket) => boolean): void => {
    for (const [socket, connection] of connections) if (mustEnd(connection, socket)) socket.destroy();
  };
  // After a response with `connection: close`, a connection ends by itself once the client has read it.
  const isIdle = ({ activeRequests }: Connection, socket: Socket): boolean =>
    activeRequests === 0 && !socket.writableEnded;
  // Node would end them as soon as it no longer listens.
  app.server.closeIdleConnections = () => undefined;
  app.addHook('preClose', async () => {
    // The framework does it for requests that are still to come.
    for (const { latest } of connections.values()) if (latest) closeAfter(latest.response);
    timers.push(
      every(idleMs, () => cut(isIdle)),
      setTimeout(() => cut(waitsForClient), clientMs).unref(),
      setTimeout(() => cut(() => true), workMs).unref(),
    );
  });
  app.addHook('onClose', async () => timers.forEach(clearTimeout));
};
