import { HOUR_MS, MINUTE_MS } from '#server/clock.ts';
import type { Engine } from './engine.ts';
import { guardedInput, withWrapper } from './probe.ts';
import { runTool, ToolError } from './run-tool.ts';

const MEASURE_CPU_MS = 10 * 60_000;
const MEASURE_TIMEOUT_MS = 100 * 60_000;
const LONGEST_INTERVAL_MS = 60_000;
/** A longer recording is not converted. */
export const MAX_DURATION_MS = 12 * HOUR_MS;
/** What comes later than this after everything before it, and is shorter than a minute, has stray times. */
const LONG_HOLE_MS = HOUR_MS;
const LEAST_AFTER_HOLE_MS = MINUTE_MS;
/** What ffmpeg writes for a time that a packet does not have. */
const UNKNOWN_TIME = Number('-9223372036854775808');

/** What the packets of a track say, in milliseconds from the start of the file. */
export interface TrackTimes {
  startMs: number;
  endMs: number;
  /** The longest time without packets between two of them. */
  longestHoleMs: number;
  packets: number;
  bytes: number;
  /** A tenth of the packets follow each other as fast as this, or faster. */
  shortIntervalMs: number;
}

const newTrack = (msPerTick: number) => {
  const times = { startMs: Infinity, endMs: -Infinity, longestHoleMs: 0, packets: 0, bytes: 0 };
  const afterHole = { startMs: Infinity, endMs: -Infinity, packets: 0, bytes: 0 };
  const intervals = new Map<number, number>();
  let beforeMs: number | undefined;
  const add = (dts: number, pts: number, duration: number, bytes: number): void => {
    const at = pts === UNKNOWN_TIME ? dts : pts;
    if (at === UNKNOWN_TIME) return;
    const decodedMs = (dts === UNKNOWN_TIME ? at : dts) * msPerTick;
    const shownMs = at * msPerTick;
    if (beforeMs !== undefined) {
      const interval = Math.round(Math.min(decodedMs - beforeMs, LONGEST_INTERVAL_MS));
      if (interval > 0) intervals.set(interval, (intervals.get(interval) ?? 0) + 1);
      times.longestHoleMs = Math.max(times.longestHoleMs, shownMs - times.endMs);
    }
    beforeMs = decodedMs;
    const part = times.packets > 0 && shownMs - times.endMs > LONG_HOLE_MS ? afterHole : times;
    part.startMs = Math.min(part.startMs, shownMs);
    part.endMs = Math.max(part.endMs, shownMs + duration * msPerTick);
    part.packets += 1;
    part.bytes += bytes;
  };
  const whole = () => {
    const { startMs, endMs, packets, bytes } = afterHole;
    if (endMs - startMs < LEAST_AFTER_HOLE_MS || endMs > MAX_DURATION_MS) return times;
    return { ...times, endMs, packets: times.packets + packets, bytes: times.bytes + bytes };
  };
  const shortInterval = (): number => {
    let missing = [...intervals.values()].reduce((sum, count) => sum + count, 0) / 10;
    for (const [interval, count] of [...intervals].toSorted(([a], [b]) => a - b)) {
      missing -= count;
      if (missing <= 0) return interval;
    }
    return 0;
  };
  return { add, finish: (): TrackTimes => ({ ...whole(), shortIntervalMs: shortInterval() }) };
};

/**
 * Reads every packet of these tracks, without decoding, with the times that ffmpeg gives them when it encodes: headers may lie
 * about lengths, or have none. A file that ends early is measured up to there. A track without packets is undefined.
 */
export const measureTracks = async (
  engine: Engine,
  { url, streams, signal }: { url: string; streams: readonly number[]; signal?: AbortSignal },
): Promise<(TrackTimes | undefined)[]> => {
  const tracks = new Map<number, ReturnType<typeof newTrack>>();
  const onLine = (line: string): void => {
    const base = /^#tb (\d+): (\d+)\/(\d+)/.exec(line);
    if (base) tracks.set(Number(base[1]), newTrack((Number(base[2]) * 1000) / Number(base[3])));
    if (line.startsWith('#')) return;
    const [index = -1, dts = UNKNOWN_TIME, pts = UNKNOWN_TIME, duration = 0, bytes = 0] = line
      .split(',', 5)
      .map(Number);
    tracks.get(index)?.add(dts, pts, duration, bytes);
  };
  const maps = streams.flatMap((index) => ['-map', `0:${index}`]);
  const limits = '-hide_banner -loglevel error -nostdin -max_alloc 536870912'.split(' ');
  const args = [...limits, ...guardedInput(url), ...maps, ...'-c copy -f framecrc pipe:1'.split(' ')];
  await runTool({
    ...withWrapper(engine, engine.ffmpeg, args),
    cpuMs: MEASURE_CPU_MS,
    timeoutMs: MEASURE_TIMEOUT_MS,
    ...(signal ? { signal } : {}),
    onLine,
  }).catch((error: unknown) => {
    if (!(error instanceof ToolError && error.problem === 'failed')) throw error;
  });
  const found = streams.map((_, position) => tracks.get(position)?.finish());
  return found.map((times) => (times && times.packets > 0 ? times : undefined));
};
