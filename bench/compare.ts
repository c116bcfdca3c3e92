import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { run } from '#test/deploy/run.ts';
import { withCpu } from './load.ts';
import { median } from './measure.ts';
import { type Running, startProgram, temporaryFolder } from './processes.ts';

const ROUNDS = 3;

/** Measures each in turn, several times, so that other work on the machine affects them alike. Returns the results of each. */
export const inTurns = async <T>(rounds: number, measures: readonly (() => T | Promise<T>)[]): Promise<T[][]> => {
  const results = measures.map((): T[] => []);
  for (let round = 0; round < rounds; round += 1)
    for (const [index, measure] of measures.entries()) results[index]?.push(await measure());
  return results;
};

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

interface Result {
  perSecond: number;
  gigabytesPerSecond: number;
  cpuPerGigabyte: number;
  /** Near 1 the server was the limit, and not the generator. */
  cpuShare: number;
}

/** In the form that autocannon reads. */
const harOf = (url: string, { headers = {}, tokens }: Requests): string => {
  const common = Object.entries(headers).map(([name, value]) => ({ name, value }));
  const each = tokens?.map((token) => [...common, { name: 'authorization', value: `Bearer ${token}` }]) ?? [common];
  return JSON.stringify({ log: { entries: each.map((all) => ({ request: { method: 'GET', url, headers: all } })) } });
};

/** Loads a server from another process, as no generator in this one is fast enough. Any error throws. */
export const requestRate = async (server: Running, requests: Requests): Promise<Result> => {
  using folder = temporaryFolder();
  const url = `${server.origin}${requests.path}`;
  const har = join(folder.path, 'requests.json');
  writeFileSync(har, harOf(url, requests));
  const words = ['-j', '-c', String(requests.connections), '-d', String(requests.seconds), '--har', har, url];
  const { result, cpuSeconds } = await withCpu(server, () => run('node_modules/.bin/autocannon', words));
  const { requests: sent, throughput, duration } = Report.parse(JSON.parse(result));
  const gigabytes = throughput.total / 1e9;
  return {
    perSecond: sent.total / duration,
    gigabytesPerSecond: gigabytes / duration,
    cpuPerGigabyte: cpuSeconds / gigabytes,
    cpuShare: cpuSeconds / duration,
  };
};

const medianOf = (results: readonly Result[] = []): Result => ({
  perSecond: median(results.map(({ perSecond }) => perSecond)),
  gigabytesPerSecond: median(results.map(({ gigabytesPerSecond }) => gigabytesPerSecond)),
  cpuPerGigabyte: median(results.map(({ cpuPerGigabyte }) => cpuPerGigabyte)),
  cpuShare: median(results.map(({ cpuShare }) => cpuShare)),
});

/** Sends the same requests in turns to a server and to plain node:http, which sends `bytes` or a `range` of a file. */
export const compare = async (server: Running, sends: 'bytes' | 'range', file: string, requests: Requests) => {
  await using plain = await startProgram('.', ['bench/raw-server.ts', sends, file]);
  for (const warmed of [plain, server]) await requestRate(warmed, { ...requests, seconds: 1 });
  const measures = [plain, server].map((measured) => () => requestRate(measured, requests));
  const [raw, ours] = await inTurns(ROUNDS, measures);
  return { ours: medianOf(ours), raw: medianOf(raw) };
};
