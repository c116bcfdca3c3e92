import { isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** The origin of this site, for addresses of files in responses. */
export interface Origins {
  /**
   * The known address of the site (PUBLIC_URL, or else the one stored at setup), for a request that names it, and for one that names
   * this machine, as behind a proxy that drops Host. While none is known: the origin of this request, if its Host is this
   * machine's and no proxy is in between. Otherwise it is empty, so that addresses in the response are paths: they
   * work on the page that requested them, and no client can make responses point to another site. A known address at http://
   * is at https:// for whoever came with TLS.
   * Forwarded headers count only behind a trusted proxy.
   */
  of(request: FastifyRequest): Promise<string>;
}

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

/** Headers that proxies, tunnels and CDNs add, and browsers never send. */
const FORWARDING_HEADER =
  /^(?:via|cdn-loop|(?:x-)?(?:original-)?forwarded.*|x-original-host|.*-(?:client|connecting|real|remote)-ip)$/;

/** Some proxies add no header and rewrite Host; nginx uses HTTP/1.0 by default, which browsers never do. */
export const isForwarded = ({ headers, raw }: Pick<FastifyRequest, 'headers' | 'raw'>): boolean =>
  raw.httpVersion === '1.0' || Object.keys(headers).some((name) => FORWARDING_HEADER.test(name));

/** Behind a proxy this is the address that the proxy connects to, which no visitor's Host names. */
const isReachedAt = (origin: string, { socket }: FastifyRequest): boolean => {
  const local = socket.localAddress?.replace(/^::ffff:/, '') ?? '';
  return URL.parse(origin)?.hostname === (isIPv6(local) ? `[${local}]` : local);
};

const hostOf = (origin: string | undefined): string | undefined => URL.parse(origin ?? '')?.host;

/** A page of this site says where it is, whatever a proxy makes of Host. A program, and a page of another site, say nothing about it. */
const isOnPageOf = (address: string, { headers }: FastifyRequest): boolean =>
  headers['sec-fetch-site'] !== 'same-origin' ||
  headers.referer === undefined ||
  hostOf(headers.referer) === hostOf(address);

/** A school that was set up before it had TLS: a page at https:// loads nothing from http://. */
const secured = (known: string, seen: readonly (string | undefined)[]): string =>
  seen.some((one) => one?.startsWith('https://') && hostOf(one) === hostOf(known))
    ? known.replace(/^http:/, 'https:')
    : known;

export const createOrigins = (address: () => Promise<string>): Origins => ({
  of: async (request) => {
    const { host } = request;
    if (!HOST.test(host)) return '';
    const origin = `${request.protocol === 'https' ? 'https' : 'http'}://${host.toLowerCase()}`;
    const isLocal = isLoopback(origin);
    const known = secured(await address(), [origin, request.headers.origin, request.headers.referer]);
    if (hostOf(origin) === hostOf(known)) return known;
    if (!isLoopback(known)) return isLocal && isOnPageOf(known, request) ? known : '';
    const isDirect = !isForwarded(request) && isOnPageOf(origin, request);
    return isDirect && (isLocal || isReachedAt(origin, request)) ? origin : '';
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
