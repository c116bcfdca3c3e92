import { once } from 'node:events';
import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import type { z } from 'zod';

/** How long browsers and players wait before a retry, unless the response sets another time. */
const PAUSE_MS = 1000;
const TRIES = 10;
const TIMEOUT_MS = 30_000;
const ADDRESSES_PER_BLOCK = 250;

/** One request that a simulated person sent. */
export interface Attempt {
  step: string;
  endedAtMs: number;
  tookMs: number;
  /** The error; undefined for a success. */
  problem: string | undefined;
  /** How many requests of the same step came before. */
  retries: number;
  /** Whether the step ended with it: it succeeded, or the person gave up. */
  isLast: boolean;
}

interface Outgoing {
  method?: string;
  headers?: Record<string, string>;
  body?: Buffer | string;
}

export interface Reply {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** A simulated person at a browser, with a separate address and connections. */
export interface Visitor {
  readonly origin: string;
  /** Of the session. It is sent with every path of the school, and not to whole addresses, as of media. */
  token: string | undefined;
  /** Sends one request and retries it while the server is unreachable or busy. Throws after the last retry, or when refused. */
  step(name: string, url: string, outgoing?: Outgoing): Promise<Reply>;
  /** The same for a request that depends on whether it is a retry. */
  stepOf(name: string, attempt: (isRetry: boolean) => Promise<Reply>): Promise<Reply>;
  send(url: string, outgoing?: Outgoing): Promise<Reply>;
  leave(): void;
}

export const json = (body: object): Outgoing => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

export const bearer = (token: string): Record<string, string> => ({ authorization: `Bearer ${token}` });

export const read = <S extends z.ZodType>(schema: S, { body }: Reply): z.output<S> =>
  schema.parse(JSON.parse(body.toString('utf8')));

/** Every address of 127.0.0.0/8 is this machine: limits by address count each person apart. */
const addressOf = (place: number): string =>
  `127.1.${Math.floor(place / ADDRESSES_PER_BLOCK)}.${(place % ADDRESSES_PER_BLOCK) + 1}`;

const bodyOf = async (response: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks);
};

/** Whether a retry may succeed: the server is unreachable, or it or its proxy returned a server error. */
const mayPass = (reply: Reply | undefined): boolean => reply === undefined || reply.status >= 500;

const problemOf = (reply: Reply | undefined): string | undefined => {
  if (reply === undefined) return 'no response';
  if (reply.status < 400) return undefined;
  const code = /"code":"(\w+)"/.exec(reply.body.toString('utf8'))?.[1] ?? '';
  return `${reply.status} ${code}`.trim();
};

export const createVisitor = (
  origin: string,
  place: number,
  { token, journal = [] }: { token?: string | undefined; journal?: Attempt[] } = {},
): Visitor => {
  const agent = new Agent({ keepAlive: true, maxSockets: 2 });
  const localAddress = addressOf(place);
  const visitor: Visitor = {
    origin,
    token,
    step: (name, url, outgoing) => visitor.stepOf(name, () => visitor.send(url, outgoing)),
    stepOf: async (name, attempt) => {
      for (let retries = 0; ; retries += 1) {
        const startedAt = performance.now();
        const reply = await attempt(retries > 0).catch((error: unknown) => void error);
        const endedAtMs = performance.now();
        const problem = problemOf(reply);
        const isLast = problem === undefined || retries === TRIES || !mayPass(reply);
        journal.push({ step: name, endedAtMs, tookMs: endedAtMs - startedAt, problem, retries, isLast });
        if (reply && problem === undefined) return reply;
        if (isLast) throw new Error(`${name}: ${problem}`);
        await setTimeout(Number(reply?.headers['retry-after'] ?? 0) * 1000 || PAUSE_MS);
      }
    },
    send: async (url, { method = 'GET', headers = {}, body } = {}) => {
      const session = visitor.token !== undefined && url.startsWith('/') ? bearer(visitor.token) : {};
      const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
      const options = { agent, localAddress, method, headers: { ...session, ...headers, ...length } };
      const outgoing = request(new URL(url, origin), { ...options, signal: AbortSignal.timeout(TIMEOUT_MS) });
      const [response]: IncomingMessage[] = await once(outgoing.end(body), 'response');
      if (!response) throw new Error('no response');
      return { status: response.statusCode ?? 0, headers: response.headers, body: await bodyOf(response) };
    },
    leave: () => agent.destroy(),
  };
  return visitor;
};

/** Visitors that take turns, with these sessions. They leave when this is disposed. */
export const createVisitors = (origin: string, count: number, tokens: readonly (string | undefined)[] = []) => {
  const visitors = Array.from({ length: count }, (_, place) => createVisitor(origin, place, { token: tokens[place] }));
  return {
    at: (turn: number): Visitor => {
      const visitor = visitors[turn % count];
      if (!visitor) throw new Error('there is nobody');
      return visitor;
    },
    [Symbol.dispose]: () => visitors.forEach(({ leave }) => leave()),
  };
};
