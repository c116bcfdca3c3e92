import { AsyncLocalStorage } from 'node:async_hooks';
import { isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isForwarded, isLoopback } from './origins.ts';

/** Whether the server can be reached from other machines. */
export type IsPublic = () => Promise<boolean>;

export interface IsPublicNeeds {
  host: string;
  /** Other sites that may call the API. */
  corsOrigins: readonly string[];
}

/**
 * Decides by HOST, by the site's address (PUBLIC_URL or the one stored at setup) and, during a request, by its headers. Each can
 * only make the server public, so no header can override the settings.
 */
export const createIsPublic = (
  http: FastifyInstance,
  { host, corsOrigins }: IsPublicNeeds,
  publicAddress: () => Promise<string>,
): IsPublic => {
  const requests = new AsyncLocalStorage<FastifyRequest>();
  const enter = (request: FastifyRequest, _reply: FastifyReply, done: () => void): void => requests.run(request, done);
  http.addHook('onRequest', enter);
  // Reading a body leaves the context of the hook before it.
  http.addHook('preValidation', enter);
  /** Browsers send the origin of the page with forms and with requests of scripts. */
  const originsNamedBy = ({ headers: { host: named = '', origin } }: FastifyRequest): string[] => [
    `http://${named}`,
    ...(origin === undefined || corsOrigins.includes(origin) ? [] : [origin]),
  ];
  const listensAt = `http://${isIPv6(host) ? `[${host}]` : host}`;
  return async () => {
    const request = requests.getStore();
    if (request && isForwarded(request)) return true;
    return ![listensAt, ...(request ? originsNamedBy(request) : []), await publicAddress()].every(isLoopback);
  };
};
