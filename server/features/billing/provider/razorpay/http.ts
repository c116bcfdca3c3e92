import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { ProviderError, type ProviderErrorKind } from '../provider.ts';

const TIMEOUT_MS = 10_000;
const MAX_TRIES = 3;
const FIRST_PAUSE_MS = 250;
const PATIENCE_MS = 25_000;

/** How to reach the account now: the sandbox starts later than the server, and its keys change. */
export interface RazorpayAccess {
  /** Without a slash at the end; undefined while it is not reachable yet. */
  apiBase: string | undefined;
  keyId: string;
  /** The current one first. Earlier ones still verify open payment windows and webhooks that were sent before a change. */
  keySecrets: readonly string[];
  webhookSecrets: readonly string[];
}

export interface RazorpayCall {
  method: 'GET' | 'POST';
  /** Segments below /v1. Each is encoded, so that no id can lead to another endpoint. */
  path: readonly string[];
  query?: Record<string, string | number>;
  body?: object;
  /** Makes a POST safe to repeat, unless its outcome is unknown: Razorpay may still be working on the first one. */
  idempotencyKey?: string;
  /** The time limit of all tries together. */
  patienceMs?: number;
}

export type RazorpayHttp = <S extends z.ZodType>(call: RazorpayCall, response: S) => Promise<z.output<S>>;

const ErrorBody = z.object({ error: z.object({ description: z.string() }) });

const kindOf = (status: number): ProviderErrorKind => {
  if (status === 401 || status === 403) return 'auth';
  if (status === 409) return 'conflict';
  if (status === 429) return 'rate_limited';
  return status >= 400 && status < 500 ? 'rejected' : 'unavailable';
};

/** Nothing was sent, because no connection was made. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT']);

const wasNeverSent = (error: unknown): boolean => {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause && NEVER_SENT.has(String(cause.code));
};

/** Undefined for what is not JSON. */
export const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

const mayTryAgain = (error: unknown): boolean =>
  error instanceof ProviderError && !error.isAmbiguous && ['unavailable', 'rate_limited'].includes(error.kind);

/**
 * Calls the REST API with Basic authentication and a timeout. Errors say whether the outcome is known; a call that is
 * safe to repeat and was certainly not carried out is tried again, with jitter. The official client is not used because
 * it can neither call the sandbox nor send an idempotency key.
 */
export const createRazorpayHttp = (access: () => RazorpayAccess, timeoutMs = TIMEOUT_MS): RazorpayHttp => {
  const send = async (base: string, call: RazorpayCall, signal: AbortSignal): Promise<Response> => {
    const { keyId, keySecrets } = access();
    const url = new URL(`${base}/v1/${call.path.map(encodeURIComponent).join('/')}`);
    for (const [name, value] of Object.entries(call.query ?? {})) url.searchParams.set(name, String(value));
    return fetch(url, {
      method: call.method,
      redirect: 'error',
      signal,
      headers: {
        authorization: `Basic ${Buffer.from(`${keyId}:${keySecrets[0] ?? ''}`).toString('base64')}`,
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
    schema: S,
    limitMs: number,
  ): Promise<z.output<S>> => {
    const name = `${call.method} ${call.path.join('/')}`;
    const mayBeCarriedOut = call.method === 'POST';
    let status: number;
    let body: unknown;
    try {
      const response = await send(base, call, AbortSignal.timeout(limitMs));
      ({ status } = response);
      body = parseJson(await response.text());
    } catch (cause) {
      const isAmbiguous = mayBeCarriedOut && !wasNeverSent(cause);
      throw new ProviderError('unavailable', `${name} got no response`, { isAmbiguous, cause });
    }
    if (status >= 200 && status < 300) {
      const parsed = schema.safeParse(body);
      if (parsed.success) return parsed.data;
      throw new ProviderError('unavailable', `${name} got a response that cannot be read`, {
        isAmbiguous: mayBeCarriedOut,
        cause: parsed.error,
      });
    }
    const reason = ErrorBody.safeParse(body);
    const kind = kindOf(status);
    throw new ProviderError(
      kind,
      reason.success ? reason.data.error.description : `${name} returned status ${status}`,
      {
        // A conflict means that the key was used before; what that call did is unknown here.
        isAmbiguous: mayBeCarriedOut && (kind === 'unavailable' || kind === 'conflict'),
      },
    );
  };

  return async (call, schema) => {
    const { apiBase: base } = access();
    // The server does not listen yet, so that another try in a moment would fail as well.
    if (base === undefined) throw new ProviderError('unavailable', 'the payment provider is not reachable yet');
    const isSafe = call.method === 'GET' || call.idempotencyKey !== undefined;
    const deadline = performance.now() + (call.patienceMs ?? PATIENCE_MS);
    for (let tries = 1; ; tries += 1) {
      const leftMs = Math.max(1, Math.round(deadline - performance.now()));
      try {
        return await once(base, call, schema, Math.min(timeoutMs, leftMs));
      } catch (error) {
        const pauseMs = FIRST_PAUSE_MS * 2 ** (tries - 1) * (0.5 + Math.random());
        const isTimeLeft = performance.now() + pauseMs < deadline;
        if (!isSafe || tries >= MAX_TRIES || !isTimeLeft || !mayTryAgain(error)) throw error;
        await setTimeout(pauseMs);
      }
    }
  };
};
