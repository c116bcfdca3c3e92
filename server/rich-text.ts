import type { MarkedToken, Token } from 'marked';
import type { Block, RichText, Span } from '#contract/rich-text.ts';

type Style = Pick<Span, 'marks' | 'href'>;

const PLAIN: Style = { marks: [], href: null };
const SAFE_LINK = /^(?:https?:\/\/|mailto:|\/(?!\/))/i;

const marked = (style: Style, mark: Span['marks'][number]): Style => ({
  ...style,
  marks: style.marks.includes(mark) ? style.marks : [...style.marks, mark],
});

/** What is shown at the place of an image; every other one is the words that describe it. */
type ShownAs = (href: string) => 'image' | 'sound' | undefined;

const spansOfToken = (token: MarkedToken, style: Style): Span[] => {
  switch (token.type) {
    case 'strong':
      return spansOf(token.tokens, marked(style, 'strong'));
    case 'em':
      return spansOf(token.tokens, marked(style, 'emphasis'));
    case 'link':
      return spansOf(token.tokens, SAFE_LINK.test(token.href) ? { ...style, href: token.href } : style);
    case 'codespan':
      return [{ text: token.text, ...marked(style, 'code') }];
    case 'br':
      return [{ text: '\n', ...style }];
    case 'escape':
    case 'image':
      return [{ text: token.text, ...style }];
    case 'text':
    case 'paragraph':
    case 'heading':
    case 'del':
      return token.tokens ? spansOf(token.tokens, style) : [{ text: token.text, ...style }];
    default:
      // Such as HTML: it is shown as it is written.
      return [{ text: token.raw, ...style }];
  }
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the other tokens are those of extensions, of which there are none
const withoutExtensions = (tokens: readonly Token[]) => tokens as readonly MarkedToken[];

const looksLike = (a: Span, b: Span): boolean => a.href === b.href && a.marks.join() === b.marks.join();

/** Neighbours that look alike are one. */
function spansOf(tokens: readonly Token[], style: Style = PLAIN): Span[] {
  const spans: Span[] = [];
  for (const span of withoutExtensions(tokens).flatMap((token) => spansOfToken(token, style))) {
    const last = spans.at(-1);
    if (last && looksLike(last, span)) last.text += span.text;
    else spans.push({ ...span });
  }
  return spans;
}

/** The images of a paragraph are blocks of their own. */
const blocksOfParagraph = (token: MarkedToken, kind: Block['kind'], shownAs: ShownAs): Block[] => {
  const parts = token.type === 'paragraph' ? withoutExtensions(token.tokens) : [];
  const blocks: Block[] = [];
  let from = 0;
  const addText = (to: number): void => {
    const spans = spansOf(parts.slice(from, to));
    if (spans.some(({ text }) => text.trim() !== '')) blocks.push({ kind, spans });
  };
  for (const [index, part] of parts.entries()) {
    const shown = part.type === 'image' ? shownAs(part.href) : undefined;
    if (part.type !== 'image' || !shown) continue;
    addText(index);
    blocks.push({ kind: shown, spans: [{ text: part.text, marks: [], href: part.href }] });
    from = index + 1;
  }
  if (from === 0) return [{ kind, spans: spansOf([token]) }];
  addText(parts.length);
  return blocks;
};

const blocksOfToken = (token: MarkedToken, kind: Block['kind'], shownAs: ShownAs): Block[] => {
  switch (token.type) {
    case 'space':
    case 'hr':
    case 'def':
      return [];
    case 'heading':
      return [{ kind: 'heading', spans: spansOf(token.tokens) }];
    case 'code':
      return [{ kind: 'code', spans: [{ text: token.text, ...PLAIN }] }];
    case 'blockquote':
      return blocksOf(token.tokens, 'quote', shownAs);
    case 'list':
      return token.items.flatMap((item) => blocksOf(item.tokens, token.ordered ? 'number' : 'bullet', shownAs));
    case 'html':
    case 'table':
      return [{ kind, spans: [{ text: token.raw.trim(), ...PLAIN }] }];
    default:
      return blocksOfParagraph(token, kind, shownAs);
  }
};

function blocksOf(tokens: readonly Token[], kind: Block['kind'], shownAs: ShownAs): Block[] {
  return withoutExtensions(tokens).flatMap((token) => blocksOfToken(token, kind, shownAs));
}

/** Reads Markdown as GitHub does, where each line break stays. No input becomes HTML. Images are shown where `shownAs` says so. */
export const readMarkdown = async (text: string, shownAs: ShownAs = () => undefined): Promise<RichText> => {
  const { lexer } = await import('marked');
  try {
    return blocksOf(lexer(text, { gfm: true, breaks: true }), 'paragraph', shownAs);
  } catch (error) {
    // More nested than the parser can follow.
    if (!(error instanceof RangeError)) throw error;
    return [{ kind: 'paragraph', spans: [{ text, ...PLAIN }] }];
  }
};
