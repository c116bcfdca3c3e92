import { z } from 'zod';
import { optional, parseSettings } from '#server/config.ts';

const MIN_TOKEN_LENGTH = 16;
const MAX_TOKEN_LENGTH = 200;

const isEndpoint = (value: string): boolean => /^https?:$/.test(URL.parse(value)?.protocol ?? '');

const HEADER = /^([!#$%&'*+.^`|~\w-]+)=(.*)$/;

/** `name=value,name=value` with percent-encoded values, as in OpenTelemetry. */
const parseHeaders = (value: string | undefined): Record<string, string> | undefined => {
  const pairs = (value ?? '').split(',').filter((pair) => pair.trim() !== '');
  const headers: Record<string, string> = {};
  for (const pair of pairs) {
    const [, name, text] = HEADER.exec(pair.trim()) ?? [];
    if (name === undefined || text === undefined) return undefined;
    try {
      headers[name] = decodeURIComponent(text);
    } catch {
      return undefined;
    }
  }
  return headers;
};

const Environment = z.object({
  METRICS_TOKEN: optional.refine(
    (value) =>
      value === undefined ||
      (/^[\w-]+$/.test(value) && value.length >= MIN_TOKEN_LENGTH && value.length <= MAX_TOKEN_LENGTH),
    { error: `must be ${MIN_TOKEN_LENGTH} to ${MAX_TOKEN_LENGTH} letters, digits, - and _` },
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional.refine((value) => value === undefined || isEndpoint(value), {
    error: 'must be an address such as http://localhost:4318',
  }),
  OTEL_EXPORTER_OTLP_HEADERS: optional
    .transform(parseHeaders)
    .refine((headers) => headers !== undefined, { error: 'must be name=value, comma-separated' })
    .transform((headers) => headers ?? {}),
  OTEL_TRACES_SAMPLER_ARG: optional
    .transform((value) => Number(value ?? '1'))
    .refine((share) => share >= 0 && share <= 1, { error: 'must be a number from 0 to 1' }),
});

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

export const readTelemetrySettings = (environment: Record<string, string | undefined>): TelemetrySettings => {
  const env = parseSettings(Environment, environment);
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
