import type { Attachment, Lecture } from '#contract/lectures.ts';
import { call } from '#web/api/call.ts';
import { noteCourse } from './offline-course.ts';
import { KEPT_MEDIA } from './offline-media.ts';
import {
  addChunk,
  changeKept,
  CHUNK_BYTES,
  findKept,
  type KeptFile,
  type KeptLecture,
  sealChunk,
} from './offline-store.ts';
import { masterOfCopy, nearestTo, readMediaPlaylist, readRenditions } from './offline-quality.ts';

/** A copy is larger than the room on the device. */
export class NoRoom extends Error {
  readonly neededBytes: number;
  constructor(neededBytes: number) {
    super('There is no room for this copy');
    this.neededBytes = neededBytes;
  }
}

class MediaRefused extends Error {}

/** Copies fill no device to the last byte. */
const SPARE_BYTES = 64 * 1024 * 1024;
const MOST_BYTES = 16 * 1024 * 1024 * 1024;

/** What all copies may still take. */
export const roomFor = async (keptBytes: number): Promise<number> => {
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  return Math.max(0, Math.min(quota - usage - SPARE_BYTES, MOST_BYTES - keptBytes));
};

/** Something to copy: its bytes where they are at hand, otherwise its address. */
interface Source extends Omit<KeptFile, 'chunks'> {
  address: string;
  bytes?: ArrayBuffer;
}

const request = async (address: string, options: RequestInit = {}): Promise<Response> => {
  const response = await fetch(address, { cache: 'no-store', ...options });
  if (!response.ok) throw new MediaRefused(`A file of the lecture has the status ${response.status}`);
  return response;
};

const small = async (name: string, contentType: string, address: string): Promise<Source> => {
  const bytes = await (await request(address)).arrayBuffer();
  return { name, contentType, sizeBytes: bytes.byteLength, address, bytes };
};

const written = (name: string, contentType: string, text: string): Source => {
  const { buffer } = new TextEncoder().encode(text);
  return { name, contentType, sizeBytes: buffer.byteLength, address: '', bytes: buffer };
};

const PLAYLIST = 'application/vnd.apple.mpegurl';

const fileOf = async (lecture: Lecture): Promise<Source[]> => {
  const address = lecture.lecture[0]?.secure_url ?? '';
  const { headers } = await request(address, { method: 'HEAD' });
  const contentType = headers.get('content-type') ?? 'video/mp4';
  return [{ name: 'media', contentType, sizeBytes: Number(headers.get('content-length')), address }];
};

const renditionOf = async (master: string, { quality }: KeptLecture): Promise<Source[]> => {
  const renditions = readRenditions(await (await request(master)).text(), master);
  const chosen = nearestTo(quality, renditions);
  if (!chosen) throw new Error('The lecture has no rendition');
  const playlist = await request(chosen.address);
  const { address, sizeBytes, text } = readMediaPlaylist(await playlist.text(), chosen.address, 'media');
  return [
    { name: 'media', contentType: 'video/mp4', sizeBytes, address },
    written('media.m3u8', PLAYLIST, text),
    written('master.m3u8', PLAYLIST, masterOfCopy(chosen, 'media.m3u8')),
  ];
};

const nameOfAttachment = ({ _id }: Attachment): string => `attachment-${_id}`;

const attachmentOf = (attachment: Attachment): Source => {
  const { name: savedAs, sizeBytes, address } = attachment;
  return { name: nameOfAttachment(attachment), contentType: 'application/octet-stream', sizeBytes, address, savedAs };
};

/** All that a copy consists of, the large file first. */
const sourcesOf = async (lecture: Lecture, kept: KeptLecture): Promise<Source[]> => {
  const { hls, captions, poster, attachments } = lecture;
  const isWhole = hls === null || kept.quality === 'original';
  const media = isWhole ? await fileOf(lecture) : await renditionOf(hls, kept);
  const texts = captions.map(({ language, address }) => small(`captions-${language}.vtt`, 'text/vtt', address));
  const picture = poster === null ? [] : [small('poster', 'image/jpeg', poster)];
  return [...media, ...(await Promise.all([...texts, ...picture])), ...attachments.map(attachmentOf)];
};

const addressesNow = async ({ _id: lectureId, course }: KeptLecture): Promise<Lecture> => {
  const response = await call('GET /courses/:courseId', { params: { courseId: course._id } });
  await noteCourse(response);
  const lecture = response.lectures.find(({ _id }) => _id === lectureId);
  if (!lecture?.isPlayable) throw new MediaRefused('The lecture cannot be played now');
  return lecture;
};

/** A lecture whose files are those of its copy. */
const withOwnAddresses = (lecture: Lecture, sources: readonly Source[]): Lecture => {
  const addressOf = (name: string): string => `${KEPT_MEDIA}${lecture._id}/${name}`;
  const has = (name: string): boolean => sources.some((source) => source.name === name);
  return {
    ...lecture,
    lecture: [{ secure_url: addressOf('media') }],
    hls: has('master.m3u8') ? addressOf('master.m3u8') : null,
    poster: has('poster') ? addressOf('poster') : null,
    captions: lecture.captions.map((captions) => ({
      ...captions,
      address: addressOf(`captions-${captions.language}.vtt`),
    })),
    storyboard: null,
    attachments: lecture.attachments.map((attachment) => ({
      ...attachment,
      address: addressOf(nameOfAttachment(attachment)),
    })),
    // These addresses work for as long as the copy.
    expiresAtMs: Number.MAX_SAFE_INTEGER,
  };
};

export const sizeOf = ({ files }: Pick<KeptLecture, 'files'>): number =>
  files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

export const loadedOf = ({ files }: Pick<KeptLecture, 'files'>): number =>
  files.reduce((sum, { chunks, sizeBytes }) => sum + Math.min(chunks * CHUNK_BYTES, sizeBytes), 0);

const isSame = (kept: KeptLecture, sources: readonly Source[]): boolean =>
  sources.every(
    ({ name, sizeBytes }, index) => kept.files[index]?.name === name && kept.files[index]?.sizeBytes === sizeBytes,
  );

/** Begins a copy, or continues the one that was begun. */
const begin = async (
  kept: KeptLecture,
  lecture: Lecture,
  keptBytes: number,
  sources: readonly Source[],
): Promise<boolean> => {
  if (isSame(kept, sources)) return true;
  const files = sources.map(({ name, contentType, sizeBytes, savedAs }) => ({
    name,
    contentType,
    sizeBytes,
    savedAs,
    chunks: 0,
  }));
  if (sizeOf({ files }) > (await roomFor(keptBytes))) throw new NoRoom(sizeOf({ files }));
  return (
    (await changeKept(kept._id, { files, lecture: withOwnAddresses(lecture, sources), neededBytes: 0 })) !== undefined
  );
};

const readChunk = async ({ address, bytes, sizeBytes }: Source, index: number): Promise<ArrayBuffer> => {
  const start = index * CHUNK_BYTES;
  const end = Math.min(start + CHUNK_BYTES, sizeBytes);
  if (bytes) return bytes.slice(start, end);
  const response = await request(address, { headers: { range: `bytes=${start}-${end - 1}` } });
  const received = await response.arrayBuffer();
  if (received.byteLength !== end - start) throw new MediaRefused('A part of the file did not arrive whole');
  return received;
};

/** Copies chunk after chunk. False when the lecture is no longer kept. */
const copyFile = async (kept: KeptLecture, source: Source, onChunk: () => void): Promise<boolean> => {
  const { _id: lectureId, key } = kept;
  const { name, sizeBytes } = source;
  let index = (await findKept(lectureId))?.files.find((file) => file.name === name)?.chunks ?? 0;
  for (; index * CHUNK_BYTES < sizeBytes; index += 1) {
    const sealed = await sealChunk(key, { lectureId, name, index }, await readChunk(source, index));
    if (!(await addChunk(lectureId, name, sealed))) return false;
    onChunk();
  }
  return true;
};

const load = async (kept: KeptLecture, { keptBytes, onChunk }: LoadOptions): Promise<void> => {
  const lecture = await addressesNow(kept);
  const sources = await sourcesOf(lecture, kept);
  if (!(await begin(kept, lecture, keptBytes, sources))) return;
  for (const source of sources) if (!(await copyFile(kept, source, onChunk))) return;
  await changeKept(kept._id, { isComplete: true });
};

export interface LoadOptions {
  /** What other copies take. */
  keptBytes: number;
  onChunk: () => void;
}

/** How often addresses are fetched again: they end while a large file is loaded slowly. */
const ATTEMPTS = 50;

/**
 * Loads what is missing of a copy, in the ordinary way that lectures are delivered, and encrypts it before it is stored.
 * Rejects with `NoRoom`, and when the connection is lost; what was loaded until then stays.
 */
export const loadCopy = async (kept: KeptLecture, options: LoadOptions): Promise<void> => {
  let progressed = true;
  const onChunk = (): void => {
    progressed = true;
    options.onChunk();
  };
  for (let attempt = 0; attempt < ATTEMPTS && progressed; attempt += 1) {
    progressed = false;
    try {
      const current = await findKept(kept._id);
      if (current && !current.isRemoved) await load(current, { ...options, onChunk });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'QuotaExceededError') throw new NoRoom(sizeOf(kept));
      if (!(error instanceof MediaRefused) || !progressed) throw error;
    }
  }
};
