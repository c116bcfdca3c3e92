import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';
import { freePort } from '#test/deploy/run.ts';
import { withCpu } from './load.ts';
import { median } from './measure.ts';
import { type Running, startProgram, temporaryFolder } from './processes.ts';

const run = promisify(execFile);
const ROUNDS = 3;

const Report = z.object({
  requests: z.object({ total: z.number() }),
  throughput: z.object({ total: z.number() }),
  duration: z.number(),
  errors: z.literal(0),
  '4xx': z.literal(0),
  '5xx': z.literal(0),
});

export interface Requests {
  path: string;
  headers?: Record<string, string>;
  /** Session tokens that the requests have in turn. */
  tokens?: readonly string[];
  connections: number;
  seconds: number;
}

export interface Result {
  perSecond: number;
  bytes: number;
  /** Near 1 the server was the limit, and not the generator. */
  cpuShare: number;
  cpuSeconds: number;
}

/** In the form that autocannon reads. */
const harOf = (url: string, { headers = {}, tokens }: Requests): string => {
  const common = Object.entries(headers).map(([name, value]) => ({ name, value }));
  const each = tokens?.map((token) => [...common, { name: 'authorization', value: `Bearer ${token}` }]) ?? [common];
  return JSON.stringify({ log: { entries: each.map((all) => ({ request: { method: 'GET', url, headers: all } })) } });
};

/** Loads a server from another process, as no generator in this one is fast enough. Any error throws. */
const request = async (server: Running, requests: Requests): Promise<Result> => {
  using folder = temporaryFolder();
  const url = `${server.origin}${requests.path}`;
  const har = join(folder.path, 'requests.json');
  writeFileSync(har, harOf(url, requests));
  const words = ['-j', '-c', String(requests.connections), '-d', String(requests.seconds), '--har', har, url];
  const { result, cpuSeconds } = await withCpu(server, () =>
    run('node_modules/.bin/autocannon', words, { maxBuffer: 1e8 }),
  );
  const report = Report.parse(JSON.parse(result.stdout));
  return {
    perSecond: report.requests.total / report.duration,
    bytes: report.throughput.total,
    cpuShare: cpuSeconds / report.duration,
    cpuSeconds,
  };
};

/**
 * Sends the same requests in turns to a server and to plain node:http, which sends `bytes` or a `range` of a file. Returns the
 * results, and the ratio of the medians of what is measured.
 */
export const compare = async (
  ours: Running,
  raw: { sends: 'bytes' | 'range'; file: string },
  requests: Requests,
  measure: (result: Result) => number,
) => {
  await using plain = await startProgram(['bench/raw-server.ts', raw.sends, raw.file], await freePort());
  const results: { ours: Result[]; raw: Result[] } = { ours: [], raw: [] };
  for (const server of [plain, ours]) await request(server, { ...requests, seconds: 1 });
  for (let round = 0; round < ROUNDS; round += 1) {
    results.raw.push(await request(plain, requests));
    results.ours.push(await request(ours, requests));
  }
  return { ...results, ratio: median(results.ours.map(measure)) / median(results.raw.map(measure)) };
};
