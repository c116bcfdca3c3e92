import { fail } from '#server/errors.ts';

const JPEG = Buffer.from('ffd8ff', 'hex');
const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
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

/** Throws `not_an_image` unless a file that begins with these bytes may be a JPEG, a PNG or, where allowed, an SVG. */
export const assertImageStart = (firstBytes: Buffer, mayBeSvg: boolean): void => {
  const isRaster = firstBytes.subarray(0, 3).equals(JPEG) || firstBytes.subarray(0, 8).equals(PNG);
  if (!isRaster && !(mayBeSvg && isSvg(firstBytes))) throw fail('not_an_image');
};
