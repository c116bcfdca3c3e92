import { mediaKindOf, nameIn } from '#contract/lecture-media.ts';
import type { Block, List, RichText, Span, Table } from '#contract/rich-text.ts';
import { Html, html, nothing } from '#server/http/html.ts';

/** Shows the words of a span, for texts with fields in them. */
type RenderWords = (text: string) => Html;

const tags = { strong: 'strong', emphasis: 'em', deleted: 'del', code: 'code' } as const;

const element = (name: string, inner: Html): Html => new Html(`<${name}>${inner.text}</${name}>`);

const renderSpan = ({ text, marks, href }: Span, words: RenderWords): Html => {
  const marked = marks.reduce((inner, mark) => element(tags[mark], inner), words(text));
  return href === null ? marked : html`<a href="${href}">${marked}</a>`;
};

const isSound = (address: string): boolean => mediaKindOf(nameIn(address)) === 'sound';

/** A picture or a sound; the text says the same. */
const renderMedia = (address: string, text: string): Html =>
  isSound(address)
    ? html`<audio src="${address}" controls preload="none" aria-label="${text}"></audio>`
    : html`<img src="${address}" alt="${text}" loading="lazy" />`;

/** Of an option, whose text is beside it: a player still needs a name. */
export const renderOptionMedia = (address: string, text: string): Html =>
  renderMedia(address, isSound(address) ? text : '');

const renderSpans = (spans: readonly Span[], words: RenderWords): Html =>
  html`${spans.map((span) => renderSpan(span, words))}`;

const renderTable = ({ align, rows }: Table, words: RenderWords): Html =>
  html`<div class="table" tabindex="0">
    <table>
      ${rows.map((row, at) => {
        const tag = at === 0 ? 'th' : 'td';
        const cells = row.map((cell, column) => {
          const look = new Html(` style="text-align:${align[column] ?? 'start'}"`);
          return new Html(`<${tag}${look.text}>${renderSpans(cell, words).text}</${tag}>`);
        });
        return element('tr', html`${cells}`);
      })}
    </table>
  </div>`;

const renderItem = ({ isDone, blocks }: List['items'][number], words: RenderWords): Html => {
  const checked = isDone === true ? html`checked` : nothing;
  const task = isDone === null ? nothing : html`<input type="checkbox" disabled ${checked} aria-label="Done" /> `;
  return html`<li>${task}${blocks.map((block) => renderBlock(block, words))}</li>`;
};

const renderBlock = (block: Block, words: RenderWords): Html => {
  switch (block.kind) {
    case 'rule':
      return html`<hr />`;
    case 'table':
      return renderTable(block, words);
    case 'quote':
      return element('blockquote', html`${block.blocks.map((one) => renderBlock(one, words))}`);
    case 'list': {
      const items = html`${block.items.map((item) => renderItem(item, words))}`;
      return block.start === null
        ? element('ul', items)
        : html`<ol start="${block.start}">
            ${items}
          </ol>`;
    }
    case 'image':
    case 'sound': {
      const { text = '', href = null } = block.spans[0] ?? {};
      return href === null ? nothing : renderMedia(href, text);
    }
    default:
      return element(elements[block.kind], renderSpans(block.spans, words));
  }
};

const elements = { paragraph: 'p', heading: 'h3', code: 'pre' } as const;

/** A text that was written in Markdown. */
export const renderText = (blocks: RichText, words: RenderWords = (text) => html`${text}`): Html =>
  html`<div class="text" dir="auto">${blocks.map((block) => renderBlock(block, words))}</div>`;
