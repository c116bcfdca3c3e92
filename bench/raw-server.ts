import { createReadStream, readFileSync, statSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';

/** What ours is compared with: `raw-server.ts bytes|range FILE`, on the port in PORT. */
const [mode = '', file = ''] = process.argv.slice(2);

const sameBytes = (): ((request: IncomingMessage, response: ServerResponse) => void) => {
  const body = readFileSync(file);
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
    response.end(body);
  };
};

const ranges = (): ((request: IncomingMessage, response: ServerResponse) => void) => {
  const { size } = statSync(file);
  return (request, response) => {
    const [, start = '0', end = ''] = /bytes=(\d+)-(\d*)/.exec(request.headers.range ?? '') ?? [];
    const last = end === '' ? size - 1 : Number(end);
    response.writeHead(206, {
      'content-type': 'video/mp4',
      'content-range': `bytes ${start}-${last}/${size}`,
      'content-length': last - Number(start) + 1,
    });
    pipeline(createReadStream(file, { start: Number(start), end: last }), response).catch(() => undefined);
  };
};

const modes: Record<string, () => (request: IncomingMessage, response: ServerResponse) => void> = {
  bytes: sameBytes,
  range: ranges,
};

const handler = modes[mode]?.();
if (!handler) throw new Error(`unknown mode ${mode}`);
const server = createServer((request, response) => {
  if (request.url === '/healthz') response.end('ok');
  else handler(request, response);
});
server.listen(Number(process.env['PORT']), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
