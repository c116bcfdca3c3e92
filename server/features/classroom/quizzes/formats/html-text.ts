import { quizMessages } from '#contract/quiz-messages.ts';
import { Fault } from './blocks.ts';

/** How the texts of a question are written; `moodle` is text that may contain HTML. */
export type TextFormat = 'html' | 'moodle' | 'plain' | 'markdown';

const MARKER = /^\s*\[(html|moodle|plain|markdown)\]/;
/** Longer texts than a question has are refused afterwards. */
const HTML_MAX_LENGTH = 20_000;

/** Tags and entities that text without HTML hardly has. */
const TELLS_HTML =
  /<\/?(?:p|b|i|strong|em|br|div|span|img|a|ul|ol|li|sub|sup|table|u|h[1-6]|pre|code)(?:\s+[a-z-]+=[^<>]*|\s*\/)?>|&(?:[a-z]+|#x?[\da-f]+);/i;

const ENTITY = /&(?:#(x[\da-f]{1,6}|\d{1,7})|(\w{1,10}));/gi;
const NAMED = new Map(
  Object.entries({
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
    nbsp: ' ',
    ndash: '–',
    mdash: '—',
    hellip: '…',
    lsquo: '‘',
    rsquo: '’',
    ldquo: '“',
    rdquo: '”',
    times: '×',
    divide: '÷',
    euro: '€',
    pound: '£',
  }),
);

const decoded = (text: string): string =>
  text.replaceAll(ENTITY, (_, code: string | undefined, name = '') => {
    const point = code === undefined ? undefined : Number(/^x/i.test(code) ? `0${code}` : code);
    const isCharacter = point !== undefined && point > 0 && point <= 0x10_ff_ff;
    const character = isCharacter ? String.fromCodePoint(point) : NAMED.get(name);
    if (character === undefined) throw new Fault(quizMessages.faults.html);
    return character;
  });

const INNERMOST = /<(b|strong|i|em)>(\s*)([^<]*?)(\s*)<\/\1>/gi;
const NESTED_MAX = 4;

/** Bold and italic as Markdown, the innermost first. */
const marked = (text: string): string => {
  let result = text;
  for (let depth = 0; depth < NESTED_MAX; depth += 1)
    result = result.replaceAll(INNERMOST, (_, tag: string, before: string, inner: string, after: string) => {
      const sign = /^(?:b|strong)$/i.test(tag) ? '**' : '*';
      return inner === '' ? `${before}${after}` : `${before}${sign}${inner}${sign}${after}`;
    });
  return result;
};

const toMarkdown = (html: string): string => {
  const escaped = html.replaceAll(/[\\`*_[\]]/g, String.raw`\$&`).replaceAll(/\s+/g, ' ');
  return marked(escaped)
    .replaceAll(/ ?<br ?\/?> ?/gi, '\n')
    .replaceAll(/ ?<p(?: [^<>]*)?> ?/gi, '')
    .replaceAll(/ ?<\/p> ?/gi, '\n\n');
};

const toPlain = (html: string): string =>
  html.replaceAll(/<\/?(?:b|strong|i|em)>/gi, '').replaceAll(/\s+|<br\s*\/?>|<p(?:\s[^<>]*)?>|<\/p>/gi, ' ');

const convert = (html: string, isMarkdown: boolean): string => {
  const text = isMarkdown ? toMarkdown(html) : toPlain(html).replaceAll(/ +/g, ' ');
  if (/<[a-z/!]/i.test(text)) throw new Fault(quizMessages.faults.html);
  return decoded(text).trim();
};

/** The format that a text begins with in brackets, or else the one of its question, and the text after it. */
export const splitFormat = (text: string, inherited: TextFormat): { format: TextFormat; text: string } => {
  const found = MARKER.exec(text);
  const format = (['html', 'moodle', 'plain', 'markdown'] as const).find((one) => one === found?.[1]);
  return { format: format ?? inherited, text: text.slice(found?.[0].length ?? 0).trim() };
};

/**
 * A text without HTML: as Markdown where that is shown with its marks, otherwise plain. Throws a Fault for HTML that has no
 * simple form.
 */
export const withoutHtml = (given: string, inherited: TextFormat, { isMarkdown }: { isMarkdown: boolean }): string => {
  const { format, text } = splitFormat(given, inherited);
  if (text.length > HTML_MAX_LENGTH) return text;
  const isHtml = format === 'html' || (format === 'moodle' && TELLS_HTML.test(text));
  return isHtml ? convert(text, isMarkdown) : text;
};
