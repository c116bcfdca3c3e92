import { ApiError } from './api-error.ts';
import { checkConnection, noteResponse } from './online.ts';

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
    noteResponse();
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

export type Send = (outgoing: Outgoing) => Promise<Incoming>;

/** Sends one request and reads the response as text. A network that is down is an ApiError without a server's message. */
export const send: Send = (outgoing) => (outgoing.onProgress ? sendWithProgress(outgoing) : sendByFetch(outgoing));
