import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { fail } from '#server/errors.ts';
import { noObserver, type Observer } from '#server/observer.ts';
import type { OpenFile, OpenFiles } from '#server/storage/open-files.ts';
import type { FileReader } from '#server/storage/storage.ts';
import { type ChunkBuffers, createChunkBuffers } from './chunk-buffers.ts';
import { decideRange } from './range-request.ts';

const RECHECK_MS = 4000;
/** Unreadable files are logged once in this time, because every viewer retries each second. */
const LOG_PAUSE_MS = 60_000;
/** Up to this size a body is one read and one write. */
const SINGLE_WRITE_BYTES = 64 * 1024;

export interface StoredFileResponse {
  key: string;
  /** Strong, with its quotes: it changes whenever the bytes do. */
  etag: string;
  contentType: string;
  headers: Record<string, string>;
  /** Checked repeatedly while a long body is sent; `false` ends it. */
  mayContinue?: () => Promise<boolean>;
}

/**
 * Serves stored files to GET and HEAD by RFC 9110: conditional requests and single ranges, without loading a file into memory.
 * An unreadable file is an error before the first byte is sent; after that the connection is closed.
 */
export interface FileResponder {
  send(request: FastifyRequest, reply: FastifyReply, response: StoredFileResponse): Promise<FastifyReply>;
}

export const createFileResponder = (
  openFiles: OpenFiles,
  { log, recheckMs = RECHECK_MS, observer = noObserver }: ResponderOptions,
): FileResponder => {
  const buffers = createChunkBuffers();
  let loggedAtMs = -LOG_PAUSE_MS;
  const logBreak = (err: unknown, key: string): void => {
    if (performance.now() - loggedAtMs < LOG_PAUSE_MS) return;
    loggedAtMs = performance.now();
    log.warn({ err, key }, 'a stored file could not be read to its end');
  };

  const sendBody = async (reply: FastifyReply, opened: OpenFile, body: Body, headers: Headers): Promise<void> => {
    const { raw } = reply;
    const outlet = new Outlet(raw);
    let guard: NodeJS.Timeout | undefined;
    const begin = (): void => {
      reply.hijack();
      raw.writeHead(body.status, { ...definedHeaders(reply), ...headers });
      guard = body.mayContinue ? cutOffWhen(raw, body.mayContinue, recheckMs) : undefined;
    };
    buffers.streamBegins();
    const reader = opened.file.readFrom(body.start, body.end);
    raw.once('close', reader.close);
    try {
      await pump(reader, body, { outlet, begin }, buffers);
    } catch (error) {
      if (!outlet.isOpen) return;
      if (!raw.headersSent) throw error;
      logBreak(error, body.key);
      raw.destroy();
    } finally {
      observer.bytesSent(reply.request.routeOptions.url ?? '', outlet.sentBytes);
      clearInterval(guard);
      reader.close();
      buffers.streamEnds();
      opened.release();
    }
  };

  return {
    send: async (request, reply, { key, etag, contentType, headers, mayContinue }) => {
      const opened = await openFiles.acquire(key);
      if (!opened) throw fail('file_not_found');
      let mustRelease = true;
      try {
        const { sizeBytes, modifiedAtMs } = opened.file;
        const decision = decideRange(request.method, request.headers, { sizeBytes, etag, modifiedAtMs });
        const validators = { etag, 'last-modified': new Date(modifiedAtMs).toUTCString(), 'accept-ranges': 'bytes' };
        const { status, start, end } = decision;
        if (status === 412) throw fail('precondition_failed');
        if (status === 416) {
          void reply.headers({ 'accept-ranges': 'bytes', 'content-range': `bytes */${sizeBytes}` });
          throw fail('range_not_satisfiable');
        }
        if (status === 304)
          return await reply
            .code(304)
            .headers({ ...headers, ...validators })
            .send();
        const all: Headers = {
          ...headers,
          ...validators,
          'content-type': contentType,
          'content-length': end - start + 1,
        };
        if (status === 206) all['content-range'] = `bytes ${start}-${end}/${sizeBytes}`;
        if (request.method === 'HEAD' || end < start) return await reply.code(status).headers(all).send();
        mustRelease = false;
        await sendBody(reply, opened, { key, status, start, end, mayContinue }, all);
        return reply.hijack();
      } finally {
        if (mustRelease) opened.release();
      }
    },
  };
};

interface ResponderOptions {
  log: { warn(facts: object, text: string): void };
  recheckMs?: number;
  observer?: Observer;
}

type Headers = Record<string, string | number>;

interface Body {
  key: string;
  status: 200 | 206;
  start: number;
  end: number;
  mayContinue: StoredFileResponse['mayContinue'];
}

/** Headers that hooks have set, such as those of CORS. */
const definedHeaders = (reply: FastifyReply): Record<string, string | number | string[]> =>
  Object.fromEntries(
    Object.entries(reply.getHeaders()).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

const cutOffWhen = (raw: ServerResponse, mayContinue: () => Promise<boolean>, everyMs: number): NodeJS.Timeout =>
  setInterval(() => {
    mayContinue().then(
      (may) => may || raw.destroy(),
      () => raw.destroy(),
    );
  }, everyMs).unref();

/** Writes to a response; each write resolves when the bytes are sent, or with `false` if the connection is closed. */
class Outlet {
  readonly #raw: ServerResponse;
  #settle: ((isSent: boolean) => void) | undefined;
  isOpen: boolean;
  sentBytes = 0;

  constructor(raw: ServerResponse) {
    this.#raw = raw;
    this.isOpen = !raw.destroyed;
    raw.once('close', () => {
      this.isOpen = false;
      this.#settle?.(false);
    });
    raw.on('error', () => undefined);
  }

  write(chunk: Buffer): Promise<boolean> {
    if (!this.isOpen) return Promise.resolve(false);
    return new Promise((resolve) => {
      this.#settle = resolve;
      this.#raw.write(chunk, (error) => {
        if (!error) this.sentBytes += chunk.length;
        resolve(!error);
      });
    });
  }

  end(): void {
    if (this.isOpen) this.#raw.end();
  }
}

interface Outgoing {
  outlet: Outlet;
  /** Sends the headers. */
  begin(): void;
}

/**
 * Reads the next chunk while the last one is written, with at most two chunks in memory. The response begins after the first
 * read.
 */
const pump = async (
  reader: FileReader,
  { start, end }: Body,
  { outlet, begin }: Outgoing,
  buffers: ChunkBuffers,
): Promise<void> => {
  let written = Promise.resolve(true);
  for (let position = start; position <= end && outlet.isOpen;) {
    const left = end - position + 1;
    const { chunkBytes, readsAhead } = buffers.plan();
    if (!readsAhead && !(await written)) return;
    const buffer = left <= SINGLE_WRITE_BYTES ? Buffer.allocUnsafe(left) : buffers.acquire(chunkBytes);
    const chunk = left < buffer.length ? buffer.subarray(0, left) : buffer;
    await reader.fill(chunk);
    if (!(await written)) return;
    if (position === start) begin();
    written = outlet.write(chunk).then((isSent) => {
      // The socket may still use an unsent buffer, so it is left to the garbage collector.
      if (isSent && left > SINGLE_WRITE_BYTES) buffers.release(buffer);
      return isSent;
    });
    position += chunk.length;
  }
  if (await written) outlet.end();
};
