import { isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The origin of this site, for addresses of files in responses. */
export interface Origins {
  /**
   * PUBLIC_URL, or else the origin of this request if its Host is known to be this site's: a loopback name, the address that
   * the connection came to, or the site's stored address. For any other Host it is empty, so that addresses in the response
   * are paths: they work on the page that requested them, and no client can make responses point to another site.
   * Forwarded headers count only behind a trusted proxy.
   */
  of(request: FastifyRequest): Promise<string>;
}

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Behind a proxy this is the address that the proxy connects to, which no visitor's Host names. */
const isReachedAt = (origin: string, { socket }: FastifyRequest): boolean => {
  const local = socket.localAddress?.replace(/^::ffff:/, '') ?? '';
  return URL.parse(origin)?.hostname === (isIPv6(local) ? `[${local}]` : local);
};

export const createOrigins = (publicUrl: string | undefined, storedAddress: () => Promise<string>): Origins => ({
  of: async (request) => {
    if (publicUrl !== undefined) return publicUrl;
    const { host } = request;
    if (!HOST.test(host)) return '';
    const origin = `${request.protocol === 'https' ? 'https' : 'http'}://${host.toLowerCase()}`;
    if (isLoopback(origin) || isReachedAt(origin, request)) return origin;
    const stored = await storedAddress();
    return URL.parse(stored)?.host === URL.parse(origin)?.host ? stored : '';
  },
});

/** Every request is checked, nearly always for the same few origins. */
const checked = new Map<string, boolean>();
const MAX_CHECKED = 100;

export const isLoopback = (origin: string): boolean => {
  const known = checked.get(origin);
  if (known !== undefined) return known;
  if (checked.size >= MAX_CHECKED) checked.clear();
  const is = namesThisMachine(origin);
  checked.set(origin, is);
  return is;
};

const namesThisMachine = (origin: string): boolean => {
  const hostname = URL.parse(origin)?.hostname ?? '';
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(?:\.\d{1,3}){3}$/.test(hostname)
  );
};

const EVERY_ADDRESS = ['0.0.0.0', '::'];

/** The address on this machine of a server that listens on `host`. */
export const localOrigin = (host: string, port: number): string => {
  if (host === '127.0.0.1' || EVERY_ADDRESS.includes(host)) return `http://localhost:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
};

/** Undefined while the server does not listen. */
export const listeningPort = ({ server }: FastifyInstance): number | undefined => {
  const address = server.address();
  return typeof address === 'object' ? address?.port : undefined;
};
