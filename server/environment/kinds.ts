import { isIP } from 'node:net';
import { homedir } from 'node:os';
import { readSecretAddress } from './secret-address.ts';

/** A way to read a value of the environment that is not empty. */
export interface Kind<T> {
  /** Undefined for a value that cannot be used. */
  read(value: string): T | undefined;
  /** What to write, as the rest of a sentence that begins with the name. */
  must: string;
  /** Replaces what stands for something else. */
  expand?(value: string): string;
  /** Never shown. */
  isSecret?: boolean;
  /** Text for people, where a number sign and a dollar sign are meant. */
  isProse?: boolean;
  /** Text for people that may have several lines. */
  hasLines?: boolean;
  /** Quotes around it stay: what an earlier version derived from it would be lost. */
  keepsQuotes?: boolean;
  /** What is wrong with a secret, and what to write, where that can be said without it. */
  problem?(value: string): string | undefined;
}

export const text: Kind<string> = { read: (value) => value, must: 'must be a text' };
export const prose: Kind<string> = { ...text, isProse: true };
export const proseInLines: Kind<string> = { ...prose, hasLines: true };
export const secret: Kind<string> = { ...text, isSecret: true };

export const matching = (pattern: RegExp, must: string): Kind<string> => ({
  read: (value) => (pattern.test(value) ? value : undefined),
  must,
});

/** Letters, digits, - and _: what also fits into an address and a header. */
export const token = (min: number, max: number): Kind<string> => ({
  ...matching(new RegExp(`^[\\w-]{${min},${max}}$`), `must be ${min} to ${max} letters, digits, - and _`),
  isSecret: true,
});

export const longSecret = (min: number): Kind<string> => ({
  read: (value) => (value.length >= min ? value : undefined),
  must: `must have at least ${min} characters`,
  problem: ({ length }) => (length >= min ? undefined : `must have at least ${min} characters, and has ${length}`),
  isSecret: true,
  keepsQuotes: true,
});

export const count = (min: number, max: number): Kind<number> => ({
  read: (value) =>
    /^\d{1,16}$/.test(value) && Number(value) >= min && Number(value) <= max ? Number(value) : undefined,
  must: `must be a whole number from ${min} to ${max}`,
});

const inWords = (words: readonly string[]): string => [words.slice(0, -1).join(', '), words.at(-1)].join(' or ');

export const oneOf = <W extends string>(...words: [W, ...W[]]): Kind<W> => ({
  read: (value) => words.find((word) => word === value.toLowerCase()),
  must: `must be ${inWords(words)}`,
});

export const flag: Kind<boolean> = {
  read: (value) => {
    const [, yes] = /^(?:(1|true|yes|on)|0|false|no|off)$/i.exec(value) ?? [undefined, null];
    return yes === null ? undefined : yes !== undefined;
  },
  must: 'must be 1 or 0',
};

export const list = <T>(of: Kind<T>, must: string): Kind<T[]> => ({
  read: (value) => {
    const items = value.split(',').flatMap((item) => (item.trim() === '' ? [] : [of.read(item.trim())]));
    return items.every((item) => item !== undefined) ? items : undefined;
  },
  must,
  isSecret: of.isSecret === true,
});

const isHttp = ({ protocol }: URL): boolean => protocol === 'https:' || protocol === 'http:';

/** An address with a path, but without a login. */
export const endpoint = (example: string): Kind<string> => ({
  read: (value) => {
    const url = URL.parse(value);
    return url && isHttp(url) && url.hostname !== '' ? value : undefined;
  },
  must: `must be an address such as ${example}`,
});

/** The origin of a site. */
export const site: Kind<string> = {
  read: (value) => {
    const url = URL.parse(value);
    if (!url || !isHttp(url)) return undefined;
    return `${url.origin}/` === url.href ? url.origin : undefined;
  },
  must: 'must be an address such as https://school.example, without a path',
};

/** The name or the address of an interface. Brackets belong to addresses of sites. */
export const host: Kind<string> = {
  read: (value) => {
    const bare = /^\[([\da-f:.]+)\]$/i.exec(value)?.[1] ?? value;
    return isIP(bare) !== 0 || /^[\w.-]+$/.test(bare) ? bare : undefined;
  },
  must: 'must be a name or an IP address of this machine, such as 127.0.0.1, without http:// and without a port',
};

const HOME = /^(?:~|\$HOME|\$\{HOME\})(?=\/|$)/;

/** A path, as a shell reads it. */
export const path: Kind<string> = {
  ...text,
  expand: (value) => value.replace(HOME, homedir()),
  must: 'must be a path',
};

/** An address with a login. */
export const secretAddress = (...protocols: [string, ...string[]]): Kind<string> => ({
  read: (value) => {
    const found = readSecretAddress(value, protocols);
    return 'address' in found ? found.address : undefined;
  },
  must: `must begin with ${inWords(protocols.map((protocol) => `${protocol}://`))}`,
  problem: (value) => {
    const found = readSecretAddress(value, protocols);
    return 'problem' in found ? found.problem : undefined;
  },
  isSecret: true,
});

/** A setting of the environment. */
export interface Setting<T> {
  kind: Kind<T>;
  /** Its value where it is not set. */
  fallback: T;
}

export const unset = <T>(kind: Kind<T>): Setting<T | undefined> => ({ kind, fallback: undefined });
export const or = <T>(fallback: NoInfer<T>, kind: Kind<T>): Setting<T> => ({ kind, fallback });
