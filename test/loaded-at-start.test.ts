import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { temporaryFolder } from './isolated-data.ts';

const root = path.resolve(import.meta.dirname, '..');
const preload = path.join(import.meta.dirname, 'record-loaded.ts');
const Names = z.array(z.string());
const Manifest = z.object({ dependencies: z.record(z.string(), z.string()) });

/** The compiler of schemas that Fastify brings along. */
const UNUSED_PART = 'ajv';
const watched = new Set([
  ...Object.keys(Manifest.parse(JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))).dependencies),
  UNUSED_PART,
]);

/** Which of our dependencies a server has loaded when it is ready, and of what they bring along and we do not use. */
const loadedBy = async (settings: Record<string, string>): Promise<string[]> => {
  const folder = await temporaryFolder();
  const list = path.join(folder.path, 'loaded.json');
  const child = spawn(process.execPath, ['--import', preload, 'server/main.ts'], {
    cwd: root,
    env: {
      PATH: process.env['PATH'],
      PORT: '0',
      LOG_LEVEL: 'silent',
      DATA_DIR: folder.path,
      LOADED_PACKAGES: list,
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  for await (const line of child.stdout) if (String(line).includes('no admin yet')) break;
  child.kill('SIGTERM');
  await ended;
  const names = Names.parse(JSON.parse(readFileSync(list, 'utf8')));
  await folder.remove();
  return names.filter((name) => watched.has(name)).toSorted();
};

const ALWAYS = ['@fastify/multipart', 'entities', 'fastify', 'kysely', 'pino', 'temporal-polyfill', 'zod'];

test('a start with nothing configured loads only what it needs', async () => {
  expect(await loadedBy({})).toEqual(ALWAYS);
});

test('metrics and traces are loaded when they are configured', async () => {
  const settings = { METRICS_TOKEN: 'a-token-of-a-test', OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:9' };
  expect(await loadedBy(settings)).toEqual(
    [
      ...ALWAYS,
      '@opentelemetry/api',
      '@opentelemetry/exporter-trace-otlp-http',
      '@opentelemetry/resources',
      '@opentelemetry/sdk-trace',
      'prom-client',
    ].toSorted(),
  );
});
