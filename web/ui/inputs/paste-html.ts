/** Markdown of what was copied from Word, Google Docs or a page, and its pictures in their order; loaded with the first paste. */
export interface Pasted {
  markdown: string;
  /** Each is at `place` in the Markdown. */
  pictures: { place: string; source: string; text: string }[];
}

const MAX_DEPTH = 40;
/** The policy of the page forbids styles, also where none is used. */
const STYLE = 'data-style';
const PLACE = '\uE000';
const BLOCKS =
  /^(?:address|article|aside|blockquote|div|dl|dt|dd|figure|figcaption|footer|form|h[1-6]|header|hr|li|main|nav|ol|p|pre|section|table|ul)$/;
const LEFT_OUT = /^(?:head|link|meta|noscript|script|style|template|title|xml)$/;

/** What would be read as Markdown stays what it is; names in braces stay values. */
const escapeInline = (text: string): string => text.replaceAll(/[\\`*_[\]<>|]/g, String.raw`\$&`);
const escapeStart = (line: string): string =>
  line
    .replace(/^(\s*)([#>+-](?=\s|$)|#+(?=\s))/, String.raw`$1\$2`)
    .replace(/^(\s*\d+)([.)])(?=\s)/, String.raw`$1\$2`);

const styleOf = (element: Element): string => (element.getAttribute(STYLE) ?? '').toLowerCase().replaceAll(' ', '');

/** The marks of an element. Its style may take back its own, as in the wrapper of Google Docs. */
const marksOf = (element: Element): { strong: boolean; emphasis: boolean; deleted: boolean } => {
  const style = styleOf(element);
  const tag = element.localName;
  return {
    strong:
      !/font-weight:(?:normal|400)/.test(style) &&
      (/^(?:b|strong)$/.test(tag) || /font-weight:(?:bold|[6-9]00)/.test(style)),
    emphasis: !/font-style:normal/.test(style) && (/^(?:i|em)$/.test(tag) || /font-style:italic/.test(style)),
    deleted: /^(?:s|strike|del)$/.test(tag) || /text-decoration[^;]*line-through/.test(style),
  };
};

/** What is bold beside each other is bold as one. */
const joinStrong = (text: string): string => text.replaceAll(/\*\*( ?)\*\*(?!\*)/g, '$1');

/** Marks stand at the words, never at the spaces around them. */
const wrap = (text: string, mark: string): string => {
  const [, before = '', words = '', after = ''] = /^(\s*)([^]*?)(\s*)$/.exec(text) ?? [];
  return words === '' ? text : `${before}${mark}${words}${mark}${after}`;
};

const safeAddress = (address: string): string | undefined => {
  if (!/^(?:https?:|mailto:)/i.test(address)) return undefined;
  const { searchParams, hostname, pathname, href } = new URL(address);
  // Google wraps addresses that it counts.
  const wrapped = hostname === 'www.google.com' && pathname === '/url' ? searchParams.get('q') : null;
  return (wrapped ?? href).replaceAll('(', '%28').replaceAll(')', '%29').replaceAll(/\s/g, '%20');
};

interface Context {
  pictures: Pasted['pictures'];
  depth: number;
}

const picture = (element: Element, { pictures }: Context): string => {
  const source = element.getAttribute('src') ?? '';
  const text = element.getAttribute('alt') ?? '';
  const place = `${PLACE}${pictures.length}${PLACE}`;
  pictures.push({ place, source, text });
  return place;
};

const inlineOf = (node: Node, context: Context): string => {
  if (node.nodeType === Node.TEXT_NODE) return escapeInline((node.textContent ?? '').replaceAll(/[\s\u00A0]+/g, ' '));
  if (!(node instanceof Element) || context.depth > MAX_DEPTH) return '';
  const tag = node.localName;
  if (LEFT_OUT.test(tag) || /mso-list:ignore/.test(styleOf(node)) || /display:none/.test(styleOf(node))) return '';
  if (tag === 'br') return '\n';
  if (tag === 'img') return picture(node, context);
  const inner = inlinesOf(node, context);
  if (tag === 'code') return inner.trim() === '' ? inner : `\`${(node.textContent ?? '').replaceAll('`', "'")}\``;
  if (tag === 'a') {
    const address = safeAddress(node.getAttribute('href') ?? '');
    return address === undefined || inner.trim() === '' ? inner : `[${inner.trim()}](${address})`;
  }
  const { strong, emphasis, deleted } = marksOf(node);
  let text = inner;
  if (deleted) text = wrap(text, '~~');
  if (emphasis) text = wrap(text, '*');
  return strong ? wrap(text, '**') : text;
};

const inlinesOf = (element: Element, context: Context): string =>
  [...element.childNodes].map((child) => inlineOf(child, { ...context, depth: context.depth + 1 })).join('');

/** The lines of a paragraph, without the spaces that HTML ignores. */
const tidy = (text: string, ofLine = (line: string): string => line): string =>
  joinStrong(text)
    .split('\n')
    .map((line) => ofLine(line.replaceAll(/ {2,}/g, ' ').trim()))
    .join('\n')
    .trim();

const linesOf = (element: Element, context: Context): string => tidy(inlinesOf(element, context));

const indent = (text: string, spaces: number): string => text.replaceAll(/\n(?=[^\n])/g, `\n${' '.repeat(spaces)}`);

interface WordItem {
  list: string;
  level: number;
  isNumbered: boolean;
  /** Where its mark is a number: a list continues after a paragraph. */
  number: number | undefined;
}

/** Word has paragraphs in the place of lists: `mso-list:l0 level2 lfo1`, with the mark as text that is to be ignored. */
const wordItemOf = (element: Element): WordItem | undefined => {
  const [, list = '', level] = /mso-list:(l\d+)level(\d+)/.exec(styleOf(element)) ?? [];
  if (level === undefined || /^h\d$/.test(element.localName)) return undefined;
  const mark = [...element.querySelectorAll(`[${STYLE}*="mso-list"]`)].find((span) => /ignore/i.test(styleOf(span)));
  const text = mark?.textContent ?? '';
  const number = /(\d{1,6})[.)]\s*$/.exec(text.trim())?.[1];
  return {
    list,
    level: Math.min(8, Number(level)),
    isNumbered: /[\da-z]+[.)]/i.test(text),
    number: number === undefined ? undefined : Number(number),
  };
};

const cellsOf = (row: Element, context: Context): string[] =>
  [...row.children]
    .filter((cell) => /^t[dh]$/.test(cell.localName))
    .flatMap((cell) => {
      const span = Math.min(20, Math.max(1, Number(cell.getAttribute('colspan') ?? '1') || 1));
      const text =
        [...cell.querySelectorAll('p,li,div')].length > 1
          ? [...cell.querySelectorAll('p,li')].map((part) => linesOf(part, context)).join(' ')
          : linesOf(cell, context);
      return [text.replaceAll('\n', ' '), ...Array.from({ length: span - 1 }, () => '')];
    });

const tableOf = (table: Element, context: Context): string => {
  const rows = [...table.querySelectorAll('tr')]
    .filter((row) => row.closest('table') === table)
    .map((row) => cellsOf(row, context));
  const width = Math.max(...rows.map((row) => row.length));
  if (rows.length === 0 || width < 1) return '';
  const line = (cells: readonly string[]): string =>
    `| ${Array.from({ length: width }, (_, index) => cells[index] ?? '').join(' | ')} |`;
  const [head = [], ...body] = rows;
  return [line(head), line(Array.from({ length: width }, () => '---')), ...body.map(line)].join('\n');
};

const listOf = (list: Element, context: Context): string => {
  const isNumbered = list.localName === 'ol';
  let number = Number(list.getAttribute('start') ?? '1') || 1;
  let last = '';
  const lines: string[] = [];
  for (const child of list.children) {
    // Google Docs and old pages have a list inside a list beside its item.
    if (/^[ou]l$/.test(child.localName))
      lines.push(`${' '.repeat(last.length)}${indent(listOf(child, context), last.length)}`);
    if (child.localName !== 'li') continue;
    last = isNumbered ? `${number}. ` : '- ';
    number += 1;
    lines.push(`${last}${indent(blocksOf(child, context).join('\n'), last.length)}`);
  }
  return lines.join('\n');
};

const blockOf = (element: Element, context: Context): string[] => {
  const tag = element.localName;
  if (/^h[1-6]$/.test(tag)) {
    const text = linesOf(element, context).replaceAll('\n', ' ').replaceAll('**', '');
    return text === '' ? [] : [`${tag === 'h1' || tag === 'h2' ? '##' : '###'} ${text}`];
  }
  if (tag === 'table') return [tableOf(element, context)];
  if (tag === 'ol' || tag === 'ul') return [listOf(element, context)];
  if (tag === 'hr') return ['---'];
  if (tag === 'pre') return [`\`\`\`\n${(element.textContent ?? '').trimEnd()}\n\`\`\``];
  const inner = blocksOf(element, context);
  if (tag === 'blockquote') return [inner.join('\n\n').replaceAll(/^/gm, '> ')];
  return inner;
};

/** Paragraphs of Word that are items of a list become one, nested by their level. */
const wordListOf = (items: readonly (WordItem & { text: string })[]): string => {
  const numbers: number[] = [];
  const least = Math.min(...items.map(({ level }) => level));
  return items
    .map(({ level, isNumbered, number: given, text }) => {
      numbers.length = level;
      const number = given ?? (numbers[level - 1] ?? 0) + 1;
      numbers[level - 1] = number;
      const mark = isNumbered ? `${number}. ` : '- ';
      const spaces = 3 * (level - least);
      return `${' '.repeat(spaces)}${mark}${indent(text, spaces + mark.length)}`;
    })
    .join('\n');
};

const blocksOf = (element: Element, given: Context): string[] => {
  const context = { ...given, depth: given.depth + 1 };
  if (context.depth > MAX_DEPTH) return [escapeInline(element.textContent ?? '')];
  const blocks: string[] = [];
  let words = '';
  let items: (WordItem & { text: string })[] = [];
  const endWords = (): void => {
    const text = tidy(words, escapeStart);
    if (text !== '') blocks.push(text);
    words = '';
  };
  const endItems = (): void => {
    if (items.length > 0) blocks.push(wordListOf(items));
    items = [];
  };
  for (const child of element.childNodes) {
    if (
      !(child instanceof Element) ||
      !(BLOCKS.test(child.localName) || child.querySelector('p,div,ul,ol,table,h1,h2,h3'))
    ) {
      const text = inlineOf(child, context);
      if (text.trim() !== '') endItems();
      words += text;
      continue;
    }
    endWords();
    const item = wordItemOf(child);
    if (item) {
      if (item.level === 1 && item.list !== items.at(-1)?.list) endItems();
      items.push({ ...item, text: linesOf(child, context) });
      continue;
    }
    const inner = blockOf(child, context).filter((block) => block !== '');
    if (inner.length > 0) endItems();
    blocks.push(...inner);
  }
  endWords();
  endItems();
  return blocks;
};

/** Between their marks is what was copied; around them is what the program adds. */
const fragmentOf = (html: string): string =>
  /<!--\s*StartFragment\s*-->([^]*)<!--\s*EndFragment\s*-->/i.exec(html)?.[1] ?? html;

/** Styles as data. */
const withoutStyles = (html: string): string =>
  html
    .replaceAll(/<(\/?)style(?=[\s>])/gi, '<$1template')
    .replaceAll(/<[a-z][^<>]*>/gi, (tag) => tag.replaceAll(/(\s)style\s*=/gi, `$1${STYLE}=`));

export const readPaste = (html: string): Pasted => {
  // A document of its own runs no scripts and loads no pictures.
  const { body } = new DOMParser().parseFromString(withoutStyles(fragmentOf(html)), 'text/html');
  const pictures: Pasted['pictures'] = [];
  const markdown = blocksOf(body, { pictures, depth: 0 }).join('\n\n');
  return { markdown, pictures };
};
