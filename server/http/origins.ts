import { isIPv6 } from 'node:net';
import type { FastifyRequest } from 'fastify';

/** Where this site is: for addresses in answers, and for links in mails. */
export interface Origins {
  /** PUBLIC_URL, or else the address of this request; forwarded headers count only behind a trusted proxy. */
  of(request: FastifyRequest): string;
}

const HOST = /^(?:[a-z0-9](?:[a-z0-9.-]{0,252})|\[[0-9a-f:.]{2,45}\])(?::\d{1,5})?$/i;

export const createOrigins = (publicUrl: string | undefined, fallback: () => string): Origins => ({
  of: (request) => {
    if (publicUrl !== undefined) return publicUrl;
    const { host } = request;
    return HOST.test(host) ? `${request.protocol === 'https' ? 'https' : 'http'}://${host.toLowerCase()}` : fallback();
  },
});

/** Asked at every request, nearly always of the same origin. */
let lastAsked: { origin: string; isLoopback: boolean } | undefined;

export const isLoopback = (origin: string): boolean => {
  if (lastAsked?.origin !== origin) lastAsked = { origin, isLoopback: namesThisMachine(origin) };
  return lastAsked.isLoopback;
};

const namesThisMachine = (origin: string): boolean => {
  const hostname = URL.parse(origin)?.hostname ?? '';
  return (
    hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || hostname.startsWith('127.')
  );
};

const EVERY_ADDRESS = ['0.0.0.0', '::'];

/** What to type on this machine to reach a server that listens on `host`. */
export const localOrigin = (host: string, port: number): string => {
  if (host === '127.0.0.1' || EVERY_ADDRESS.includes(host)) return `http://localhost:${port}`;
  return `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
};
