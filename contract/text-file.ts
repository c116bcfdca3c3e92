import type { Repaired } from './file-report.ts';
import { fileMessages as messages } from './file-messages.ts';

export interface TextFile {
  /** Its lines end with `\n`. */
  text: string;
  repaired: Repaired[];
}

type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be';

const LOOKED_AT = 2048;
/** Of the characters of a text in UTF-16, this many are ASCII at least: spaces, ends of lines and separators. */
const ASCII_SHARE = 0.05;

/** UTF-16 is known by its mark, or by the zero bytes that each ASCII character has in the same place. */
const encodingOf = (bytes: Uint8Array): Encoding | undefined => {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return 'utf-16le';
  if (first === 0xfe && second === 0xff) return 'utf-16be';
  const start = bytes.subarray(0, LOOKED_AT);
  if (!start.includes(0)) return 'utf-8';
  const zeros = [0, 1].map((place) => start.filter((byte, index) => byte === 0 && index % 2 === place).length);
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) < (start.length / 2) * ASCII_SHARE || Math.min(even, odd) > Math.max(even, odd) / 4)
    return undefined;
  return even > odd ? 'utf-16be' : 'utf-16le';
};

/** Whether a file that begins like this can be a text. */
export const isTextStart = (bytes: Uint8Array): boolean => bytes.length > 0 && encodingOf(bytes) !== undefined;

const count = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;

/** Letters of Mac Roman after a letter; in Windows-1252 they are signs that do not stand there, or rare letters. */
const MAC_LETTERS = /[a-z][\u0081\u008D\u008F\u0090\u009DƒˆŠŒŽ˜šž‰‡Ÿ]/gi;
const WINDOWS_LETTERS = /[\u00C0-\u00FF]/g;

/** Text in one of the encodings that spreadsheets and editors wrote before UTF-8; undefined when it is none of them. */
const decodeOld = (bytes: Uint8Array): TextFile | undefined => {
  const text = new TextDecoder('windows-1252').decode(bytes);
  const line = (text.slice(0, text.search(/[\u0080-\uFFFF]/)).match(/\r\n?|\n/g)?.length ?? 0) + 1;
  if (count(text, MAC_LETTERS) > count(text, WINDOWS_LETTERS))
    return { text: new TextDecoder('macintosh').decode(bytes), repaired: [{ line, what: messages.macintosh }] };
  // Other scripts have few letters of ASCII, and use bytes that Windows-1252 does not have.
  const isWestern = !/[\u0080-\u009F]/.test(text) && count(text, /[a-z]/gi) > count(text, WINDOWS_LETTERS);
  return isWestern ? { text, repaired: [{ line, what: messages.windows }] } : undefined;
};

const decode = (bytes: Uint8Array): TextFile | undefined => {
  const encoding = encodingOf(bytes);
  if (!encoding) return undefined;
  const text = new TextDecoder(encoding).decode(bytes);
  const isUnicode = encoding !== 'utf-8' || count(text, /\uFFFD/g) <= count(text, /[\u0080-\uFFFC]/g);
  return isUnicode ? { text, repaired: [] } : decodeOld(bytes);
};

const REPAIRS_MAX = 50;

/** The lines that a pattern is in, as repairs; the last one counts those that do not fit. */
const repairsOf = (lines: readonly string[], pattern: RegExp, what: string): Repaired[] => {
  const found = lines.flatMap((text, index) => (pattern.test(text) ? [index + 1] : []));
  const repaired = found.slice(0, REPAIRS_MAX).map((line) => ({ line, what }));
  const next = found[REPAIRS_MAX];
  if (next === undefined) return repaired;
  return [...repaired, { line: next, what: `${what}. ${messages.more(found.length - REPAIRS_MAX - 1)}` }];
};

// oxlint-disable-next-line no-control-regex -- these are what it removes
const DOS_END = /\u001A\s*$/;
// oxlint-disable-next-line no-control-regex -- the same
const CONTROL = /[\u0000-\u0008\u000E-\u001F]/;

/** A text as it was typed or decoded: without marks of its encoding and characters that cannot be stored, and with one kind of line end. */
export const readText = (given: string): TextFile => {
  // Files of DOS end with the character 26.
  const text = given
    .replaceAll('\uFEFF', '')
    .replace(DOS_END, '')
    .replaceAll(/\r{1,2}\n|\r/g, '\n');
  const lines = text.split('\n');
  return {
    text: CONTROL.test(text) ? lines.map((line) => line.replaceAll(new RegExp(CONTROL, 'g'), '')).join('\n') : text,
    repaired: [...repairsOf(lines, /\uFFFD/, messages.unreadable), ...repairsOf(lines, CONTROL, messages.control)],
  };
};

/**
 * The text of a file that someone brings: UTF-8, UTF-16, or what Windows and Macs wrote before, with or without a mark, and
 * with any ends of lines. Undefined for files that are no text, and for encodings that cannot be told apart.
 */
export const readTextFile = (bytes: Uint8Array): TextFile | undefined => {
  const decoded = decode(bytes);
  if (!decoded) return undefined;
  const { text, repaired } = readText(decoded.text);
  return { text, repaired: [...decoded.repaired, ...repaired] };
};
