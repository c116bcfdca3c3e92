import type { FastifyInstance } from 'fastify';
import type { Config } from '#server/config.ts';
import type { Log } from '#server/log.ts';
import { noObserver, type Observer, observeWith } from '#server/observer.ts';
import type { FigureSources } from './figures.ts';
import type { Instrument } from './instrument.ts';
import { readTelemetrySettings } from './settings.ts';

/** Measures the server for its operator: metrics at `/metrics`, and traces. Each is loaded only when it is configured. */
export interface Telemetry {
  /** What the parts of the server report to. */
  observer: Observer;
  /** Measures the requests of this server; called before its routes are declared. */
  watchRequests(server: FastifyInstance): void;
  /** Serves `/metrics`, with figures that are read at each request; without a METRICS_TOKEN there is no such route. */
  serveMetrics(server: FastifyInstance, sources: FigureSources): void;
  /** Sends the last traces. */
  close(): Promise<void>;
}

export interface TelemetryNeeds {
  config: Pick<Config, 'environment'>;
  log: Pick<Log, 'warn' | 'info'>;
}

export const createTelemetry = async ({ config, log }: TelemetryNeeds): Promise<Telemetry> => {
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
