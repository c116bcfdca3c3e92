import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { sendClientError } from './error-handler.ts';

/** Until a body is complete, at least `minBytes` of it arrive in each `windowMs`. */
export interface BodyPace {
  minBytes: number;
  windowMs: number;
}

/** About 1 KiB a second: less than any line that can upload, and a pause of a minute is still allowed. */
export const BODY_PACE: BodyPace = { minBytes: 64 * 1024, windowMs: 60_000 };
/** How often in a window the connections are checked. */
const CHECKS_PER_WINDOW = 6;

interface Connection {
  activeRequests: number;
  /** The request that was received last: only its body can be incomplete. */
  latest: IncomingMessage | undefined;
  windowStartedAt: number;
  bytesReadBefore: number;
}

const isArriving = (request: IncomingMessage | undefined): boolean =>
  request !== undefined && !request.complete && !request.destroyed;

/** The client is not slow when received bytes wait until this server reads them. */
const isBackpressured = (request: IncomingMessage): boolean => request.readableLength >= request.readableHighWaterMark;

/**
 * Ends connections that Node would keep. When the server closes, those without an active request end at once: Node
 * waits for a connection that has not sent a request yet. Bodies that arrive too slowly are refused with 408: Node's own
 * limit is a total time, which large uploads need more of.
 */
export const endConnections = (app: FastifyInstance, { minBytes, windowMs }: BodyPace): void => {
  const connections = new Map<Socket, Connection>();
  let isClosing = false;

  app.server.on('connection', (socket: Socket) => {
    if (isClosing) return socket.destroy();
    connections.set(socket, { activeRequests: 0, latest: undefined, windowStartedAt: 0, bytesReadBefore: 0 });
    return socket.once('close', () => connections.delete(socket));
  });

  app.server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(request.socket);
    if (!connection) return;
    connection.activeRequests += 1;
    connection.latest = request;
    connection.windowStartedAt = performance.now();
    connection.bytesReadBefore = request.socket.bytesRead;
    response.once('close', () => {
      connection.activeRequests -= 1;
    });
  });

  const check = (socket: Socket, connection: Connection): void => {
    const { latest } = connection;
    if (!latest || !isArriving(latest)) return;
    const now = performance.now();
    if (now - connection.windowStartedAt < windowMs && !isBackpressured(latest)) return;
    const isSlow = !isBackpressured(latest) && socket.bytesRead - connection.bytesReadBefore < minBytes;
    connection.windowStartedAt = now;
    connection.bytesReadBefore = socket.bytesRead;
    if (!isSlow) return;
    sendClientError(Object.assign(new Error('the body is too slow'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
    socket.destroySoon();
  };
  const checkAll = (): void => {
    for (const [socket, connection] of connections) check(socket, connection);
  };
  // After received bytes were read: while this process was blocked, no client was slow.
  const timer = setInterval(() => setImmediate(checkAll), windowMs / CHECKS_PER_WINDOW).unref();

  app.addHook('preClose', async () => {
    isClosing = true;
    // After a response with `connection: close`, a connection ends by itself once the client has read it.
    for (const [socket, { activeRequests }] of connections)
      if (activeRequests === 0 && !socket.writableEnded) socket.destroy();
  });
  // A response that is still being sent then must not leave its connection open.
  app.addHook('onSend', (_request, reply, payload, done) => {
    if (isClosing) void reply.header('connection', 'close');
    done(null, payload);
  });
  app.addHook('onClose', async () => clearInterval(timer));
};
