import { findChunk, findKept, type KeptFile, type KeptLecture, putDevice, readDevice } from './kept-store.ts';
import { mayPlay, schoolTime, withSeen } from './kept-time.ts';
import { CHUNK_BYTES, openChunk } from './sealed-chunks.ts';

/** Where the service worker serves copies. */
export const KEPT_MEDIA = '/kept/';

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
const streamOf = ({ _id: lectureId, key }: KeptLecture, name: string, { start, end }: ByteRange): ReadableStream => {
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

const mayServe = async (kept: KeptLecture): Promise<boolean> => {
  const device = await readDevice();
  const nowMs = schoolTime(device, Date.now());
  if (!mayPlay(kept, device, nowMs)) return false;
  const seen = withSeen(device, nowMs);
  if (seen !== device) await putDevice(seen);
  return true;
};

/** As the server sends it: an attachment is saved under its own name. */
const dispositionOf = ({ savedAs }: KeptFile): string => {
  if (savedAs === undefined) return 'inline';
  const encoded = encodeURIComponent(savedAs).replaceAll(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16)}`,
  );
  return `attachment; filename*=UTF-8''${encoded}`;
};

/** The response of the service worker for a file of a copy: 403 after the end of its key. */
export const keptMedia = async (request: Request, path: string): Promise<Response> => {
  const [lectureId = '', name = ''] = path.slice(KEPT_MEDIA.length).split('/');
  const kept = await findKept(lectureId);
  const file = kept?.files.find((candidate) => candidate.name === name);
  if (!kept || !file) return new Response(null, { status: 404 });
  if (!(await mayServe(kept))) return new Response(null, { status: 403 });
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
  return new Response(streamOf(kept, name, range), {
    status: request.headers.has('range') ? 206 : 200,
    headers: {
      ...headers,
      'content-length': String(end + 1 - start),
      'content-range': `bytes ${start}-${end}/${file.sizeBytes}`,
    },
  });
};
