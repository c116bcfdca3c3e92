/** Reads the few facts about an MP4 that can be read from its boxes alone. */
export type VideoFacts = {
  /** The names of the outermost boxes, in the order of the file. */
  boxes: string[];
  /** The coded formats of the tracks, such as avc1 and mp4a. */
  formats: string[];
  durationMs: number;
};

type Box = { name: string; body: Buffer };

function boxesIn(bytes: Buffer): Box[] {
  const found: Box[] = [];
  let at = 0;
  while (at + 8 <= bytes.length) {
    const size32 = bytes.readUInt32BE(at);
    const name = bytes.toString('latin1', at + 4, at + 8);
    const header = size32 === 1 ? 16 : 8;
    const size = size32 === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : size32 === 0 ? bytes.length - at : size32;
    if (size < header || at + size > bytes.length)
      throw new Error(`box ${name} at byte ${at} has a size that cannot be`);
    found.push({ name, body: bytes.subarray(at + header, at + size) });
    at += size;
  }
  return found;
}

/** The bodies of all boxes that lie at the path, such as trak/mdia/mdhd. */
function bodiesAt(bytes: Buffer, [first, ...rest]: readonly string[]): Buffer[] {
  if (first === undefined) return [bytes];
  return boxesIn(bytes)
    .filter(({ name }) => name === first)
    .flatMap(({ body }) => bodiesAt(body, rest));
}

export function videoFacts(bytes: Buffer): VideoFacts {
  const [header] = bodiesAt(bytes, ['moov', 'mvhd']);
  if (!header) throw new Error('no moov/mvhd box');
  const wide = header.readUInt8(0) === 1;
  const timescale = header.readUInt32BE(wide ? 20 : 12);
  const duration = wide ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16);
  const descriptions = bodiesAt(bytes, ['moov', 'trak', 'mdia', 'minf', 'stbl', 'stsd']);
  return {
    boxes: boxesIn(bytes).map(({ name }) => name),
    formats: descriptions.flatMap((stsd) => boxesIn(stsd.subarray(8)).map(({ name }) => name)),
    durationMs: Math.round((duration * 1000) / timescale),
  };
}
