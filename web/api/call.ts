import type { API_PREFIX, Calls } from '#contract/api.ts';
import type { Answer } from '#contract/endpoint.ts';
import type { z } from 'zod';
import { errorFrom } from '#web/api/api-error.ts';
import { readToken, tokenWasRefused } from '#web/api/connection.ts';
import { send } from '#web/api/send.ts';

export type CallName = keyof Calls;
export type AnswerOf<K extends CallName> = Answer<Calls[K]>;

type Given<E, Part extends string> = E extends Record<Part, infer S extends z.ZodType> ? z.input<S> : never;

type Parts<E> = (E extends { params: z.ZodType } ? { params: Given<E, 'params'> } : unknown) &
  (E extends { query: z.ZodType } ? { query?: Given<E, 'query'> } : unknown) &
  (E extends { body: z.ZodType } ? { body: Given<E, 'body'> } : unknown) &
  (E extends { form: { fields: infer F extends z.ZodType; files: infer X } }
    ? { fields: z.input<F>; files: { [Name in keyof X]?: File | undefined } }
    : unknown);

interface Extra {
  signal?: AbortSignal;
  /** Told the sent part, from 0 to 1, while a form goes out. */
  onProgress?: (fraction: number) => void;
  /** Goes out even when the page is closed meanwhile; for small bodies. */
  isKeptAlive?: boolean;
}

export type CallOptions<K extends CallName> = Parts<Calls[K]> & Extra;

type Rest<K extends CallName> = Extra extends CallOptions<K> ? [options?: CallOptions<K>] : [options: CallOptions<K>];

interface LooseOptions extends Extra {
  params?: Record<string, string>;
  query?: Record<string, unknown>;
  body?: unknown;
  fields?: Record<string, unknown>;
  files?: Record<string, File | undefined>;
}

/** The contract's prefix, as a type: importing its value would bring the schemas into the first chunk. */
const apiPrefix: typeof API_PREFIX = '/api/v1';

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

export const addressOf = (path: string, { params = {}, query = {} }: LooseOptions): string => {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== '') search.set(name, asText(value));
  }
  return `${apiPrefix}${filled}${search.size > 0 ? `?${search}` : ''}`;
};

/** Text fields go before files, so that a server may judge them before a long upload. */
const formOf = ({ fields, files }: LooseOptions): FormData | undefined => {
  if (!fields && !files) return undefined;
  const form = new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) {
    if (value !== undefined) form.set(name, asText(value));
  }
  for (const [name, file] of Object.entries(files ?? {})) if (file) form.set(name, file);
  return form;
};

export const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

// The server checks each good answer against the same schema before it is sent, so `success` is all that is asked here.
// One call of the contract spells it `succes`.
const isAnswer = <K extends CallName>(value: unknown): value is AnswerOf<K> => {
  if (typeof value !== 'object' || value === null) return false;
  const said: Record<string, unknown> = { ...value };
  return said['success'] === true || said['succes'] === true;
};

/**
 * Makes one call of the contract: `call('POST /user/login', { body })`. The token of the session goes along when there is
 * one. Anything but a good answer is thrown as an ApiError. There is no timeout.
 */
export async function call<K extends CallName>(name: K, ...rest: Rest<K>): Promise<AnswerOf<K>> {
  const options: LooseOptions = rest[0] ?? {};
  const [method = '', path = ''] = name.split(' ');
  const form = formOf(options);
  const token = readToken();
  const { status, text } = await send({
    method,
    url: addressOf(path, options),
    headers: {
      Accept: 'application/json',
      ...(token ? { Authorization: `Bearer ${token}` } : {}),
      ...(options.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    body: form ?? (options.body === undefined ? undefined : JSON.stringify(options.body)),
    signal: options.signal,
    onProgress: options.onProgress,
    isKeptAlive: options.isKeptAlive,
  });
  const answer = parse(text);
  // The contract knows no other good status.
  if ((status === 200 || status === 201) && isAnswer<K>(answer)) return answer;
  const error = errorFrom(status, answer);
  if (token && status === 401 && error.code !== 'wrong_credentials') tokenWasRefused(token);
  throw error;
}
