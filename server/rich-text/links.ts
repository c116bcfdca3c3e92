import { decodeHTMLStrict } from 'entities/decode';

export const matchAt = (pattern: RegExp, text: string, at: number): RegExpExecArray | null => {
  pattern.lastIndex = at;
  return pattern.exec(text);
};

/** Not `//` or `/\`, with which browsers leave the site. */
const SAFE_LINK = /^(?:https?:\/\/|mailto:|\/(?![/\\]))/i;
// oxlint-disable-next-line eslint/no-control-regex -- browsers skip some of them, as in `java\nscript:`
const CONTROLS = /[\u0000-\u001F\u007F]/;

const ESCAPED = /\\([!-/:-@[-`{-~])|&(?:#x[\da-f]{1,6}|#\d{1,7}|[a-z][a-z\d]{1,31});/gi;

/** A text with its escapes and its entities, such as `\*` and `&copy;`, as characters. */
const unescaped = (text: string): string =>
  text.replaceAll(ESCAPED, (all, sign: string | undefined) => sign ?? decodeHTMLStrict(all));

/** Where a link or an image of such a name leads. Undefined where it would run, or nowhere. */
export const addressOf = (written: string): string | undefined => {
  const address = unescaped(written);
  return isSafe(address) ? address.replaceAll(' ', '%20') : undefined;
};

export const isSafe = (address: string): boolean => SAFE_LINK.test(address) && !CONTROLS.test(address);

const DEFINITION =
  /^\[([^[\]\\^][^[\]\\]{0,998})\]: *(?:<([^<>]*)>|([^\s<]\S*))(?: +(?:"[^"]*"|“[^“”]*”|'[^']*'|\([^()]*\)))? *$/;

export const labelOf = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase().toUpperCase();

/**
 * `[label]: address` on a line of its own. Only with an address: `[Anna]: Hello` is a line of a dialogue, and `[^1]: …` a
 * footnote, which stay text.
 */
export const definitionIn = (line: string): { label: string; address: string } | undefined => {
  const [, label = '', inBrackets, plain] = line.startsWith('[') ? (DEFINITION.exec(line) ?? []) : [];
  const written = inBrackets ?? plain;
  const address = written === undefined ? undefined : addressOf(written);
  return address === undefined || label.trim() === '' ? undefined : { label: labelOf(label), address };
};

const START = /\([ \n]*(?:<([^<>\n]*)>)?/y;
/** Phones write curly quotation marks. */
const TITLE = /(?:\s+(?:"(?:[^"\\]|\\[\s\S])*"|“[^“”]*”|'(?:[^'\\]|\\[\s\S])*'|\((?:[^()\\]|\\[\s\S])*\)))?\s*\)/y;
/** An address with spaces, which many people write: only to the web, and on one line. */
const SPACED = /\(\s*(https?:\/\/[^\n<>()[\]"]{1,2000})\)/iy;
const PARENTHESES_MAX = 8;

/** An address without spaces, whose parentheses are in pairs, from where it begins. */
const endOfAddress = (text: string, from: number): number => {
  let depth = 0;
  let at = from;
  for (; at < text.length; at += 1) {
    const sign = text[at] ?? '';
    if (sign === '\\') at += 1;
    else if (sign === '(') {
      depth += 1;
      if (depth > PARENTHESES_MAX) return from;
    } else if (sign === ')') {
      if (depth === 0) return at;
      depth -= 1;
    } else if (sign <= ' ') break;
  }
  return depth === 0 ? Math.min(at, text.length) : from;
};

/** The address of `(address "title")`, and where that ends. */
export const linkAddressAt = (text: string, at: number): { address: string; end: number } | undefined => {
  const start = matchAt(START, text, at);
  if (!start) return undefined;
  const [all, inBrackets] = start;
  const from = at + all.length;
  const end = inBrackets === undefined ? endOfAddress(text, from) : from;
  const rest = matchAt(TITLE, text, end);
  const spaced = rest ? null : matchAt(SPACED, text, at);
  if (spaced) return { address: (spaced[1] ?? '').trim(), end: at + spaced[0].length };
  if (!rest) return undefined;
  return { address: inBrackets ?? text.slice(from, end), end: end + rest[0].length };
};

const END = /[\s<>\u3001\u3002\u300A-\u3011\u2018-\u201F\uFF01-\uFF0F\uFF1A-\uFF20\u0964\u0965]/g;
const TRAILING = /[?!.,:;*_~'"]/;

/** Scripts without spaces go on right after the name of a site. */
const SITE = /^[\w.-]*\.[a-z]{2,}(?=\p{Lo}[^./?#:]*$)/iu;

/** Where an address in a text ends: before signs that end the sentence, and a parenthesis that began before it. */
export const endOfLink = (text: string, from: number, isInBrackets: boolean): number => {
  END.lastIndex = from;
  const all = text.slice(from, END.exec(text)?.index);
  const whole = (isInBrackets ? all.split(']', 1)[0] : all) ?? '';
  const [written] = SITE.exec(whole) ?? [whole];
  let end = from + written.length;
  let open = written.split(')').length - written.split('(').length;
  for (;;) {
    const sign = text[end - 1] ?? '';
    if (end > from && TRAILING.test(sign)) end -= 1;
    else if (end > from && sign === ')' && open > 0) {
      open -= 1;
      end -= 1;
    } else return end;
  }
};
