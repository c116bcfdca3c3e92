import { createHmac, timingSafeEqual } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Clock } from '#server/clock.ts';
import { fail } from '#server/errors.ts';
import { eventStream, sendAttachment } from '../file/attachment.ts';
import { isForwarded } from '../endpoint/origins.ts';

const PATH = '/probe/';
/** As long as the requests of one examination take. */
const VALID_MS = 5 * 60_000;
const MAX_PAUSE_MS = 60_000;
const MAX_BYTES = 64 * 1024 * 1024;
const TOKEN = /^(\d{1,16})\.([\w-]{43})$/;

/** What arrives here of a request to the public address. */
export const Arrived = z.object({
  host: z.string(),
  isForwarded: z.boolean(),
  /** Between the first bytes of the body and the last. */
  bodyMs: z.number(),
});
export type Arrived = z.output<typeof Arrived>;

interface ProbeNeeds {
  secretKey: { derive(purpose: string): Buffer };
  clock: Clock;
}

/** Addresses that only programs with the school's secret can make, such as the doctor, which may run without the server. */
export const createProbeAddresses = ({ secretKey, clock }: ProbeNeeds) => {
  const key = secretKey.derive('probe');
  const macOf = (at: string): string => createHmac('sha256', key).update(at).digest('base64url');
  return {
    make: (pauseMs: number): string => {
      const at = String(clock.now());
      return `${PATH}${at}.${macOf(at)}?pause=${pauseMs}`;
    },
    isOurs: (token: string): boolean => {
      const [, at = '', mac = ''] = TOKEN.exec(token) ?? [];
      const [given, right] = [Buffer.from(mac), Buffer.from(macOf(at))];
      return (
        given.length === right.length && timingSafeEqual(given, right) && Math.abs(clock.now() - Number(at)) < VALID_MS
      );
    },
  };
};

/** Reads a body to its end, and drops it. */
const receive = async (body: AsyncIterable<Buffer>): Promise<number> => {
  let firstAt: number | undefined;
  let size = 0;
  for await (const bytes of body) {
    firstAt ??= performance.now();
    size += bytes.length;
    if (size > MAX_BYTES) throw fail('body_too_large');
  }
  return firstAt === undefined ? 0 : performance.now() - firstAt;
};

/** An event at once, and one after the pause: as events of notices go out, which no proxy may hold back. */
async function* answer(arrived: Arrived, pauseMs: number) {
  yield `data: ${JSON.stringify(arrived)}\n\n`;
  await sleep(pauseMs, undefined, { ref: false });
  yield 'data: end\n\n';
}

const pauseOf = ({ query }: FastifyRequest): number => {
  const { data } = z.object({ pause: z.coerce.number().min(0).max(MAX_PAUSE_MS) }).safeParse(query);
  return data?.pause ?? 0;
};

/** Says what became of a request on its way through the proxies in front, to those that ask with the school's secret. */
export const serveProbe = (server: FastifyInstance, needs: ProbeNeeds): void => {
  const { isOurs } = createProbeAddresses(needs);
  void server.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/octet-stream', (_request, body, done) => done(null, body));
    scope.post<{ Params: { token: string }; Body: AsyncIterable<Buffer> }>(
      `${PATH}:token`,
      { config: { isLong: true } },
      async (request, reply) => {
        if (!isOurs(request.params.token)) throw fail('route_not_found');
        const bodyMs = await receive(request.body);
        const arrived = { host: request.raw.headers.host ?? '', isForwarded: isForwarded(request), bodyMs };
        const events = Readable.from(answer(arrived, pauseOf(request)));
        return sendAttachment(eventStream(events), 'text/event-stream', reply);
      },
    );
  });
};
