import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import type { Log } from '#server/log.ts';
import { noObserver, type Observer, observeWith } from '#server/observer.ts';
import type { FigureSources } from './figures.ts';
import type { Instrument } from './instrument.ts';
import { readTelemetrySettings } from './settings.ts';

/** Metrics at `/metrics`, and traces. Each is loaded only if configured. */
export interface Telemetry {
  /** Receives the reports of the parts of the server. */
  observer: Observer;
  /** Measures requests; call it before routes are declared. */
  watchRequests(server: FastifyInstance): void;
  /** Serves `/metrics`, with figures read at each request; without a METRICS_TOKEN the route does not exist. */
  serveMetrics(server: FastifyInstance, sources: FigureSources): void;
  /** Sends the last traces. */
  close(): Promise<void>;
}

export const createTelemetry = async ({
  config,
  log,
}: {
  config: Pick<Config, 'environment'>;
  log: Pick<Log, 'warn' | 'info'>;
}): Promise<Telemetry> => {
  const { metricsToken, traces } = readTelemetrySettings(config.environment);
  const metrics = metricsToken === undefined ? undefined : (await import('./metrics.ts')).createMetrics(metricsToken);
  const instruments: Instrument[] = [
    ...(metrics ? [metrics] : []),
    ...(traces ? [(await import('./traces.ts')).createTraces(traces, log)] : []),
  ];
  return {
    observer: instruments.length === 0 ? noObserver : observeWith(instruments.map(({ observer }) => observer)),
    watchRequests: (server) => instruments.forEach((instrument) => instrument.watchRequests(server)),
    serveMetrics: (server, sources) => metrics?.serve(server, sources),
    close: async () => {
      for (const instrument of instruments) await instrument.close();
    },
  };
};
