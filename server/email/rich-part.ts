import type { RichText, Span } from '#contract/rich-text.ts';
import { escape, withBreaks } from './escape.ts';

type Block = RichText[number];

/** Where links into the site lead, and the colours. */
interface Look {
  address: string;
  line: string;
  link: string;
}

const addressOf = (href: string, address: string): string => (href.startsWith('/') ? address + href : href);

const tags = { strong: 'strong', emphasis: 'em', code: 'code' } as const;

const spanHtml = ({ text, marks, href }: Span, { address, link }: Look): string => {
  const inner = marks.reduce((html, mark) => `<${tags[mark]}>${html}</${tags[mark]}>`, withBreaks(text));
  return href === null
    ? inner
    : `<a href="${escape(addressOf(href, address))}" style="color:${link};text-decoration:underline">${inner}</a>`;
};

const isEntry = ({ kind }: Block): boolean => kind === 'bullet' || kind === 'number';

/** The entries of a list are together; every other block is by itself. */
const grouped = (blocks: RichText): Block[][] => {
  const groups: Block[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    if (isEntry(block) && last?.[0]?.kind === block.kind) last.push(block);
    else groups.push([block]);
  }
  return groups;
};

const blockHtml = (group: readonly Block[], look: Look): string => {
  const inner = group.map(({ spans }) => spans.map((span) => spanHtml(span, look)).join(''));
  const [text = ''] = inner;
  const entries = inner.map((entry) => `<li dir="auto" style="margin:0 0 6px">${entry}</li>`).join('');
  switch (group[0]?.kind) {
    case 'heading':
      return `<h2 dir="auto" style="margin:24px 0 8px;font:600 19px/26px Georgia,serif">${text}</h2>`;
    case 'bullet':
      return `<ul style="margin:0 0 16px;padding:0 24px">${entries}</ul>`;
    case 'number':
      return `<ol style="margin:0 0 16px;padding:0 24px">${entries}</ol>`;
    case 'quote':
      return `<blockquote dir="auto" style="margin:0 0 16px;padding:4px 0 4px 16px;border-left:4px solid ${look.line}">${text}</blockquote>`;
    case 'code':
      return `<pre dir="ltr" style="margin:0 0 16px;white-space:pre-wrap;font:14px/22px Consolas,Menlo,monospace">${text}</pre>`;
    default:
      return `<p dir="auto" style="margin:0 0 16px">${text}</p>`;
  }
};

/** A text that was written in Markdown, as HTML of an email. */
export const richHtml = (blocks: RichText, look: Look): string =>
  grouped(blocks)
    .map((group) => blockHtml(group, look))
    .join('\n');

/** A link has its address behind it, unless that is its text. */
const spanPlain = ({ text, href }: Span, address: string): string => {
  if (href === null) return text;
  const to = addressOf(href, address);
  return to === text || to === `mailto:${text}` ? text : `${text} (${to})`;
};

const MARKS: Partial<Record<Block['kind'], string>> = { bullet: '- ', quote: '> ' };

const groupPlain = (group: readonly Block[], address: string): string =>
  group
    .map(({ kind, spans }, at) => {
      const mark = kind === 'number' ? `${at + 1}. ` : (MARKS[kind] ?? '');
      const text = spans.map((span) => spanPlain(span, address)).join('');
      return mark + (kind === 'quote' ? text.replaceAll('\n', '\n> ') : text);
    })
    .join('\n');

/** The same as plain text. */
export const richPlain = (blocks: RichText, address: string): string =>
  grouped(blocks)
    .map((group) => groupPlain(group, address))
    .join('\n\n');
