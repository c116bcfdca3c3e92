import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { ProviderError, type ProviderErrorKind } from './provider.ts';

const TIMEOUT_MS = 10_000;
const MAX_TRIES = 3;
const FIRST_PAUSE_MS = 250;
const PATIENCE_MS = 25_000;

export interface RazorpayAccess {
  /** Without a slash at the end; undefined while it is not reachable yet. */
  apiBase: () => string | undefined;
  /** The current key. */
  key: () => { id: string; secret: string };
  timeoutMs?: number;
}

export interface RazorpayCall {
  method: 'GET' | 'POST';
  /** Below /v1, from parts: each is encoded, so that no id can lead elsewhere. */
  path: readonly string[];
  query?: Record<string, string | number>;
  body?: object;
  /** Makes a POST safe to repeat. */
  idempotencyKey?: string;
  /** How long all tries together may take. */
  patienceMs?: number;
}

export type RazorpayHttp = <S extends z.ZodType>(call: RazorpayCall, answer: S) => Promise<z.output<S>>;

const ErrorBody = z.object({ error: z.object({ description: z.string() }) });

const kindOf = (status: number): ProviderErrorKind => {
  if (status === 401 || status === 403) return 'auth';
  if (status === 409) return 'conflict';
  if (status === 429) return 'rate_limited';
  return status >= 400 && status < 500 ? 'rejected' : 'unavailable';
};

/** Nothing was sent: the other side was not there. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

const wasNeverSent = (error: unknown): boolean => {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && NEVER_SENT.has(String(cause.code));
};

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const isWorthRepeating = (error: unknown): boolean =>
  error instanceof ProviderError && ['unavailable', 'rate_limited', 'conflict'].includes(error.kind);

/**
 * Calls the provider's REST API: Basic auth, a timeout, errors that say whether the outcome is known, and further tries
 * with jitter for what is safe to repeat. `fetch` itself, because the official client can neither be aimed at a stand-in
 * nor send an idempotency key.
 */
export const createRazorpayHttp = ({ apiBase, key, timeoutMs = TIMEOUT_MS }: RazorpayAccess): RazorpayHttp => {
  const send = async (base: string, call: RazorpayCall, signal: AbortSignal): Promise<Response> => {
    const url = new URL(`${base}/v1/${call.path.map(encodeURIComponent).join('/')}`);
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, String(value));
    const { id, secret } = key();
    return fetch(url, {
      method: call.method,
      redirect: 'error',
      signal,
      headers: {
        authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
        accept: 'application/json',
        ...(call.body ? { 'content-type': 'application/json' } : {}),
        ...(call.idempotencyKey === undefined ? {} : { 'x-refund-idempotency': call.idempotencyKey }),
      },
      ...(call.body ? { body: JSON.stringify(call.body) } : {}),
    });
  };

  const once = async <S extends z.ZodType>(
    base: string,
    call: RazorpayCall,
    answer: S,
    limitMs: number,
  ): Promise<z.output<S>> => {
    const name = `${call.method} ${call.path.join('/')}`;
    const mayHaveHappened = call.method === 'POST';
    let status: number;
    let body: unknown;
    try {
      const response = await send(base, call, AbortSignal.timeout(limitMs));
      ({ status } = response);
      body = parse(await response.text());
    } catch (cause) {
      const isAmbiguous = mayHaveHappened && !wasNeverSent(cause);
      throw new ProviderError('unavailable', `${name} got no answer`, { isAmbiguous, cause });
    }
    if (status >= 200 && status < 300) {
      const parsed = answer.safeParse(body);
      if (parsed.success) return parsed.data;
      throw new ProviderError('unavailable', `${name} got an answer that cannot be read`, {
        isAmbiguous: mayHaveHappened,
        cause: parsed.error,
      });
    }
    const said = ErrorBody.safeParse(body);
    const kind = kindOf(status);
    throw new ProviderError(kind, said.success ? said.data.error.description : `${name} answered ${status}`, {
      isAmbiguous: mayHaveHappened && kind === 'unavailable',
    });
  };

  return async (call, answer) => {
    const base = apiBase();
    // Nobody listens: asking again in a moment is of no use.
    if (base === undefined) throw new ProviderError('unavailable', 'the payment provider is not reachable yet');
    const isSafe = call.method === 'GET' || call.idempotencyKey !== undefined;
    const giveUpAt = performance.now() + (call.patienceMs ?? PATIENCE_MS);
    for (let tries = 1; ; tries += 1) {
      const leftMs = Math.max(1, Math.round(giveUpAt - performance.now()));
      try {
        return await once(base, call, answer, Math.min(timeoutMs, leftMs));
      } catch (error) {
        const pauseMs = FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + Math.random());
        const isTimeLeft = performance.now() + pauseMs < giveUpAt;
        if (!isSafe || tries >= MAX_TRIES || !isTimeLeft || !isWorthRepeating(error)) throw error;
        await setTimeout(pauseMs);
      }
    }
  };
};
