/** What the outermost boxes of an MP4 or MOV say. */
export interface Mp4Facts {
  /** The description of the tracks is there, and no box reaches past the end of the file. */
  isWhole: boolean;
  /** Four-letter names of how pictures and sound are written, such as "avc1" and "mp4a". */
  codecs: readonly string[];
}

interface Box {
  type: string;
  startBytes: number;
  sizeBytes: number;
}

const MAX_BOXES = 1000;
const MAX_MOOV_BYTES = 32 * 1024 * 1024;
const FIRST_BOXES = new Set(['ftyp', 'moov', 'mdat', 'wide', 'free', 'skip', 'styp']);

const readBytes = async (file: Blob, startBytes: number, sizeBytes: number): Promise<DataView> =>
  new DataView(await file.slice(startBytes, startBytes + sizeBytes).arrayBuffer());

const nameAt = (view: DataView, at: number): string =>
  String.fromCharCode(view.getUint8(at), view.getUint8(at + 1), view.getUint8(at + 2), view.getUint8(at + 3));

const readBox = async (file: Blob, startBytes: number): Promise<Box | undefined> => {
  const head = await readBytes(file, startBytes, 16);
  if (head.byteLength < 8) return undefined;
  const size = head.getUint32(0);
  const large = size === 1 && head.byteLength === 16 ? Number(head.getBigUint64(8)) : size;
  return { type: nameAt(head, 4), startBytes, sizeBytes: size === 0 ? file.size - startBytes : large };
};

/** The names in each `stsd`, which lists how the samples of one track are written. */
const codecsIn = (moov: DataView): string[] => {
  const found: string[] = [];
  for (let at = 4; at + 20 <= moov.byteLength; at += 1) {
    // "stsd", then version, count, and the first entry: its size and its name.
    if (moov.getUint32(at) === 0x73747364) found.push(nameAt(moov, at + 16));
  }
  return found;
};

/** Reads only heads and the description, wherever it lies; nothing when the file is no MP4 or MOV. */
export const readMp4 = async (file: Blob): Promise<Mp4Facts | undefined> => {
  let codecs: string[] | undefined;
  let at = 0;
  for (let count = 0; at < file.size && count < MAX_BOXES; count += 1) {
    const box = await readBox(file, at);
    if (count === 0 && (!box || !FIRST_BOXES.has(box.type))) return undefined;
    if (!box || box.sizeBytes < 8) return { isWhole: false, codecs: codecs ?? [] };
    if (box.type === 'moov') codecs = codecsIn(await readBytes(file, at, Math.min(box.sizeBytes, MAX_MOOV_BYTES)));
    at += box.sizeBytes;
  }
  return { isWhole: codecs !== undefined && at === file.size, codecs: codecs ?? [] };
};
