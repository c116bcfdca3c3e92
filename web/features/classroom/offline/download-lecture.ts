import { mediaIn, nameIn, withMedia } from '#contract/classroom/lecture-media.ts';
import { mediaOf } from '#contract/classroom/question-media.ts';
import { kinds } from '#web/features/kinds/kinds.ts';
import { fileAddressOf } from '#web/features/kinds/file-address.ts';
import type { Attachment, Lecture } from '#contract/classroom/lectures.ts';
import { call } from '#web/api/call.ts';
import { noteCourse } from './offline-course.ts';
import { loadNotesAndQuestions } from './offline-notes-and-questions.ts';
import { loadQuiz } from './offline-quiz.ts';
import { OFFLINE_MEDIA } from './offline-media.ts';
import {
  addChunk,
  changeDownload,
  CHUNK_BYTES,
  findDownload,
  type OfflineFile,
  type OfflineLecture,
  type OfflineQuiz,
  sealChunk,
} from './offline-store.ts';
import { masterOfCopy, nearestTo, readMediaPlaylist, readRenditions } from './offline-quality.ts';

/** A download is larger than the free space on the device. */
export class NoSpace extends Error {
  readonly neededBytes: number;
  constructor(neededBytes: number) {
    super('There is not enough free space for this download');
    this.neededBytes = neededBytes;
  }
}

class MediaRefused extends Error {}

/** Downloads never fill a device completely. */
const SPARE_BYTES = 64 * 1024 * 1024;
const MOST_BYTES = 16 * 1024 * 1024 * 1024;

/** The free space for all downloads, in bytes. Undefined in Safari 16, where a full disk stops a download while it is stored. */
export const freeSpaceFor = async (otherBytes: number): Promise<number | undefined> => {
  if (typeof navigator.storage?.estimate !== 'function') return undefined;
  const { quota = 0, usage = 0 } = await navigator.storage.estimate();
  return Math.max(0, Math.min(quota - usage - SPARE_BYTES, MOST_BYTES - otherBytes));
};

/** Something to copy: its bytes where they are at hand, otherwise its address. */
interface Source extends Omit<OfflineFile, 'chunks'> {
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
  const address = fileAddressOf(lecture);
  const { headers } = await request(address, { method: 'HEAD' });
  const contentType = headers.get('content-type') ?? 'video/mp4';
  return [{ name: 'media', contentType, sizeBytes: Number(headers.get('content-length')), address }];
};

const renditionOf = async (master: string, { quality }: OfflineLecture): Promise<Source[]> => {
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

/** A picture or a sound of a text or a question. */
const shown = async (address: string): Promise<Source> => {
  const response = await request(address);
  const bytes = await response.arrayBuffer();
  const contentType = response.headers.get('content-type') ?? 'application/octet-stream';
  return { name: nameIn(address), contentType, sizeBytes: bytes.byteLength, address, bytes };
};

/** The files of a download, the large one first. */
const sourcesOf = async (
  lecture: Lecture,
  download: OfflineLecture,
  quiz: OfflineQuiz | undefined,
): Promise<Source[]> => {
  const { hls, captions, poster, attachments } = lecture;
  const isWhole = hls === null || download.quality === 'original';
  const media = new Set([...mediaIn(lecture.text ?? []), ...(quiz?.attempt.questions ?? []).flatMap(mediaOf)]);
  const main = await (kinds[lecture.kind].offline !== 'file'
    ? []
    : isWhole
      ? fileOf(lecture)
      : renditionOf(hls, download));
  const texts = captions.map(({ language, address }) => small(`captions-${language}.vtt`, 'text/vtt', address));
  const picture = poster === null ? [] : [small('poster', 'image/jpeg', poster)];
  return [
    ...main,
    ...(await Promise.all([...texts, ...picture, ...[...media].map(shown)])),
    ...attachments.map(attachmentOf),
  ];
};

const addressesNow = async ({ _id: lectureId, course }: OfflineLecture): Promise<Lecture> => {
  const response = await call('GET /courses/:courseId', { params: { courseId: course._id } });
  await noteCourse(response);
  const lecture = response.lectures.find(({ _id }) => _id === lectureId);
  if (!lecture?.isPlayable) throw new MediaRefused('The lecture cannot be played now');
  if (kinds[lecture.kind].offline !== 'text') return lecture;
  const params = { courseId: course._id, lectureId };
  const { text } = await call('GET /courses/:courseId/lectures/:lectureId/text', { params });
  return { ...lecture, text };
};

/** The lecture with the addresses of its downloaded files. */
const withOwnAddresses = (lecture: Lecture, sources: readonly Source[]): Lecture => {
  const addressOf = (name: string): string => `${OFFLINE_MEDIA}${lecture._id}/${name}`;
  const has = (name: string): boolean => sources.some((source) => source.name === name);
  return {
    ...lecture,
    lecture: lecture.lecture.map(() => ({ secure_url: addressOf('media') })),
    audio: lecture.audio && { address: addressOf('media') },
    pdf: lecture.pdf && { ...lecture.pdf, address: addressOf('media') },
    text: lecture.text && withMedia(lecture.text, (address) => addressOf(nameIn(address))),
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

export const sizeOf = ({ files }: Pick<OfflineLecture, 'files'>): number =>
  files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);

export const loadedOf = ({ files }: Pick<OfflineLecture, 'files'>): number =>
  files.reduce((sum, { chunks, sizeBytes }) => sum + Math.min(chunks * CHUNK_BYTES, sizeBytes), 0);

/** Undefined until its size is known. */
export const percentOf = (download: Pick<OfflineLecture, 'files'>): number | undefined => {
  const size = sizeOf(download);
  return size === 0 ? undefined : Math.floor((loadedOf(download) / size) * 100);
};

const isSame = (download: OfflineLecture, sources: readonly Source[]): boolean =>
  sources.every(
    ({ name, sizeBytes }, index) =>
      download.files[index]?.name === name && download.files[index]?.sizeBytes === sizeBytes,
  );

/** Begins a download, or continues it. */
const begin = async (
  download: OfflineLecture,
  lecture: Lecture,
  otherBytes: number,
  sources: readonly Source[],
): Promise<boolean> => {
  // A text without pictures has no files: the lecture is all of it.
  if (sources.length > 0 && isSame(download, sources)) return true;
  const files = sources.map(({ name, contentType, sizeBytes, savedAs }) => ({
    name,
    contentType,
    sizeBytes,
    savedAs,
    chunks: 0,
  }));
  if (sizeOf({ files }) > ((await freeSpaceFor(otherBytes)) ?? Infinity)) throw new NoSpace(sizeOf({ files }));
  return (
    (await changeDownload(download._id, { files, lecture: withOwnAddresses(lecture, sources), neededBytes: 0 })) !==
    undefined
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

/** Downloads chunk after chunk. False when the download was removed. */
const copyFile = async (download: OfflineLecture, source: Source, onChunk: () => void): Promise<boolean> => {
  const { _id: lectureId, key } = download;
  const { name, sizeBytes } = source;
  let index = (await findDownload(lectureId))?.files.find((file) => file.name === name)?.chunks ?? 0;
  for (; index * CHUNK_BYTES < sizeBytes; index += 1) {
    const sealed = await sealChunk(key, { lectureId, name, index }, await readChunk(source, index));
    if (!(await addChunk(lectureId, name, sealed))) return false;
    onChunk();
  }
  return true;
};

const load = async (download: OfflineLecture, { otherBytes, onChunk }: LoadOptions): Promise<void> => {
  const lecture = await addressesNow(download);
  const place = { courseId: download.course._id, lectureId: lecture._id };
  const quiz = kinds[lecture.kind].offline === 'attempt' ? await loadQuiz(place) : undefined;
  const sources = await sourcesOf(lecture, download, quiz);
  if (!(await begin(download, lecture, otherBytes, sources))) return;
  if (quiz) await changeDownload(lecture._id, { quiz });
  for (const source of sources) if (!(await copyFile(download, source, onChunk))) return;
  await changeDownload(download._id, { ...(await loadNotesAndQuestions(place)), isComplete: true });
};

export interface LoadOptions {
  /** The size of the other downloads. */
  otherBytes: number;
  onChunk: () => void;
}

/** How often addresses are fetched again: they end while a large file is loaded slowly. */
const ATTEMPTS = 50;

/**
 * Downloads the missing parts of a lecture, and encrypts each before it is stored. Rejects with `NoSpace`, and when the
 * connection is lost; the parts until then stay.
 */
export const downloadLecture = async (download: OfflineLecture, options: LoadOptions): Promise<void> => {
  let progressed = true;
  const onChunk = (): void => {
    progressed = true;
    options.onChunk();
  };
  for (let attempt = 0; attempt < ATTEMPTS && progressed; attempt += 1) {
    progressed = false;
    try {
      const current = await findDownload(download._id);
      if (current && !current.isRemoved) await load(current, { ...options, onChunk });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === 'QuotaExceededError') throw new NoSpace(sizeOf(download));
      if (!(error instanceof MediaRefused) || !progressed) throw error;
    }
  }
};
