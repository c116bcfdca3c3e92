import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { type Clock, MINUTE_MS } from '#server/clock.ts';
import { isLocalName } from '../endpoint/network-address.ts';
import { isLoopback } from '../endpoint/origins.ts';

/** A browser gives up after about twenty redirects. */
const MAX_REDIRECTS = 5;
const WINDOW_MS = 10_000;
const MAX_COUNTED = 1000;
/** One impatient visitor looks like a loop as well. */
const LOOP_MS = 5 * MINUTE_MS;

const PRIVATE_IP = /^(?:10|127|169\.254|192\.168|172\.(?:1[6-9]|2\d|3[01])|100\.(?:6[4-9]|[7-9]\d|1[01]\d|12[0-7]))\./;

/** A proxy that drops Host names this server by a local name, a private address or a port of its own. */
const isOfVisitor = (host: string): boolean => (isIP(host) === 0 ? !isLocalName(host) : !PRIVATE_IP.test(host));

/**
 * Where the school has the page that a request asks for by another name, such as www before it; undefined if it is here. Only
 * PUBLIC_URL counts: the address stored at setup may be that of a first trial. Some CDNs name this server to it, also to visitors
 * of the right address: a name that leads back to itself is not redirected for a while.
 */
export const createOtherNames = (publicUrl: string | undefined, { now }: Clock) => {
  const own = publicUrl === undefined || isLoopback(publicUrl) ? undefined : new URL(publicUrl);
  const looping = new Map<string, number>();
  const counted = new Map<string, { count: number; since: number }>();

  const isLooping = ({ ip, url }: FastifyRequest, host: string): boolean => {
    const key = `${ip} ${host}${url}`;
    const known = counted.get(key);
    if (counted.size >= MAX_COUNTED) counted.clear();
    const isRecent = known !== undefined && now() - known.since < WINDOW_MS;
    const seen = isRecent ? { ...known, count: known.count + 1 } : { count: 1, since: now() };
    counted.set(key, seen);
    if (looping.size >= MAX_COUNTED) looping.clear();
    if (seen.count > MAX_REDIRECTS) looping.set(host, now());
    return now() - (looping.get(host) ?? -Infinity) < LOOP_MS;
  };

  return (request: FastifyRequest): string | undefined => {
    const asked = own && URL.parse(`${own.protocol}//${request.host}`);
    if (!own || !asked || asked.host === own.host || asked.port !== own.port) return undefined;
    if (!isOfVisitor(asked.hostname) || isLooping(request, asked.host)) return undefined;
    return own.origin + request.url;
  };
};
