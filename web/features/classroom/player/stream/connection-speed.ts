import { HOUR_MS } from '#contract/durations.ts';
import { readStored, store } from '#web/api/browser-storage.ts';

/** The connection as reported by the browser, which only Chrome does. */
interface ConnectionHint {
  downlink?: unknown;
  type?: unknown;
}

const hint = (): ConnectionHint | undefined => {
  if (!('connection' in navigator)) return undefined;
  const { connection } = navigator;
  return typeof connection === 'object' && connection !== null ? connection : undefined;
};

const STORAGE_KEY = 'connection-speed';
/** A line that was measured longer ago may be another one. */
const MEASURED_FOR_MS = HOUR_MS;
/** Without any hint most lines play the middle rendition. */
const DEFAULT_BITS_PER_SECOND = 3_000_000;
const CAUTION = 0.8;

interface Measured {
  bitsPerSecond: number;
  atMs: number;
}

const isMeasured = (value: unknown): value is Measured =>
  typeof value === 'object' &&
  value !== null &&
  'bitsPerSecond' in value &&
  'atMs' in value &&
  typeof value.bitsPerSecond === 'number' &&
  typeof value.atMs === 'number';

/** The initial speed: as measured on this device within the hour, or else as reported by the browser. */
export const expectedBitsPerSecond = (stored: unknown, downlinkMbps: unknown, nowMs: number): number => {
  if (isMeasured(stored) && nowMs - stored.atMs < MEASURED_FOR_MS) return stored.bitsPerSecond * CAUTION;
  return typeof downlinkMbps === 'number' && downlinkMbps > 0 ? downlinkMbps * 1_000_000 : DEFAULT_BITS_PER_SECOND;
};

export const readConnectionSpeed = (): number =>
  expectedBitsPerSecond(readStored(STORAGE_KEY), hint()?.downlink, Date.now());

export const storeConnectionSpeed = (bitsPerSecond: number): void => {
  if (Number.isFinite(bitsPerSecond) && bitsPerSecond > 0) store(STORAGE_KEY, { bitsPerSecond, atMs: Date.now() });
};

/** Whether this is mobile data; undefined where the browser does not say. */
export const isOnMobileData = (): boolean | undefined => {
  const type = hint()?.type;
  return typeof type === 'string' ? type === 'cellular' : undefined;
};
