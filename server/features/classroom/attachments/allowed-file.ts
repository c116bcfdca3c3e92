import { createReadStream } from 'node:fs';
import { fail } from '#server/errors.ts';
import { firstBytesOf } from '#server/images/first-bytes.ts';

type Check = (bytes: Buffer) => boolean;

const startsWith =
  (...marks: readonly string[]): Check =>
  (bytes) =>
    marks.some((mark) => bytes.subarray(0, mark.length).equals(Buffer.from(mark, 'latin1')));

const at =
  (offset: number, ...marks: readonly string[]): Check =>
  (bytes) =>
    startsWith(...marks)(bytes.subarray(offset));

const isZip = startsWith('PK\x03\x04', 'PK\x05\x06');
const isOle = startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1');
const isMp4 = at(4, 'ftyp', 'moov', 'mdat', 'wide', 'free');
const isMatroska = startsWith('\x1a\x45\xdf\xa3');
const isRiff = startsWith('RIFF');
const isAsf = startsWith('\x30\x26\xb2\x75');
const isMpegSound: Check = (bytes) =>
  startsWith('ID3')(bytes) || (bytes[0] === 0xff && ((bytes[1] ?? 0) & 0xe0) === 0xe0);

/** A program of Windows, Linux or macOS, or a script, whatever follows. */
const isProgram: Check = (bytes) =>
  (startsWith('MZ')(bytes) && bytes.includes(0)) ||
  startsWith('\x7fELF', '#!', '\xfe\xed\xfa', '\xce\xfa\xed\xfe', '\xcf\xfa\xed\xfe', '\xca\xfe\xba\xbe')(bytes);

/** Text that no browser shows as a page, and no system runs. */
const isText: Check = (bytes) => {
  const isUtf16 = startsWith('\xff\xfe', '\xfe\xff')(bytes);
  if (!isUtf16 && bytes.includes(0)) return false;
  const text = isUtf16 ? bytes.toString('utf16le') + bytes.subarray(1).toString('utf16le') : bytes.toString('utf8');
  return !/^[\uFEFF\s]*<[a-z!?]/i.test(text) && !/<(?:html|script|svg)[\s>]/i.test(text);
};

const isPdf: Check = (bytes) => bytes.subarray(0, 1024).includes('%PDF-') && !startsWith('<')(bytes);

/** How a document of old Office programs names its macros. */
const MACROS = Buffer.from('_VBA_PROJECT', 'utf16le');

const hasMacros = async (path: string): Promise<boolean> => {
  let before = Buffer.alloc(0);
  for await (const part of createReadStream(path)) {
    const bytes = Buffer.concat([before, Buffer.from(part)]);
    if (bytes.includes(MACROS)) return true;
    before = bytes.subarray(-MACROS.length);
  }
  return false;
};

/** Documents, pictures, sounds, videos, texts and ZIP files: how a file of each name begins. */
const KINDS: readonly (readonly [names: string, check: Check])[] = [
  ['pdf', isPdf],
  ['doc xls ppt msg', isOle],
  ['docx xlsx pptx odt ods odp odg epub pages numbers key zip', isZip],
  ['rtf', startsWith('{\\rtf')],
  ['jpg jpeg', startsWith('\xff\xd8\xff')],
  ['png', startsWith('\x89PNG')],
  ['gif', startsWith('GIF8')],
  ['webp', isRiff],
  ['heic heif avif', isMp4],
  ['tif tiff', startsWith('II*\0', 'MM\0*')],
  ['bmp', startsWith('BM')],
  ['psd', startsWith('8BPS')],
  ['mp3', isMpegSound],
  ['aac', isMpegSound],
  ['m4a m4b mp4 m4v mov 3gp', isMp4],
  ['wav avi', isRiff],
  ['flac', startsWith('fLaC')],
  ['ogg oga opus ogv', startsWith('OggS')],
  ['mid midi', startsWith('MThd')],
  ['amr', startsWith('#!AMR')],
  ['webm weba mkv', isMatroska],
  ['wmv wma', isAsf],
  ['mpg mpeg', startsWith('\0\0\x01')],
  ['txt md csv tsv tex bib srt vtt json ipynb geojson', isText],
];

const CHECKS: ReadonlyMap<string, Check> = new Map(
  KINDS.flatMap(([names, check]) => names.split(' ').map((name) => [name, check] as const)),
);

/** Characters with a special meaning in file systems, addresses or dialogs. */
const UNSAFE = /[/\\:*?"<>|\p{Bidi_Control}\p{Cc}]/gu;

/** The name under which a file is saved. Systems ignore dots and spaces at its end. */
const safeName = (name: string): string =>
  name
    .normalize('NFC')
    .replaceAll(UNSAFE, '-')
    .replace(/[. ]+$/, '');

/**
 * What people save from others and open: only kinds that no system runs, by name and by content. Returns the name under which it is
 * saved. Throws `file_kind_refused` for every other kind, `document_with_macros`, and `not_as_named` when it begins otherwise than its name says.
 */
export const allowedName = async (given: string, path: string): Promise<string> => {
  const name = safeName(given);
  const check = CHECKS.get(/\.([^.]*)$/.exec(name)?.[1]?.toLowerCase() ?? '');
  if (!check) throw fail('file_kind_refused');
  const bytes = await firstBytesOf(path);
  if ((isProgram(bytes) && !startsWith('#!AMR')(bytes)) || !check(bytes)) throw fail('not_as_named');
  if (check === isOle && (await hasMacros(path))) throw fail('document_with_macros');
  return name;
};
