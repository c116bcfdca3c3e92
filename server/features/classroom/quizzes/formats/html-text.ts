import { decodeHTML } from 'entities/decode';
import { quizMessages } from '#contract/classroom/quiz-messages.ts';
import { Fault } from './blocks.ts';

/** How the texts of a question are written; `moodle` is text that may contain HTML. */
export type TextFormat = 'html' | 'moodle' | 'plain' | 'markdown';

const MARKER = /^\s*\[(html|moodle|plain|markdown)\]/;
/** Longer texts than a question has are refused afterwards. */
const HTML_MAX_LENGTH = 20_000;
const NESTED_MAX = 12;

/** Tags and entities that text without HTML hardly has. */
const TELLS_HTML =
  /<\/?(?:p|b|i|strong|em|br|div|span|img|a|ul|ol|li|sub|sup|table|u|h[1-6]|pre|code)(?:\s+[a-z-]+=[^<>]*|\s*\/?)>|&(?:[a-z]{2,31}|#x?[\da-f]{1,7});/i;

const TAG = /<(\/?)([a-z][a-z\d]{0,15})((?:\s[^<>]{0,2000})?)\/?>|<!--(?:[^-]|-(?!->)){0,2000}-->/gi;

const BLOCKS = new Set([
  'p',
  'div',
  'section',
  'article',
  'blockquote',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'ul',
  'ol',
  'pre',
]);
const MARKS: Record<string, string> = { b: '**', strong: '**', i: '*', em: '*', code: '`' };
/** What a plain text or Markdown cannot say, and a question does without. */
const DROPPED = new Set([
  'span',
  'font',
  'u',
  'ins',
  'small',
  'big',
  'mark',
  'label',
  'abbr',
  'tt',
  'q',
  'cite',
  'nolink',
  'center',
]);
/** What a question is not complete without. */
const NEEDED = new Set([
  'img',
  'table',
  'audio',
  'video',
  'iframe',
  'object',
  'embed',
  'svg',
  'math',
  'input',
  'script',
  'style',
]);

const RAISED = '0123456789+-=()n';
const SUPERSCRIPT = '⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁼⁽⁾ⁿ';
const SUBSCRIPT = '₀₁₂₃₄₅₆₇₈₉₊₋₌₍₎ₙ';

/** As characters of Unicode where each has one; otherwise with a sign that says which it is. */
const raised = (text: string, tag: string): string => {
  const plain = text.trim().replaceAll('−', '-');
  const table = tag === 'sup' ? SUPERSCRIPT : SUBSCRIPT;
  if (/^[\d+\-=()n]+$/.test(plain)) return plain.replaceAll(/./g, (sign) => table[RAISED.indexOf(sign)] ?? sign);
  return tag === 'sup' ? `^${plain.length > 1 ? `(${plain})` : plain}` : plain;
};

interface Open {
  tag: string;
  /** Where its text begins in what was written. */
  at: number;
  attributes: string;
}

const HREF = /\shref\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i;

/** What stands around a text that had a tag. */
const inside = (text: string, { tag, attributes }: Open, isMarkdown: boolean): string => {
  const inner = text.trim();
  if (inner === '') return text;
  const [before, after] = [/^\s*/.exec(text)?.[0] ?? '', /\s*$/.exec(text)?.[0] ?? ''];
  const around = (whole: string): string => `${before}${whole}${after}`;
  if (tag === 'sub' || tag === 'sup') return around(raised(inner, tag));
  if (tag === 'a') {
    const [, double, single, bare] = HREF.exec(attributes) ?? [];
    const address = decodeHTML(double ?? single ?? bare ?? '');
    if (!/^(?:https?:\/\/|mailto:)[^\s()<>]+$/i.test(address) || address === inner) return text;
    return around(isMarkdown ? `[${inner}](${address})` : `${inner} (${address})`);
  }
  const mark = isMarkdown && !inner.includes('\n\n') ? (MARKS[tag] ?? '') : '';
  return around(`${mark}${inner}${mark}`);
};

/** Writes the text of HTML, from its first tag to its last. */
const createWriter = (isMarkdown: boolean) => {
  let out = '';
  const open: Open[] = [];
  const lists: { next: number | undefined }[] = [];
  const breakLine = (count: 1 | 2): void => {
    const text = out.trimEnd();
    const breaks = Math.max(count, out.slice(text.length).split('\n').length - 1);
    out = text === '' ? '' : `${text}${isMarkdown ? '\n'.repeat(breaks) : ' '}`;
  };
  const isIn = (tag: string): boolean => open.some((one) => one.tag === tag);

  const close = (tag: string): void => {
    const index = open.findLastIndex((one) => one.tag === tag);
    for (const one of open.splice(index === -1 ? open.length : index).toReversed())
      out = `${out.slice(0, one.at)}${inside(out.slice(one.at), one, isMarkdown)}`;
  };

  const item = (): void => {
    breakLine(1);
    const list = lists.at(-1);
    const number = list?.next;
    if (list && number !== undefined) list.next = number + 1;
    if (isMarkdown)
      out += `${'   '.repeat(Math.max(0, lists.length - 1))}${number === undefined ? '-' : `${number}.`} `;
  };

  const block = (tag: string, isEnd: boolean): void => {
    if (tag === 'ul' || tag === 'ol') {
      if (isEnd) lists.pop();
      else if (lists.length < NESTED_MAX) lists.push({ next: tag === 'ol' ? 1 : undefined });
      if (lists.length > (isEnd ? 0 : 1)) return;
      breakLine(2);
    } else if (lists.length === 0 || isEnd) breakLine(lists.length === 0 ? 2 : 1);
    if (tag !== 'pre' || !isMarkdown) return;
    out = isEnd ? `${out.trimEnd()}\n\`\`\`` : `${out}\`\`\`\n`;
    if (isEnd) {
      open.splice(open.findLastIndex((one) => one.tag === 'pre'));
      breakLine(2);
    } else open.push({ tag, at: out.length, attributes: '' });
  };

  return {
    text: (html: string): void => {
      const text = decodeHTML(html).replaceAll('\u00A0', ' ');
      if (isIn('pre')) out += text;
      else {
        const flat = text.replaceAll(/\s+/g, ' ');
        const escaped = isMarkdown && !isIn('code') ? flat.replaceAll(/[\\`*_[\]]/g, String.raw`\$&`) : flat;
        out += /(?:^|\s)$/.test(out) ? escaped.trimStart() : escaped;
      }
    },
    tag: (tag: string, isEnd: boolean, attributes: string): void => {
      if (NEEDED.has(tag)) throw new Fault(quizMessages.faults.html);
      if (tag === 'br') breakLine(1);
      else if (tag === 'li') {
        if (!isEnd) item();
      } else if (BLOCKS.has(tag)) block(tag, isEnd);
      else if (isEnd) close(tag);
      else if (open.length < NESTED_MAX && !isIn('pre')) open.push({ tag, at: out.length, attributes });
    },
    finish: (): string => {
      for (const { tag } of open.toReversed()) close(tag);
      return out.trim();
    },
  };
};

const KNOWN = new Set(['br', 'li', 'a', 'sub', 'sup', ...Object.keys(MARKS), ...DROPPED, ...BLOCKS, ...NEEDED]);

const convert = (html: string, isMarkdown: boolean): string => {
  const writer = createWriter(isMarkdown);
  let at = 0;
  for (const found of html.matchAll(TAG)) {
    const [whole, slash, name, attributes = ''] = found;
    const tag = name?.toLowerCase();
    // `List<String>` is no tag, and a text.
    if (tag !== undefined && !KNOWN.has(tag)) continue;
    writer.text(html.slice(at, found.index));
    at = found.index + whole.length;
    if (tag !== undefined) writer.tag(tag, slash === '/', attributes);
  }
  writer.text(html.slice(at));
  return writer.finish();
};

/** The format that a text begins with in brackets, or else the one of its question, and the text after it. */
export const splitFormat = (text: string, inherited: TextFormat): { format: TextFormat; text: string } => {
  const found = MARKER.exec(text);
  const format = (['html', 'moodle', 'plain', 'markdown'] as const).find((one) => one === found?.[1]);
  return { format: format ?? inherited, text: text.slice(found?.[0].length ?? 0).trim() };
};

/**
 * A text without HTML: as Markdown where that is shown with its marks, otherwise plain. Throws a Fault for what a question is
 * not complete without, such as a picture.
 */
export const withoutHtml = (given: string, inherited: TextFormat, { isMarkdown }: { isMarkdown: boolean }): string => {
  const { format, text } = splitFormat(given, inherited);
  if (text.length > HTML_MAX_LENGTH) return text;
  const isHtml = format === 'html' || (format === 'moodle' && TELLS_HTML.test(text));
  return isHtml ? convert(text, isMarkdown) : text;
};
