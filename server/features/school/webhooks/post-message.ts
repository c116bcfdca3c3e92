import { type LookupAddress, lookup as resolve, promises as names } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { BlockList, isIP, isIPv6, type LookupFunction } from 'node:net';
import { setTimeout } from 'node:timers/promises';
import { isLocalName } from '#server/http/endpoint/network-address.ts';

const TIMEOUT_MS = 15_000;
const MAX_RESPONSE_BYTES = 2000;

const closed = new BlockList();
for (const [address, bits] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
] as const)
  closed.addSubnet(address, bits, 'ipv4');

/** Of IPv6 only what is assigned to the internet is open, without the prefixes that lead to IPv4. */
const open6 = new BlockList();
open6.addSubnet('2000::', 3, 'ipv6');
const closed6 = new BlockList();
for (const [address, bits] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const)
  closed6.addSubnet(address, bits, 'ipv6');

/** Whether an IP address belongs to this machine or a private network, or is no target at all. */
const isPrivate = (address: string): boolean =>
  isIPv6(address) ? !open6.check(address, 'ipv6') || closed6.check(address, 'ipv6') : closed.check(address, 'ipv4');

/** Whether any of the addresses of a name is private: which of them is called is not ours to choose. */
export const isAnyPrivate = (found: readonly LookupAddress[]): boolean =>
  found.some(({ address }) => isPrivate(address));

/** The name of a host without the brackets of an IPv6 address. */
const hostOf = (url: URL): string => url.hostname.replace(/^\[|\]$/g, '');

/** Whether an address may be called: HTTPS to a public one, or any that the operator listed. */
export const mayCall = (url: URL, allowed: readonly string[]): boolean => {
  if (url.username !== '' || url.password !== '') return false;
  if (allowed.includes(url.host)) return true;
  const host = hostOf(url);
  return url.protocol === 'https:' && !isLocalName(host) && (isIP(host) === 0 || !isPrivate(host));
};

const LOOKUP_MS = 3000;

/** Whether the name of an address leads to a private network at this moment. Not so for one that is not found in three seconds. */
export const leadsToPrivate = async (url: URL, allowed: readonly string[]): Promise<boolean> => {
  if (allowed.includes(url.host)) return false;
  const found = names.lookup(hostOf(url), { all: true }).catch(() => []);
  const addresses = await Promise.race([found, setTimeout(LOOKUP_MS, [], { ref: false })]);
  return isAnyPrivate(addresses);
};

/** Connects only to addresses that are public at this moment. */
export const checkedLookup: LookupFunction = (host, options, done) =>
  resolve(host, { ...options, all: true }, (error, found: LookupAddress[]) => {
    const [first] = found ?? [];
    if (error ?? !first) return done(error ?? new Error('The address has no host'), '', 4);
    if (isAnyPrivate(found)) return done(new Error('The address leads to a private network'), '', 4);
    return options.all === true ? done(null, found) : done(null, first.address, first.family);
  });

export interface Reply {
  /** Null without a response. */
  status: number | null;
  /** Its beginning, or the reason why there is none. */
  text: string;
}

export interface OutgoingMessage {
  headers: Record<string, string>;
  body: string;
  /** Hosts that the operator listed. */
  allowed: readonly string[];
  timeoutMs?: number;
}

/** Posts a message. Follows no redirect, and reads only the beginning of the response. */
export const postMessage = (
  address: string,
  { headers, body, allowed, timeoutMs = TIMEOUT_MS }: OutgoingMessage,
): Promise<Reply> => {
  const url = new URL(address);
  if (!mayCall(url, allowed)) return Promise.resolve({ status: null, text: 'The address leads to a private network' });
  const { promise, resolve: end } = Promise.withResolvers<Reply>();
  const isListed = allowed.includes(url.host);
  const request = (url.protocol === 'https:' ? https : http).request(url, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(body)) },
    signal: AbortSignal.timeout(timeoutMs),
    agent: false,
    ...(isListed ? {} : { lookup: checkedLookup }),
  });
  request.on('error', ({ name, message }) => {
    const text = name === 'AbortError' ? `No complete response in ${timeoutMs / 1000} seconds` : message;
    end({ status: null, text: text.slice(0, MAX_RESPONSE_BYTES) });
  });
  request.on('response', (response) => {
    let text = '';
    const finish = (): void => end({ status: response.statusCode ?? null, text: text.slice(0, MAX_RESPONSE_BYTES) });
    response.setEncoding('utf8');
    response.on('data', (part: string) => {
      text += part;
      if (text.length < MAX_RESPONSE_BYTES) return;
      finish();
      response.destroy();
    });
    response.on('end', finish);
    response.on('error', finish);
  });
  request.end(body);
  return promise;
};
