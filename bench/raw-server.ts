import { createReadStream, readFileSync, statSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import { pipeline } from 'node:stream/promises';

/** What the program is compared with: `raw-server.ts bytes|range FILE`, on the port in PORT. */
const [sends, file = ''] = process.argv.slice(2);

const sendBytes = (): RequestListener => {
  const body = readFileSync(file);
  return (_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
    response.end(body);
  };
};

const sendRange = (): RequestListener => {
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

createServer(sends === 'range' ? sendRange() : sendBytes()).listen(Number(process.env['PORT']), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
