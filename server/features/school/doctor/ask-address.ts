import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request as openPlain } from 'node:http';
import { request as openSecure } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { Arrived } from '#server/http/page/probe.ts';

/** A proxy that begins to send after this has already read a body into its memory. */
const FIRST_BYTES = 64 * 1024;
const BODY_PAUSE_MS = 600;
const HELD_BACK_MS = BODY_PAUSE_MS / 2;
/** How long a refusal by the length alone may take. */
const REFUSAL_MS = 1000;

/** What a proxy in front does to requests that the school needs otherwise. */
export const ProxyProblem = z.enum(['host', 'limit', 'upload', 'events', 'cut']);
export type ProxyProblem = z.output<typeof ProxyProblem>;

export interface Asking {
  /** The bytes that are sent, and those that are announced at first. */
  bodyBytes: number;
  /** How long the answer is silent before its end. */
  pauseMs: number;
  patienceMs: number;
}

const open = (url: URL, length: number, signal: AbortSignal): ClientRequest => {
  const send = url.protocol === 'https:' ? openSecure : openPlain;
  const headers = { 'content-type': 'application/octet-stream', 'content-length': length };
  const outgoing = send(url, { method: 'POST', headers, agent: false, signal });
  // The response, or its absence, says more.
  outgoing.on('error', () => undefined);
  return outgoing;
};

const responseTo = (outgoing: ClientRequest): Promise<IncomingMessage | undefined> =>
  once(outgoing, 'response').then(
    ([response]: IncomingMessage[]) => response,
    () => undefined,
  );

/** Whether the length of a body alone is refused. */
const isRefused = async (url: URL, bytes: number, patienceMs: number): Promise<boolean> => {
  const outgoing = open(url, bytes, AbortSignal.timeout(patienceMs));
  outgoing.write(Buffer.alloc(1));
  const response = await Promise.race([responseTo(outgoing), sleep(REFUSAL_MS)]);
  outgoing.destroy();
  return response?.statusCode === 413;
};

interface Answer {
  arrived: Arrived;
  /** Between its first bytes and its last. */
  eventsMs: number;
  isWhole: boolean;
}

const readAnswer = async (response: IncomingMessage): Promise<Answer | undefined> => {
  let [text, firstAt]: [string, number | undefined] = ['', undefined];
  try {
    for await (const bytes of response) {
      firstAt ??= performance.now();
      text += String(bytes);
      if (text.length > FIRST_BYTES) return undefined;
    }
  } catch {
    // It was cut off.
  }
  const { data: arrived } = Arrived.safeParse(JSON.parse(/^data: (\{.*\})$/m.exec(text)?.[1] ?? 'null'));
  const eventsMs = performance.now() - (firstAt ?? performance.now());
  return arrived && { arrived, eventsMs, isWhole: text.includes('data: end') };
};

const askOnce = async (url: URL, { bodyBytes, pauseMs, patienceMs }: Asking): Promise<ProxyProblem[] | undefined> => {
  if (await isRefused(url, bodyBytes, patienceMs)) return ['limit'];
  const size = Math.min(bodyBytes, pauseMs < patienceMs / 2 ? 2 * FIRST_BYTES : bodyBytes);
  const outgoing = open(url, size, AbortSignal.timeout(patienceMs));
  const response = responseTo(outgoing);
  outgoing.write(Buffer.alloc(FIRST_BYTES));
  await sleep(BODY_PAUSE_MS);
  outgoing.end(Buffer.alloc(size - FIRST_BYTES));
  const found = await response;
  if (found?.statusCode === 413) return ['limit'];
  // A gateway that gives up while the answer is silent.
  if (found?.statusCode === 504) return ['cut'];
  const answer = found?.statusCode === 200 ? await readAnswer(found) : undefined;
  if (!answer) return undefined;
  const { arrived, eventsMs, isWhole } = answer;
  // A proxy may leave out a port.
  const name = URL.parse(`http://${arrived.host}`)?.hostname;
  const problems: [ProxyProblem, boolean][] = [
    ['host', name !== url.hostname],
    ['upload', arrived.bodyMs < HELD_BACK_MS],
    ['events', isWhole && eventsMs < Math.min(HELD_BACK_MS, pauseMs)],
    ['cut', !isWhole],
  ];
  return problems.flatMap(([problem, is]) => (is ? [problem] : []));
};

/** A machine that pauses for a moment looks like a proxy that buffers responses. */
const isTimed = (problem: ProxyProblem): boolean => problem === 'upload' || problem === 'events';

/**
 * Asks the product through its public address, as a browser does, and compares what arrives there with what was sent. Undefined if
 * nothing of ours answers there, which another check reports. What only the time shows is a problem when it is seen twice.
 */
export const askAddress = async (url: URL, how: Asking): Promise<ProxyProblem[] | undefined> => {
  const seen = await askOnce(url, how);
  if (!seen?.some(isTimed)) return seen;
  const again = await askOnce(url, how);
  return again && seen.filter((problem) => again.includes(problem));
};
