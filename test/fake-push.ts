import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';

const secretBytes = (key: Buffer, salt: Buffer, info: string | Buffer, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes));

/** The keys of a browser, which decrypts what a push service brings it (RFC 8291 §3.4). */
export const aBrowser = () => {
  const own = createECDH('prime256v1');
  own.generateKeys();
  const auth = randomBytes(16);
  const read = (body: Buffer): unknown => {
    const [salt, sender] = [body.subarray(0, 16), body.subarray(21, 86)];
    const info = Buffer.concat([Buffer.from('WebPush: info\0'), own.getPublicKey(), sender]);
    const key = secretBytes(own.computeSecret(sender), auth, info, 32);
    const decipher = createDecipheriv(
      'aes-128-gcm',
      secretBytes(key, salt, 'Content-Encoding: aes128gcm\0', 16),
      secretBytes(key, salt, 'Content-Encoding: nonce\0', 12),
    );
    decipher.setAuthTag(body.subarray(-16));
    const text = Buffer.concat([decipher.update(body.subarray(86, -16)), decipher.final()]);
    return JSON.parse(text.subarray(0, -1).toString());
  };
  return { keys: { p256dh: own.getPublicKey('base64url'), auth: auth.toString('base64url') }, read };
};

interface Received {
  path: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A push service that accepts messages until `status` says otherwise. */
export interface PushService {
  origin: string;
  status: number;
  received: Received[];
  close(): void;
}

export const openPushService = async (): Promise<PushService> => {
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      service.received.push({ path: request.url ?? '', headers: request.headers, body: Buffer.concat(parts) });
      response.writeHead(service.status, { location: 'http://127.0.0.1:1/' }).end();
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.int() }).parse(server.address());
  const service: PushService = {
    origin: `http://127.0.0.1:${port}`,
    status: 201,
    received: [],
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
  return service;
};
