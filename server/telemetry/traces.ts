import { AsyncLocalStorage } from 'node:async_hooks';
import { randomUUID } from 'node:crypto';
import { type Context, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  type SpanExporter,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Log } from '#server/log.ts';
import type { Observer, Operation } from '#server/observer.ts';
import type { TraceSettings } from './settings.ts';
import type { Instrument } from './instrument.ts';

/** Shorter than a graceful stop, which sends the last traces. */
const EXPORT_TIMEOUT_MS = 3000;

const SPAN_KINDS: Record<Operation['kind'], SpanKind> = {
  job: SpanKind.CONSUMER,
  email: SpanKind.CLIENT,
  provider: SpanKind.CLIENT,
  statement: SpanKind.CLIENT,
};

/** Logs when traces are lost and when they can be sent again, because the SDK does not. */
const loggingChanges = (exporter: SpanExporter, log: Pick<Log, 'warn' | 'info'>): SpanExporter => {
  let isFailing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const hasFailed = result.error !== undefined;
        if (hasFailed && !isFailing) log.warn({ err: result.error }, 'traces cannot be sent');
        else if (!hasFailed && isFailing) log.info({}, 'traces are sent again');
        isFailing = hasFailed;
        done(result);
      }),
    forceFlush: async () => exporter.forceFlush?.(),
    shutdown: () => exporter.shutdown(),
  };
};

const openTracer = ({ url, headers, share }: TraceSettings, log: Pick<Log, 'warn' | 'info'>) => {
  const exporter = loggingChanges(new OTLPTraceExporter({ url, headers, timeoutMillis: EXPORT_TIMEOUT_MS }), log);
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'lectern', 'service.instance.id': randomUUID() }),
    sampler: new ParentBasedSampler({ root: new TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  return { tracer: provider.getTracer('lectern'), shutdown: () => provider.shutdown() };
};

/** Records the kind of an error, because its message could name a person. */
const endSpan = (span: Span, outcome: string, endedAtMs?: number): void => {
  if (outcome !== 'ok') span.setStatus({ code: SpanStatusCode.ERROR, message: outcome });
  span.end(endedAtMs);
};

/** Requests, jobs and their operations as OpenTelemetry spans, with names of statements and without values. */
export const createTraces = (settings: TraceSettings, log: Pick<Log, 'warn' | 'info'>): Instrument => {
  const { tracer, shutdown } = openTracer(settings, log);
  const contexts = new AsyncLocalStorage<Context>();
  const requests = new WeakMap<FastifyRequest, Context>();

  /** An ended request or job gets no further spans, even from timers in its context. */
  const currentContext = (): Context | undefined => {
    const context = contexts.getStore();
    return context && trace.getSpan(context)?.isRecording() === true ? context : undefined;
  };

  const observer: Observer = {
    run: async ({ kind, name }, work, outcomeOf = () => 'failed') => {
      const parent = (kind === 'job' ? undefined : currentContext()) ?? ROOT_CONTEXT;
      const span = tracer.startSpan(`${kind} ${name}`, { kind: SPAN_KINDS[kind] }, parent);
      let outcome = 'ok';
      try {
        return await contexts.run(trace.setSpan(parent, span), work);
      } catch (error) {
        outcome = outcomeOf(error);
        throw error;
      } finally {
        endSpan(span, outcome);
      }
    },
    // Statements outside a request or job, such as the polling of jobs, are not traced.
    ended: ({ kind, name }, { durationMs, outcome }) => {
      const parent = currentContext();
      if (!parent) return;
      const endedAtMs = performance.timeOrigin + performance.now();
      const options = { kind: SPAN_KINDS[kind], startTime: endedAtMs - durationMs };
      endSpan(tracer.startSpan(`${kind} ${name}`, options, parent), outcome, endedAtMs);
    },
    webhookReceived: (type, outcome) => {
      const context = currentContext();
      if (context) trace.getSpan(context)?.setAttributes({ 'lectern.webhook.type': type, 'lectern.outcome': outcome });
    },
    bytesSent: () => undefined,
  };

  const watchRequests = (server: FastifyInstance): void => {
    server.addHook('onRequest', (request, { raw }, done) => {
      const { method, routeOptions } = request;
      const attributes = { 'http.request.method': method, 'http.route': routeOptions.url ?? 'unmatched' };
      const name = `${method} ${attributes['http.route']}`;
      const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, ROOT_CONTEXT);
      raw.once('close', () => {
        span.setAttribute('http.response.status_code', raw.statusCode);
        if (!raw.writableFinished) endSpan(span, 'aborted');
        else endSpan(span, raw.statusCode < 500 ? 'ok' : 'failed');
      });
      const context = trace.setSpan(ROOT_CONTEXT, span);
      requests.set(request, context);
      contexts.run(context, done);
    });
    // The body is received in the context of its connection.
    server.addHook('preValidation', (request, _reply, done) => {
      contexts.run(requests.get(request) ?? ROOT_CONTEXT, done);
    });
  };

  // Lost traces have been logged already.
  return { observer, watchRequests, close: () => shutdown().catch(() => undefined) };
};
