import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { API_PREFIX } from '#contract/api.ts';
import type { Endpoint } from '#contract/endpoint.ts';

const ErrorBody = z.object({ code: z.string(), message: z.string(), ticket: z.string().optional() });

/** No site has this name, so that addresses of files are paths, which work on the page that shows them. */
const NO_HOST = 'plain.invalid';

/** What the API refused, in its own words. */
export class Refusal extends Error {
  readonly status: number;
  readonly code: string;
  readonly ticket: string | undefined;

  constructor(status: number, { code, message, ticket }: z.output<typeof ErrorBody>) {
    super(message);
    this.status = status;
    this.code = code;
    this.ticket = ticket;
  }
}

interface Sent {
  params?: Readonly<Record<string, string>>;
  body?: object;
  /** With files, in the place of a body. */
  form?: FormData;
  headers?: Readonly<Record<string, string>>;
}

export interface Answered<R> {
  body: R;
  cookie: string | undefined;
}

const addressOf = ({ path }: Endpoint, params: Readonly<Record<string, string>>): string =>
  API_PREFIX + path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

const send = async (
  server: FastifyInstance,
  request: FastifyRequest,
  endpoint: Endpoint,
  { params = {}, body, form, headers = {} }: Sent,
) => {
  const encoded = form && new Response(form);
  const payload = encoded ? Buffer.from(await encoded.arrayBuffer()) : body;
  // The Host of the client is not passed on: it says who renders pages.
  const response = await server.inject({
    method: endpoint.method,
    url: addressOf(endpoint, params),
    remoteAddress: request.ip,
    headers: {
      host: NO_HOST,
      'user-agent': request.headers['user-agent'] ?? '',
      ...(encoded && { 'content-type': encoded.headers.get('content-type') ?? '' }),
      ...headers,
    },
    ...(payload === undefined ? {} : { payload }),
  });
  if (response.statusCode >= 400) throw new Refusal(response.statusCode, ErrorBody.parse(response.json()));
  return response;
};

/**
 * Calls the API of this server as the browser's program does, so that a plain page has no second rule: access, limits and
 * bounds are those of the endpoint. Throws `Refusal`.
 */
export const createAskApi =
  (server: FastifyInstance) =>
  async <R extends z.ZodObject>(
    request: FastifyRequest,
    endpoint: Endpoint & { response: R },
    sent: Sent = {},
  ): Promise<Answered<z.output<R>>> => {
    const response = await send(server, request, endpoint, sent);
    const cookie = response.headers['set-cookie'];
    return { body: endpoint.response.parse(response.json()), cookie: typeof cookie === 'string' ? cookie : undefined };
  };

/** The same for an endpoint that sends a file. */
export const createAskFile =
  (server: FastifyInstance) =>
  async (request: FastifyRequest, endpoint: Endpoint, sent: Sent): Promise<Buffer> =>
    (await send(server, request, endpoint, sent)).rawPayload;

export type AskApi = ReturnType<typeof createAskApi>;
