import { isIP } from 'node:net';
import type { Kind } from './kinds.ts';

const isProxy = (item: string): boolean =>
  isIP(item.split('/')[0] ?? '') !== 0 || /^(?:loopback|linklocal|uniquelocal)$/.test(item);

/** Who is trusted: nobody, anyone, the last of so many, or their addresses. */
export const proxies: Kind<boolean | string[] | number> = {
  read: (value) => {
    if (/^(?:0|false|no|off)$/i.test(value)) return false;
    if (/^(?:true|yes|on)$/i.test(value)) return true;
    if (/^\d{1,2}$/.test(value)) return Number(value);
    const items = value.split(',').map((item) => item.trim());
    return items.every(isProxy) ? items : undefined;
  },
  must: 'must be a number of proxies, true, or their addresses',
};

const HEADER = /^([!#$%&'*+.^`|~\w-]+)=(.*)$/;

const decoded = (text: string): string | undefined => {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
};

/** `name=value,name=value` with percent-encoded values, as in OpenTelemetry. */
export const headerList: Kind<Record<string, string>> = {
  read: (value) => {
    const headers: Record<string, string> = {};
    for (const pair of value.split(',').filter((one) => one.trim() !== '')) {
      const [, name, given = ''] = HEADER.exec(pair.trim()) ?? [];
      const text = decoded(given);
      if (name === undefined || text === undefined) return undefined;
      headers[name] = text;
    }
    return headers;
  },
  must: 'must be name=value, comma-separated',
  isSecret: true,
};

export const share: Kind<number> = {
  read: (value) => (Number(value) >= 0 && Number(value) <= 1 ? Number(value) : undefined),
  must: 'must be a number from 0 to 1',
};
