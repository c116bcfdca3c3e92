import { DAY_MS, MINUTE_MS } from '#contract/durations.ts';
import {
  CHUNK_BYTES,
  type Device,
  findChunk,
  findDownload,
  type OfflineFile,
  type OfflineLecture,
  openChunk,
  putDevice,
  readDevice,
} from './offline-store.ts';

/** Clocks of devices are set right by a few seconds now and then. */
const TOLERANCE_MS = MINUTE_MS;
const ENDING_MS = 3 * DAY_MS;

/** The time of the school, as far as a device knows it. */
export const schoolTime = ({ offsetMs }: Device, deviceMs: number): number => deviceMs + offsetMs;

/** A clock that was set back shows a time that has been already. */
const isSetBack = (device: Device, nowMs: number): boolean => nowMs < device.seenMs - TOLERANCE_MS;

type Copy = Pick<OfflineLecture, 'isComplete' | 'isRemoved' | 'neededBytes' | 'endsAtMs'>;

/** Whether a copy may be played at a time of the school. */
export const mayPlay = ({ isComplete, isRemoved, endsAtMs }: Copy, device: Device, nowMs: number): boolean =>
  isComplete && !isRemoved && nowMs < endsAtMs && !isSetBack(device, nowMs);

export type OfflineState = 'removed' | 'no-space' | 'loading' | 'waiting' | 'ended' | 'ending' | 'downloaded';

export const stateOf = (
  download: Copy,
  device: Device,
  { nowMs, isLoading }: { nowMs: number; isLoading: boolean },
): OfflineState => {
  if (download.isRemoved) return 'removed';
  if (!download.isComplete) {
    if (isLoading) return 'loading';
    return download.neededBytes > 0 ? 'no-space' : 'waiting';
  }
  if (!mayPlay(download, device, nowMs)) return 'ended';
  return download.endsAtMs - nowMs < ENDING_MS + DAY_MS ? 'ending' : 'downloaded';
};

/** Whole days until the end, at least 1. */
export const daysLeft = ({ endsAtMs }: Pick<OfflineLecture, 'endsAtMs'>, nowMs: number): number =>
  Math.max(1, Math.floor((endsAtMs - nowMs) / DAY_MS));

/** The device after it saw the time of the school: from the server, or while it plays. */
export const withSeen = (device: Device, nowMs: number): Device =>
  nowMs > device.seenMs + MINUTE_MS ? { ...device, seenMs: nowMs } : device;

/** Where the service worker serves copies. */
export const OFFLINE_MEDIA = '/kept/';

interface ByteRange {
  start: number;
  /** The last byte. */
  end: number;
}

/** One range, as players request it; undefined when it is outside of the file. */
export const readRange = (header: string | null, sizeBytes: number): ByteRange | undefined => {
  const [, first = '', last = ''] = /^bytes=(\d+)-(\d*)$/.exec(header ?? 'bytes=0-') ?? [];
  if (first === '' || Number(first) >= sizeBytes) return undefined;
  return { start: Number(first), end: last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1) };
};

/** The bytes of a range, decrypted one chunk at a time while they are read. */
const streamOf = ({ _id: lectureId, key }: OfflineLecture, name: string, { start, end }: ByteRange): ReadableStream => {
  let position = start;
  return new ReadableStream({
    pull: async (controller) => {
      const index = Math.floor(position / CHUNK_BYTES);
      const sealed = await findChunk(lectureId, name, index);
      if (!sealed) throw new Error('A part of this copy is missing');
      const bytes = await openChunk(key, { lectureId, name, index }, sealed);
      const from = position - index * CHUNK_BYTES;
      const part = bytes.subarray(from, Math.min(bytes.length, from + end + 1 - position));
      controller.enqueue(part);
      position += part.length;
      if (position > end) controller.close();
    },
  });
};

const mayServe = async (download: OfflineLecture): Promise<boolean> => {
  const device = await readDevice();
  const nowMs = schoolTime(device, Date.now());
  if (!mayPlay(download, device, nowMs)) return false;
  const seen = withSeen(device, nowMs);
  if (seen !== device) await putDevice(seen);
  return true;
};

/** As the server sends it: an attachment is saved under its own name. */
const dispositionOf = ({ savedAs }: OfflineFile): string => {
  if (savedAs === undefined) return 'inline';
  const encoded = encodeURIComponent(savedAs).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
};

/** The response of the service worker for a file of a copy: 403 after the end of its key. */
export const offlineMedia = async (request: Request, path: string): Promise<Response> => {
  const [lectureId = '', name = ''] = path.slice(OFFLINE_MEDIA.length).split('/');
  const download = await findDownload(lectureId);
  const file = download?.files.find((candidate) => candidate.name === name);
  if (!download || !file) return new Response(null, { status: 404 });
  if (!(await mayServe(download))) return new Response(null, { status: 403 });
  const headers = {
    'content-type': file.contentType,
    'content-disposition': dispositionOf(file),
    'accept-ranges': 'bytes',
    'cache-control': 'no-store',
  };
  // No range is inside of an empty file.
  if (file.sizeBytes === 0) return new Response(null, { headers });
  const range = readRange(request.headers.get('range'), file.sizeBytes);
  if (!range) return new Response(null, { status: 416, headers: { 'content-range': `bytes */${file.sizeBytes}` } });
  const { start, end } = range;
  return new Response(streamOf(download, name, range), {
    status: request.headers.has('range') ? 206 : 200,
    headers: {
      ...headers,
      'content-length': String(end + 1 - start),
      'content-range': `bytes ${start}-${end}/${file.sizeBytes}`,
    },
  });
};
