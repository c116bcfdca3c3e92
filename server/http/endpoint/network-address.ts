import { isIP, isIPv6 } from 'node:net';

const IPV6_GROUPS = 8;
/** An internet provider assigns each customer at least a /64, so that all its addresses count as one client. */
const NETWORK_GROUPS = 4;
const IPV4_MAPPED = '0:0:0:0:0:ffff';

/** The eight groups in hexadecimal, without leading zeros. */
const groupsOf = (address: string): string[] => {
  const [withoutZone = ''] = address.split('%');
  // URL normalizes the spelling of an address.
  const [head = '', tail] = new URL(`http://[${withoutZone}]`).hostname.slice(1, -1).split('::');
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const zeros = Array.from({ length: IPV6_GROUPS - before.length - after.length }, () => '0');
  return [...before, ...zeros, ...after];
};

const bytesOf = (group = ''): number[] => [Number.parseInt(group, 16) >> 8, Number.parseInt(group, 16) & 0xff];

/** The network for limits: an IPv4 address, also if mapped into IPv6, or the /64 of an IPv6 address. */
export const networkOf = (address: string): string => {
  if (!isIPv6(address)) return address;
  const groups = groupsOf(address);
  if (groups.slice(0, 6).join(':') === IPV4_MAPPED) return [...bytesOf(groups[6]), ...bytesOf(groups[7])].join('.');
  return `${groups.slice(0, NETWORK_GROUPS).join(':')}::/64`;
};

/** A name that leads nowhere outside a network of its own. */
export const isLocalName = (host: string): boolean =>
  isIP(host) === 0 && /^[^.]*\.?$|\.(?:local|localhost|localdomain|internal|lan|home|corp|home\.arpa)\.?$/.test(host);
