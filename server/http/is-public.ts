import { AsyncLocalStorage } from 'node:async_hooks';
import { isIPv6 } from 'node:net';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isLoopback } from './origins.ts';

/** Whether the server can be reached from other machines. */
export type IsPublic = () => Promise<boolean>;

/** The hosts that a request names; behind a proxy that rewrites Host, the name that it forwards. */
const hostsNamedBy = ({ headers }: FastifyRequest): string[] =>
  [headers.host ?? '', headers['x-forwarded-host'] ?? []].flat();

/**
 * Decides from HOST, from the site's address (PUBLIC_URL or the one stored at setup) and, while a request is handled,
 * from the hosts that it names. Each can only make the server public, so that no header can open what the settings close.
 */
export const createIsPublic = (http: FastifyInstance, host: string, publicAddress: () => Promise<string>): IsPublic => {
  const requestHosts = new AsyncLocalStorage<string[]>();
  const enter = (request: FastifyRequest, _reply: FastifyReply, done: () => void): void =>
    requestHosts.run(hostsNamedBy(request), done);
  http.addHook('onRequest', enter);
  // Reading a body leaves the context of the hook before it.
  http.addHook('preValidation', enter);
  const listensAt = isIPv6(host) ? `[${host}]` : host;
  return async () => {
    const hosts = [listensAt, ...(requestHosts.getStore() ?? [])].map((name) => `http://${name}`);
    return ![...hosts, await publicAddress()].every(isLoopback);
  };
};
