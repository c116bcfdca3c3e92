import { mediaKindOf, nameIn } from '#contract/lecture-media.ts';
import type { Block, RichText, Span } from '#contract/rich-text.ts';
import { Html, html, nothing } from '#server/http/html.ts';

/** Shows the words of a span, for texts with fields in them. */
type RenderWords = (text: string) => Html;

const tags = { strong: 'strong', emphasis: 'em', code: 'code' } as const;

const element = (name: string, inner: Html): Html => new Html(`<${name}>${inner.text}</${name}>`);

const renderSpan = ({ text, marks, href }: Span, words: RenderWords): Html => {
  const marked = marks.reduce((inner, mark) => element(tags[mark], inner), words(text));
  return href === null ? marked : html`<a href="${href}">${marked}</a>`;
};

const elements: Record<Exclude<Block['kind'], 'image' | 'sound'>, string> = {
  paragraph: 'p',
  heading: 'h3',
  bullet: 'li',
  number: 'li',
  quote: 'blockquote',
  code: 'pre',
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

const renderBlock = ({ kind, spans }: Block, words: RenderWords): Html => {
  if (kind !== 'image' && kind !== 'sound')
    return element(elements[kind], html`${spans.map((span) => renderSpan(span, words))}`);
  const { text = '', href = null } = spans[0] ?? {};
  return href === null ? nothing : renderMedia(href, text);
};

const lists: Partial<Record<Block['kind'], string>> = { bullet: 'ul', number: 'ol' };

/** A text that was written in Markdown. The entries of a list are together. */
export const renderText = (blocks: RichText, words: RenderWords = (text) => html`${text}`): Html => {
  const parts = blocks.map((block, index) => {
    const list = lists[block.kind];
    const begins = list !== undefined && blocks[index - 1]?.kind !== block.kind ? `<${list}>` : '';
    const ends = list !== undefined && blocks[index + 1]?.kind !== block.kind ? `</${list}>` : '';
    return new Html(begins + renderBlock(block, words).text + ends);
  });
  return html`<div class="text" dir="auto">${parts}</div>`;
};
