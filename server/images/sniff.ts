import { fail } from '#server/errors.ts';

const JPEG = Buffer.from('ffd8ff', 'hex');
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
/** GIF, TIFF, BMP, and pictures of iPhones and browsers: HEIC and AVIF. */
const OTHER_FORMAT = /^(?:GIF8|II\*\0|MM\0\*|BM|.{4}ftyp(?:hei[cfmsx]|hevc|mif1|msf1|avi[fs]))/s;
const WEBP = /^RIFF.{4}WEBP/s;
/** Allowed markup before `<svg`, each up to its end. */
const PROLOGUE = [
  { begins: '<?', ends: '?>' },
  { begins: '<!--', ends: '-->' },
] as const;
const DOCTYPE = /^<!doctype\s+svg\b/i;

/** Whether a file that begins with these bytes is an SVG. */
export const isSvg = (firstBytes: Buffer): boolean => {
  let text = firstBytes
    .toString('utf8')
    .replace(/^\ufeff/, '')
    .trimStart();
  for (;;) {
    const part = PROLOGUE.find(({ begins }) => text.startsWith(begins));
    const end = part ? text.indexOf(part.ends) : -1;
    if (!part || end < 0) break;
    text = text.slice(end + part.ends.length).trimStart();
  }
  return DOCTYPE.test(text) || /^<svg[\s>]/i.test(text);
};

/**
 * Throws `image_format` and `not_an_image` unless a file that begins with these bytes may be a JPEG, a PNG, a WebP, which browsers
 * save under the names of others, or, where allowed, an SVG.
 */
export const assertImageStart = (firstBytes: Buffer, mayBeSvg: boolean): void => {
  const start = firstBytes.subarray(0, 16).toString('latin1');
  if (OTHER_FORMAT.test(start)) throw fail('image_format');
  const isRaster = firstBytes.subarray(0, 3).equals(JPEG) || firstBytes.subarray(0, 8).equals(PNG) || WEBP.test(start);
  if (!isRaster && !(mayBeSvg && isSvg(firstBytes))) throw fail('not_an_image');
};
