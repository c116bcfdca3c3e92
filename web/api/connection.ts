import { onlineManager } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ApiError } from './api-error.ts';
import { noteTime } from './server-clock.ts';

interface Outgoing {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string | FormData | undefined;
  signal: AbortSignal | undefined;
  /** From 0 to 1 while the body is sent. */
  onProgress: ((fraction: number) => void) | undefined;
  /** Sent even when the page is closed meanwhile. */
  isKeptAlive: boolean | undefined;
}

interface Incoming {
  status: number;
  text: string;
}

/** The error of a request without a response, after which the connection is checked. */
export const unreachable = (): ApiError => {
  void checkConnection();
  return new ApiError({ status: 0, code: 'unreachable' });
};

const isAbort = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

const sendByFetch = async ({ method, url, headers, body, signal, isKeptAlive }: Outgoing): Promise<Incoming> => {
  try {
    const response = await fetch(url, {
      method,
      headers,
      body: body ?? null,
      signal: signal ?? null,
      keepalive: isKeptAlive === true,
    });
    noteResponse((name) => response.headers.get(name));
    return { status: response.status, text: await response.text() };
  } catch (error) {
    throw isAbort(error) ? error : unreachable();
  }
};

/** Only XMLHttpRequest reports how much of a body is sent. */
const sendWithProgress = (outgoing: Outgoing): Promise<Incoming> =>
  new Promise((resolve, reject) => {
    const { method, url, headers, body, signal, onProgress } = outgoing;
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', (event) => {
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    });
    request.addEventListener('load', () => resolve({ status: request.status, text: request.responseText }));
    request.addEventListener('error', () => reject(unreachable()));
    request.addEventListener('abort', () => reject(new DOMException('The upload was stopped', 'AbortError')));
    signal?.addEventListener('abort', () => request.abort());
    request.send(body ?? null);
  });

type Send = (outgoing: Outgoing) => Promise<Incoming>;

/** Sends one request and reads the response as text. A network that is down is an ApiError without a server's message. */
const sendOverNetwork: Send = (outgoing) => (outgoing.onProgress ? sendWithProgress(outgoing) : sendByFetch(outgoing));

const CHECK_AGAIN_MS = 5000;

/** A portal that asks for a login redirects, and a line without data lets the request wait. */
const reachServer = (): Promise<boolean> =>
  fetch('/livez', { cache: 'no-store', redirect: 'error', signal: AbortSignal.timeout(CHECK_AGAIN_MS) }).then(
    () => true,
    () => false,
  );

let check = async (): Promise<boolean> => onlineManager.isOnline();

/**
 * Checks whether the server can be reached, because browsers call every network a connection, also one without the
 * internet. For requests that fail without a response.
 */
export const checkConnection = (): Promise<boolean> => check();

/** A response proves the connection, and tells the time. */
const noteResponse = (header: (name: string) => string | null): void => {
  onlineManager.setOnline(true);
  noteTime(header);
};

/** Calls back whenever a lost connection is back, until the returned function is called. */
export const onReconnect = (callback: () => void): (() => void) =>
  onlineManager.subscribe((isOnline) => {
    if (isOnline) callback();
  });

/** Makes `onlineManager` follow the server, and not the browser alone. */
export const watchConnection = (): void => {
  let checking: Promise<boolean> | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const checkServer = async (): Promise<boolean> => {
    clearTimeout(timer);
    const isOnline = await reachServer();
    checking = undefined;
    onlineManager.setOnline(isOnline);
    if (!isOnline) timer = setTimeout(checkConnection, CHECK_AGAIN_MS);
    return isOnline;
  };
  check = () => (checking ??= checkServer());
  const lose = (): void => {
    onlineManager.setOnline(false);
    void checkConnection();
  };
  onlineManager.setEventListener(() => () => undefined);
  window.addEventListener('offline', lose);
  window.addEventListener('online', checkConnection);
  if (!navigator.onLine) lose();
};

/**
 * The session for the API client: the token to send, and a callback for when it is refused. On the server
 * requests are sent without a network.
 */
interface Connection {
  readToken: () => string | undefined;
  onRefused: (token: string) => void;
  send?: Send;
}

const signedOut: Connection = { readToken: () => undefined, onRefused: () => undefined };

let connection = signedOut;

export const connect = (next: Connection): void => {
  connection = next;
};

let page = { language: 'en', isOneOfSeveral: false };

/** The language of the page, and whether the school has others too. A page is loaded again for another one. */
export const readIn = (language: string, isOneOfSeveral: boolean): void => {
  page = { language, isOneOfSeveral };
};

/** In it the server writes its own sentences. */
export const pageLanguage = (): string => page.language;

/** In it the API says what people wrote; undefined where they write in one language. */
export const languageOfReader = (): string | undefined => (page.isOneOfSeveral ? page.language : undefined);

export const readToken = (): string | undefined => connection.readToken();

export const send: Send = (outgoing) => (connection.send ?? sendOverNetwork)(outgoing);

export const tokenWasRefused = (token: string): void => connection.onRefused(token);

/** Whether the server can be reached, as far as is known. */
export const useOnline = (): boolean =>
  useSyncExternalStore(
    onlineManager.subscribe,
    () => onlineManager.isOnline(),
    () => true,
  );
