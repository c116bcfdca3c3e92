import type { Block, RichText, Span, Table } from '#contract/rich-text.ts';
import { escape, withBreaks } from './escape.ts';

/** Where links into the site lead, and the colours. */
interface Look {
  address: string;
  line: string;
  link: string;
}

const addressOf = (href: string, address: string): string => (href.startsWith('/') ? address + href : href);

const tags = { strong: 'strong', emphasis: 'em', deleted: 'del', code: 'code' } as const;

const spanHtml = ({ text, marks, href }: Span, { address, link }: Look): string => {
  const inner = marks.reduce((html, mark) => `<${tags[mark]}>${html}</${tags[mark]}>`, withBreaks(text));
  return href === null
    ? inner
    : `<a href="${escape(addressOf(href, address))}" style="color:${link};text-decoration:underline">${inner}</a>`;
};

const spansHtml = (spans: readonly Span[], look: Look): string => spans.map((span) => spanHtml(span, look)).join('');

/** A task as its sign: email programs show no fields. */
const taskSign = (isDone: boolean | null): string => {
  if (isDone === null) return '';
  return isDone ? '☑ ' : '☐ ';
};

const cellHtml = (tag: 'th' | 'td', cell: string, textAlign: Table['align'][number], { line }: Look): string =>
  `<${tag} dir="auto" style="padding:6px 10px;border:1px solid ${line};vertical-align:top;text-align:${textAlign ?? 'start'}">${cell}</${tag}>`;

const tableHtml = ({ align, rows }: Table, look: Look): string =>
  `<table style="margin:0 0 16px;border-collapse:collapse">${rows
    .map((row, at) => {
      const cells = row.map((cell, column) =>
        cellHtml(at === 0 ? 'th' : 'td', spansHtml(cell, look), align[column] ?? null, look),
      );
      return `<tr>${cells.join('')}</tr>`;
    })
    .join('')}</table>`;

const blockHtml = (block: Block, look: Look): string => {
  switch (block.kind) {
    case 'rule':
      return `<hr style="margin:24px 0;border:0;border-top:1px solid ${look.line}">`;
    case 'table':
      return tableHtml(block, look);
    case 'quote':
      return `<blockquote dir="auto" style="margin:0 0 16px;padding:4px 0 4px 16px;border-left:4px solid ${look.line}">${richHtml(block.blocks, look)}</blockquote>`;
    case 'list': {
      const items = block.items.map(
        (item) => `<li dir="auto" style="margin:0 0 6px">${taskSign(item.isDone)}${itemHtml(item.blocks, look)}</li>`,
      );
      const style = 'style="margin:0 0 16px;padding:0 24px"';
      return block.start === null
        ? `<ul ${style}>${items.join('')}</ul>`
        : `<ol start="${block.start}" ${style}>${items.join('')}</ol>`;
    }
    case 'heading':
      return `<h2 dir="auto" style="margin:24px 0 8px;font:600 19px/26px Georgia,serif">${spansHtml(block.spans, look)}</h2>`;
    case 'code':
      return `<pre dir="ltr" style="margin:0 0 16px;white-space:pre-wrap;font:14px/22px Consolas,Menlo,monospace">${spansHtml(block.spans, look)}</pre>`;
    default:
      return `<p dir="auto" style="margin:0 0 16px">${spansHtml(block.spans, look)}</p>`;
  }
};

/** The first paragraph stands beside the mark of its item. */
const itemHtml = (blocks: RichText, look: Look): string => {
  const [first, ...rest] = blocks;
  return first?.kind === 'paragraph' ? spansHtml(first.spans, look) + richHtml(rest, look) : richHtml(blocks, look);
};

/** A text that was written in Markdown, as HTML of an email. */
export const richHtml = (blocks: RichText, look: Look): string =>
  blocks.map((block) => blockHtml(block, look)).join('\n');

/** A link has its address behind it, unless that is its text. */
const spanPlain = ({ text, href }: Span, address: string): string => {
  if (href === null) return text;
  const to = addressOf(href, address);
  return to === text || to === `mailto:${text}` ? text : `${text} (${to})`;
};

const spansPlain = (spans: readonly Span[], address: string): string =>
  spans.map((span) => spanPlain(span, address)).join('');

const indented = (text: string, mark: string): string =>
  mark + text.replaceAll(/\n(?!\n)/g, `\n${' '.repeat(mark.length)}`);

const blockPlain = (block: Block, address: string): string => {
  switch (block.kind) {
    case 'rule':
      return '---';
    case 'table':
      return block.rows.map((row) => row.map((cell) => spansPlain(cell, address)).join(' | ')).join('\n');
    case 'quote':
      return `> ${richPlain(block.blocks, address).replaceAll('\n', '\n> ')}`;
    case 'list':
      return block.items
        .map(({ isDone, blocks }, at) => {
          const mark = block.start === null ? '- ' : `${block.start + at}. `;
          const isShort = blocks.every(({ kind }) => kind === 'paragraph' || kind === 'list');
          const parts = blocks.map((one) => blockPlain(one, address));
          return indented(taskSign(isDone) + parts.join(isShort ? '\n' : '\n\n'), mark);
        })
        .join('\n');
    default:
      return spansPlain(block.spans, address);
  }
};

/** The same as plain text. */
export const richPlain = (blocks: RichText, address: string): string =>
  blocks.map((block) => blockPlain(block, address)).join('\n\n');
