import type { FastifyReply, FastifyRequest } from 'fastify';
import { readCookie, setCookie } from '#server/http/cookies.ts';
import { PLAIN } from '#server/http/plain-address.ts';

const NAME = 'plain_session';
const TOKEN = /^[\w-]{1,200}$/;

/** The token of a session, for the plain pages alone: browsers send it to no other address, and the API reads no cookie. */
export const sessionToken = (request: FastifyRequest): string | undefined => {
  const value = readCookie(request, NAME);
  return value !== undefined && TOKEN.test(value) ? value : undefined;
};

/** It ends with the browser; its session ends as every other. */
export const keepSession = (reply: FastifyReply, token: string, origin: string): void => {
  setCookie(reply, origin, { name: NAME, value: token, path: PLAIN });
};

export const forgetSession = (reply: FastifyReply, origin: string): void => {
  setCookie(reply, origin, { name: NAME, value: '', path: PLAIN, maxAgeSeconds: 0 });
};

/** Whether a form was sent from a page of this site. Every browser says where a form comes from, or the form is refused. */
export const isFromHere = ({ headers, host }: FastifyRequest, origin: string): boolean => {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const from = headers.origin;
  return from === undefined ? site === 'same-origin' : from === origin || URL.parse(from)?.host === host;
};
