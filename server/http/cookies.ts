import type { FastifyReply, FastifyRequest } from 'fastify';

/** Browsers take a name with this prefix from https alone. */
const SECURE = '__Secure-';

interface Cookie {
  name: string;
  value: string;
  /** Browsers send it to this path, and to those below. */
  path: string;
  /** Without it, it ends with the browser. */
  maxAgeSeconds?: number;
}

/** The values of a cookie in a request. One that came by https stands before one of an earlier version. */
export const readCookie = ({ headers }: FastifyRequest, name: string): string | undefined => {
  const sent = (headers.cookie ?? '').split(';').map((cookie) => cookie.trim());
  const valueOf = (start: string) => sent.find((cookie) => cookie.startsWith(start))?.slice(start.length);
  return valueOf(`${SECURE}${name}=`) ?? valueOf(`${name}=`);
};

/** For this site and no scripts; with an origin of https also for https alone. */
export const setCookie = (reply: FastifyReply, origin: string, { name, value, path, maxAgeSeconds }: Cookie): void => {
  const [prefix, secure] = origin.startsWith('https:') ? [SECURE, '; Secure'] : ['', ''];
  const age = maxAgeSeconds === undefined ? '' : `; Max-Age=${maxAgeSeconds}`;
  void reply.header('set-cookie', `${prefix}${name}=${value}; Path=${path}${age}; HttpOnly; SameSite=Strict${secure}`);
};
