const END = 0x06054b50;
const ENTRY = 0x02014b50;
/** Bytes of the end record, and of the fixed part of an entry and of a local header. */
const [END_BYTES, ENTRY_BYTES, LOCAL_BYTES] = [22, 46, 30];

/** The files of a ZIP whose entries are stored without compression (APPNOTE.TXT 4.3), by name. */
export const unzip = (bytes: Buffer): Map<string, Buffer> => {
  const files = new Map<string, Buffer>();
  const end = bytes.length - END_BYTES;
  if (bytes.readUInt32LE(end) !== END) throw new Error('no end of a ZIP');
  let at = bytes.readUInt32LE(end + 16);
  for (let left = bytes.readUInt16LE(end + 10); left > 0; left -= 1) {
    if (bytes.readUInt32LE(at) !== ENTRY || bytes.readUInt16LE(at + 10) !== 0) throw new Error('not a stored entry');
    const [size, nameBytes] = [bytes.readUInt32LE(at + 24), bytes.readUInt16LE(at + 28)];
    const local = bytes.readUInt32LE(at + 42);
    const name = bytes.toString('utf8', at + ENTRY_BYTES, at + ENTRY_BYTES + nameBytes);
    const start = local + LOCAL_BYTES + bytes.readUInt16LE(local + 26) + bytes.readUInt16LE(local + 28);
    files.set(name, bytes.subarray(start, start + size));
    at += ENTRY_BYTES + nameBytes + bytes.readUInt16LE(at + 30) + bytes.readUInt16LE(at + 32);
  }
  return files;
};
