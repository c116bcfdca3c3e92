import type { z } from 'zod';
import type { API_PREFIX, EndpointsByName } from '#contract/api.ts';
import type { ResponseBody } from '#contract/endpoint.ts';
import type { ErrorCodeOf } from '#contract/endpoint-errors.ts';
import { ApiError, type ClientErrorCode, errorFrom } from './api-error.ts';
import { confirmation } from './confirmation.ts';
import { languageOfReader, pageLanguage, readToken, send, tokenWasRefused, unreachable } from './connection.ts';

export type EndpointName = keyof EndpointsByName;
export type ResponseOf<K extends EndpointName> = ResponseBody<EndpointsByName[K]>;
/** The error of `call`; its `code` is one that the contract declares for the endpoint. */
export type ErrorOf<K extends EndpointName> = ApiError<ErrorCodeOf<EndpointsByName[K]> | ClientErrorCode>;

type Given<E, Part extends string> = E extends Record<Part, infer S extends z.ZodType> ? z.input<S> : never;

type Parts<E> = (E extends { params: z.ZodType } ? { params: Given<E, 'params'> } : unknown) &
  (E extends { query: z.ZodType } ? { query?: Given<E, 'query'> } : unknown) &
  (E extends { body: z.ZodType } ? { body: Given<E, 'body'> } : unknown) &
  (E extends { form: { fields: infer F extends z.ZodType; files: infer X } }
    ? { fields: z.input<F>; files: { [Name in keyof X]?: File | undefined } }
    : unknown);

interface Extra {
  signal?: AbortSignal;
  /** Receives the part that is sent, from 0 to 1, while a form is uploaded. */
  onProgress?: (fraction: number) => void;
  /** Sent even when the page is closed meanwhile; for small bodies. */
  isKeptAlive?: boolean;
}

export type CallOptions<K extends EndpointName> = Parts<EndpointsByName[K]> & Extra;

export type Rest<K extends EndpointName> =
  Extra extends CallOptions<K> ? [options?: CallOptions<K>] : [options: CallOptions<K>];

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

const addressOf = (path: string, { params = {}, query = {} }: LooseOptions): string => {
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

const headersOf = (token: string | undefined): Record<string, string> => ({
  'Accept-Language': pageLanguage(),
  ...(token ? { Authorization: `Bearer ${token}` } : {}),
});

const parse = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
};

// The server checks each successful response against the same schema before it is sent, so `success` is all that is
// checked here. One endpoint of the contract spells it `succes`.
const isResponse = <K extends EndpointName>(value: unknown): value is ResponseOf<K> => {
  if (typeof value !== 'object' || value === null) return false;
  const fields: Record<string, unknown> = { ...value };
  return fields['success'] === true || fields['succes'] === true;
};

/** Runs a request, and once more after its user has confirmed who they are, where it needs that. */
const confirming = async <T>(run: () => Promise<T>): Promise<T> => {
  try {
    return await run();
  } catch (error) {
    const isAsked = error instanceof ApiError && error.code === 'confirmation_needed';
    if (!isAsked) throw error;
    // Its user closed the question, which needs no sentence.
    if (!(await confirmation.ask())) throw new DOMException(error.message, 'AbortError');
    return run();
  }
};

/** As `call`, for options whose types were checked before. */
export const request = <K extends EndpointName>(name: K, options: LooseOptions): Promise<ResponseOf<K>> =>
  confirming(() => requestOnce(name, options));

async function requestOnce<K extends EndpointName>(name: K, options: LooseOptions): Promise<ResponseOf<K>> {
  const [method = '', path = ''] = name.split(' ');
  const form = formOf(options);
  const token = readToken();
  const { status, text } = await send({
    method,
    url: addressOf(
      path,
      method === 'GET' ? { ...options, query: { language: languageOfReader(), ...options.query } } : options,
    ),
    headers: {
      Accept: 'application/json',
      ...headersOf(token),
      ...(options.body === undefined ? {} : { 'Content-Type': 'application/json' }),
    },
    body: form ?? (options.body === undefined ? undefined : JSON.stringify(options.body)),
    signal: options.signal,
    onProgress: options.onProgress,
    isKeptAlive: options.isKeptAlive,
  });
  const received = parse(text);
  // The contract knows no other successful status.
  if ((status === 200 || status === 201) && isResponse<K>(received)) return received;
  const error = errorFrom(status, received);
  if (token && status === 401 && error.code !== 'wrong_credentials') tokenWasRefused(token);
  throw error;
}

/**
 * Calls one endpoint of the contract: `call('POST /user/login', { body })`. The token of the session is sent when there is
 * one. Anything but a successful response is thrown as an `ErrorOf` this endpoint. There is no timeout.
 */
export const call = <K extends EndpointName>(name: K, ...rest: Rest<K>): Promise<ResponseOf<K>> =>
  request(name, rest[0] ?? {});

export interface DownloadedFile {
  name: string;
  content: Blob;
}

const nameIn = (disposition: string | null, fallback: string): string =>
  /filename="([^"]+)"/.exec(disposition ?? '')?.[1] ?? fallback;

/** Downloads a file from the API. Other responses are thrown as an ApiError. */
export const download = <K extends EndpointName>(
  name: K,
  fallbackFileName: string,
  ...rest: Rest<K>
): Promise<DownloadedFile> => confirming(() => downloadOnce(name, fallbackFileName, rest[0] ?? {}));

async function downloadOnce(
  name: EndpointName,
  fallbackFileName: string,
  options: LooseOptions,
): Promise<DownloadedFile> {
  const token = readToken();
  const [, path = ''] = name.split(' ');
  const response = await fetch(
    addressOf(path, { ...options, query: { language: languageOfReader(), ...options.query } }),
    {
      headers: headersOf(token),
    },
  ).catch(() => {
    throw unreachable();
  });
  if (response.status !== 200) {
    const error = errorFrom(response.status, parse(await response.text()));
    if (token && response.status === 401) tokenWasRefused(token);
    throw error;
  }
  const content = await response.blob().catch(() => {
    throw unreachable();
  });
  return { name: nameIn(response.headers.get('content-disposition'), fallbackFileName), content };
}

/**
 * Follows a stream of server-sent events with JSON in their data (HTML Living Standard §9.2). An EventSource sends no token, so
 * the stream is read here. Returns when it ends or is aborted, and throws when it does not begin.
 */
export async function follow(
  name: EndpointName,
  { signal, onEvent }: { signal: AbortSignal; onEvent: (data: unknown) => void },
): Promise<void> {
  const token = readToken();
  const [, path = ''] = name.split(' ');
  const headers = { Accept: 'text/event-stream', ...(token ? { Authorization: `Bearer ${token}` } : {}) };
  const response = await fetch(addressOf(path, {}), { headers, signal });
  if (response.status !== 200 || !response.body) throw errorFrom(response.status, parse(await response.text()));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let received = '';
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    const lines = (received + part.value).split('\n');
    received = lines.pop() ?? '';
    for (const line of lines) if (line.startsWith('data: ')) onEvent(parse(line.slice('data: '.length)));
  }
}

/** The browser reads the object URL asynchronously. */
const KEEP_MS = 60_000;

/** Saves the file at an address through the browser's own download. */
export const saveFrom = ({ name, address }: { name: string; address: string }): void => {
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
};

/** Saves a file through the browser's own download. */
export const saveFile = ({ name, content }: DownloadedFile): void => {
  const address = URL.createObjectURL(content);
  saveFrom({ name, address });
  setTimeout(() => URL.revokeObjectURL(address), KEEP_MS);
};
