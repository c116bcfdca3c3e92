import type { FastifyReply, FastifyRequest } from 'fastify';
import { PLAIN } from '#server/http/plain-address.ts';

const NAME = 'plain_session';
const COOKIE = new RegExp(`(?:^|;) *${NAME}=([\\w-]{1,200})(?:;|$)`);

const attributes = (origin: string): string =>
  `Path=${PLAIN}; HttpOnly; SameSite=Strict${origin.startsWith('https:') ? '; Secure' : ''}`;

/** The token of a session, for the plain pages alone: browsers send it to no other address, and the API reads no cookie. */
export const sessionToken = (request: FastifyRequest): string | undefined =>
  COOKIE.exec(request.headers.cookie ?? '')?.[1];

/** It ends with the browser; its session ends as every other. */
export const keepSession = (reply: FastifyReply, token: string, origin: string): void => {
  void reply.header('set-cookie', `${NAME}=${token}; ${attributes(origin)}`);
};

export const forgetSession = (reply: FastifyReply, origin: string): void => {
  void reply.header('set-cookie', `${NAME}=; Max-Age=0; ${attributes(origin)}`);
};

/** Whether a form was sent from a page of this site. Every browser says where a form comes from, or the form is refused. */
export const isFromHere = ({ headers, host }: FastifyRequest, origin: string): boolean => {
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const from = headers.origin;
  return from === undefined ? site === 'same-origin' : from === origin || URL.parse(from)?.host === host;
};
