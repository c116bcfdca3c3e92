import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { fail } from '#server/errors.ts';
import type { Observer, Operation } from '#server/observer.ts';
import { version } from '#server/version.ts';
import { createFigures, type FigureSources } from './figures.ts';
import type { Instrument } from './instrument.ts';

/** Every kind of operation has a histogram; its first label is the operation's name. */
const OPERATIONS = {
  job: {
    name: 'lectern_job_duration_seconds',
    help: 'Runs of jobs, by kind and outcome; a failed run is retried',
    label: 'kind',
    buckets: [0.01, 0.1, 1, 10, 60, 600],
  },
  email: {
    name: 'lectern_email_duration_seconds',
    help: 'Emails sent to the mail server or stored, by outcome',
    label: 'transport',
    buckets: [0.1, 0.5, 1, 5, 10, 30],
  },
  provider: {
    name: 'lectern_provider_call_duration_seconds',
    help: 'Calls to the payment provider, by call and outcome',
    label: 'call',
    buckets: [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30],
  },
  statement: {
    name: 'lectern_statement_duration_seconds',
    help: 'Statements of the database, by verb and table',
    label: 'statement',
    buckets: [0.001, 0.01, 0.1, 1],
  },
} as const satisfies Record<
  Operation['kind'],
  { name: string; help: string; label: string; buckets: readonly number[] }
>;

const REQUEST_BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];

/** Unknown addresses share one series, so that clients cannot create series. */
const routeOf = ({ routeOptions }: FastifyRequest): string => routeOptions.url ?? 'unmatched';

/** Every other method shares one series. */
const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);

const statusOf = ({ raw }: FastifyReply): string =>
  raw.writableFinished ? `${Math.floor(raw.statusCode / 100)}xx` : 'aborted';

const createObserver = (registry: Registry): Observer => {
  const histogramOf = (kind: Operation['kind']) => {
    const { name, help, label, buckets } = OPERATIONS[kind];
    const labelNames = [label, 'outcome'];
    return {
      label,
      histogram: new Histogram({ name, help, labelNames, buckets: [...buckets], registers: [registry] }),
    };
  };
  const histograms = {
    job: histogramOf('job'),
    email: histogramOf('email'),
    provider: histogramOf('provider'),
    statement: histogramOf('statement'),
  };
  const webhooks = new Counter({
    name: 'lectern_webhooks_total',
    help: 'Webhooks of the payment provider, by type and outcome',
    labelNames: ['type', 'outcome'],
    registers: [registry],
  });
  const bytes = new Counter({
    name: 'lectern_sent_bytes_total',
    help: 'Bytes of videos and images sent by this process, by route',
    labelNames: ['route'],
    registers: [registry],
  });
  const ended: Observer['ended'] = ({ kind, name }, { durationMs, outcome }) => {
    const { label, histogram } = histograms[kind];
    histogram.observe({ [label]: name, outcome }, durationMs / 1000);
  };
  return {
    ended,
    run: async (operation, work, outcomeOf = () => 'failed') => {
      const startedAt = performance.now();
      let outcome = 'ok';
      try {
        return await work();
      } catch (error) {
        outcome = outcomeOf(error);
        throw error;
      } finally {
        ended(operation, { durationMs: performance.now() - startedAt, outcome });
      }
    },
    webhookReceived: (type, outcome) => webhooks.inc({ type, outcome }),
    bytesSent: (route, sizeBytes) => bytes.inc({ route }, sizeBytes),
  };
};

const watchRequests = (server: FastifyInstance, registry: Registry): void => {
  const requests = new Histogram({
    name: 'lectern_http_request_duration_seconds',
    help: 'Requests, by route, method and class of status; aborted: the client left before the end',
    labelNames: ['method', 'route', 'status'],
    buckets: REQUEST_BUCKETS,
    registers: [registry],
  });
  server.addHook('onRequest', (request, reply, done) => {
    const startedAt = performance.now();
    const method = METHODS.has(request.method) ? request.method : 'other';
    // Also for a response written without Fastify, or a client that disconnected.
    reply.raw.once('close', () => {
      const labels = { method, route: routeOf(request), status: statusOf(reply) };
      requests.observe(labels, (performance.now() - startedAt) / 1000);
    });
    done();
  });
};

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();

/** Metrics in the Prometheus format, protected by the token. */
export const createMetrics = (
  token: string,
): Instrument & {
  serve(server: FastifyInstance, sources: FigureSources): void;
} => {
  const registry = new Registry();
  const expected = digest(`Bearer ${token}`);
  collectDefaultMetrics({ register: registry });
  const info = { name: 'lectern_info', help: 'Always 1; the label names the version of this process' };
  new Gauge({ ...info, labelNames: ['version'], registers: [registry] }).set({ version }, 1);
  return {
    observer: createObserver(registry),
    watchRequests: (server) => watchRequests(server, registry),
    serve: (server, sources) => {
      const readFigures = createFigures(sources);
      server.get('/metrics', async (request, reply) => {
        // Compares digests in constant time.
        if (!timingSafeEqual(digest(request.headers.authorization ?? ''), expected)) throw fail('unauthenticated');
        const parts = [await registry.metrics(), await readFigures()];
        return reply.header('cache-control', 'no-store').type(registry.contentType).send(parts.join('\n'));
      });
    },
    close: async () => registry.clear(),
  };
};
