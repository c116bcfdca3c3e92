import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { median } from './measure.ts';
import type { Running } from './processes.ts';

const run = promisify(execFile);

const Report = z.object({
  requests: z.object({ total: z.number() }),
  throughput: z.object({ total: z.number() }),
  duration: z.number(),
  errors: z.number(),
  non2xx: z.number(),
  '3xx': z.number(),
  '4xx': z.number(),
  '5xx': z.number(),
});

export interface Load {
  path: string;
  headers?: Record<string, string>;
  /** Session tokens that the requests have in turn. */
  tokens?: readonly string[] | undefined;
  connections: number;
  seconds: number;
}

export interface LoadResult {
  perSecond: number;
  bytes: number;
  /** Share of one core that the server used: near 1 means that the server was the limit, not the generator. */
  serverCpuShare: number;
  serverCpuSeconds: number;
}

/** One request for each token, in the form that autocannon reads. */
const requestsOf = (url: string, tokens: readonly string[]): string =>
  JSON.stringify({
    log: {
      entries: tokens.map((token) => ({
        request: { method: 'GET', url, headers: [{ name: 'authorization', value: `Bearer ${token}` }] },
      })),
    },
  });

/** Loads one server from a process of its own (autocannon) and reads the server's CPU time meanwhile. */
export const load = async (
  server: Running,
  { path, headers = {}, tokens, connections, seconds }: Load,
): Promise<LoadResult> => {
  const words = ['-j', '-c', String(connections), '-d', String(seconds)];
  for (const [name, value] of Object.entries(headers)) words.push('-H', `${name}=${value}`);
  const url = `${server.origin}${path}`;
  const folder = mkdtempSync(join(tmpdir(), 'lectern-load-'));
  if (tokens) {
    const file = join(folder, 'requests.json');
    writeFileSync(file, requestsOf(url, tokens));
    words.push('--har', file);
  }
  const before = server.cpuSeconds();
  const { stdout } = await run('node_modules/.bin/autocannon', [...words, url], { maxBuffer: 1e8 }).finally(() =>
    rmSync(folder, { recursive: true }),
  );
  const cpuSeconds = server.cpuSeconds() - before;
  const report = Report.parse(JSON.parse(stdout));
  if (report.errors > 0 || report['4xx'] > 0 || report['5xx'] > 0)
    throw new Error(`${path}: ${report.errors} errors, ${report['4xx']} × 4xx, ${report['5xx']} × 5xx`);
  return {
    perSecond: report.requests.total / report.duration,
    bytes: report.throughput.total,
    serverCpuShare: cpuSeconds / report.duration,
    serverCpuSeconds: cpuSeconds,
  };
};

export interface Comparison {
  ratio: number;
  ours: LoadResult[];
  raw: LoadResult[];
}

/** Ours and the raw server in turns, so that both see the same machine; the ratio of the medians. */
export const compare = async (
  ours: { server: Running; load: Load },
  raw: { server: Running; load: Load },
  measure: (result: LoadResult) => number,
  rounds = 3,
): Promise<Comparison> => {
  const results: { ours: LoadResult[]; raw: LoadResult[] } = { ours: [], raw: [] };
  await load(raw.server, { ...raw.load, seconds: 1 });
  await load(ours.server, { ...ours.load, seconds: 1 });
  for (let round = 0; round < rounds; round += 1) {
    results.raw.push(await load(raw.server, raw.load));
    results.ours.push(await load(ours.server, ours.load));
  }
  return { ...results, ratio: median(results.ours.map(measure)) / median(results.raw.map(measure)) };
};
