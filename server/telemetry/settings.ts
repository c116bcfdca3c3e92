import { type Environment, readSettings } from '#server/config.ts';
import { settings } from '#server/environment/settings.ts';

export interface TelemetrySettings {
  metricsToken: string | undefined;
  traces: TraceSettings | undefined;
}

export interface TraceSettings {
  /** The address that receives traces. */
  url: string;
  headers: Record<string, string>;
  /** The sampled share of requests and jobs, from 0 to 1. */
  share: number;
}

export const readTelemetrySettings = (environment: Environment): TelemetrySettings => {
  const env = readSettings(settings.telemetry, environment);
  const endpoint = env.OTEL_EXPORTER_OTLP_ENDPOINT;
  return {
    metricsToken: env.METRICS_TOKEN,
    traces:
      endpoint === undefined
        ? undefined
        : {
            url: `${endpoint.replace(/\/+$/, '')}/v1/traces`,
            headers: env.OTEL_EXPORTER_OTLP_HEADERS,
            share: env.OTEL_TRACES_SAMPLER_ARG,
          },
  };
};
