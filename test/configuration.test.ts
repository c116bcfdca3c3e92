import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '#server/config.ts';
import { settings } from '#server/environment/settings.ts';
import { paymentSettings } from '#server/payment-providers.ts';
import { readS3Settings } from '#server/storage/settings.ts';
import { readTelemetrySettings } from '#server/telemetry/settings.ts';
import { readRazorpaySettings } from '#server/features/billing/provider/razorpay/settings.ts';

const root = path.resolve(import.meta.dirname, '..');
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');

const example = (): [name: string, value: string][] =>
  read('.env.example')
    .split('\n')
    .map((line) => /^([A-Z][A-Z0-9_]*)=(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, name = '', value = '']) => [name, value]);

const namesInConfig = (): string[] => [
  ...Object.values(settings).flatMap((group) => Object.keys(group)),
  ...paymentSettings,
];

test('.env.example lists exactly the settings of the configuration', () => {
  expect(namesInConfig().length).toBeGreaterThan(30);
  expect(
    example()
      .map(([name]) => name)
      .toSorted(),
  ).toEqual(namesInConfig().toSorted());
});

test('the values in .env.example are the defaults', () => {
  const environment = Object.fromEntries(example());
  expect(readConfig(environment)).toEqual({ ...readConfig({}), environment });
  expect(readS3Settings(environment)).toBeUndefined();
  expect(readRazorpaySettings(environment)).toEqual(readRazorpaySettings({}));
  expect(readTelemetrySettings(environment)).toEqual(readTelemetrySettings({}));
});

test('every setting has an explanation', () => {
  const groups = read('.env.example')
    .split(/\n\s*\n/)
    .filter((group) => /^[A-Z][A-Z0-9_]*=/m.test(group));
  expect(groups.filter((group) => !group.startsWith('# '))).toEqual([]);
});

test('a web process and a worker need a database and a secret that others share', () => {
  const DATABASE_URL = 'postgres://localhost/lectern';
  const SECRET_KEY = 'thirty-two characters and a few more';
  expect(readConfig({}).role).toBe('all');
  expect(readConfig({ ROLE: 'web', DATABASE_URL, SECRET_KEY }).role).toBe('web');
  const refusals: [Record<string, string>, string][] = [
    [{ ROLE: 'both' }, 'ROLE must be all, web or worker, not "both"'],
    [{ ROLE: 'web', SECRET_KEY }, 'ROLE=web needs DATABASE_URL: several processes share a PostgreSQL database'],
    [{ ROLE: 'worker', DATABASE_URL }, 'ROLE=worker needs SECRET_KEY: several processes share one secret'],
    [{ SECRET_KEY: 'short' }, 'SECRET_KEY must have at least 32 characters, and has 5'],
  ];
  for (const [settings, sentence] of refusals) expect(() => readConfig(settings)).toThrow(new ConfigError(sentence));
});
