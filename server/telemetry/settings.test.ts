import { expect, it } from 'vitest';
import { readTelemetrySettings } from './settings.ts';

it('nothing is measured unless it is configured', () => {
  expect(readTelemetrySettings({})).toEqual({ metricsToken: undefined, traces: undefined });
});

it('reads the endpoint, its headers and the share', () => {
  const settings = {
    OTEL_EXPORTER_OTLP_ENDPOINT: 'https://traces.example/otlp/',
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20abc, x-team=web',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  };
  expect(readTelemetrySettings(settings).traces).toEqual({
    url: 'https://traces.example/otlp/v1/traces',
    headers: { authorization: 'Basic abc', 'x-team': 'web' },
    share: 0.25,
  });
});

it.each([
  ['METRICS_TOKEN', 'short', 'METRICS_TOKEN must be 16 to 200 letters, digits, - and _'],
  ['METRICS_TOKEN', 'sixteen letters +', 'METRICS_TOKEN must be 16 to 200 letters, digits, - and _'],
  [
    'OTEL_EXPORTER_OTLP_ENDPOINT',
    'localhost:4318',
    'OTEL_EXPORTER_OTLP_ENDPOINT must be an address such as http://localhost:4318',
  ],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization', 'OTEL_EXPORTER_OTLP_HEADERS must be name=value, comma-separated'],
  ['OTEL_TRACES_SAMPLER_ARG', '2', 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1'],
  ['OTEL_TRACES_SAMPLER_ARG', 'all', 'OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1'],
])('refuses %s=%s', (name, value, message) => {
  expect(() => readTelemetrySettings({ [name]: value })).toThrow(message);
});
