import type { Block, RichText, Span } from '#contract/rich-text.ts';
import { DEPTH_MAX } from '#contract/rich-text-leaves.ts';
import { type Part, readLines } from './block-lines.ts';
import type { Inline } from './assemble.ts';
import { readInline } from './inline.ts';

/** What is shown at the place of an image; every other one is the words that describe it. */
type MediaKindOf = (address: string) => 'image' | 'sound' | undefined;

/** Far more than a text has that people write; what follows is plain. */
const PARTS_MAX = 3000;
const SPANS_MAX = 6000;

const TASK = /^\[([ xX])\](?=\s)/;

const plain = (text: string, href: string | null = null): Span => ({ text, marks: [], href });

const isPlain = ({ marks, href }: Span): boolean => marks.length === 0 && href === null;

/** The description of an image is one with the words beside it. */
const addSpan = (spans: Span[], span: Span): void => {
  const last = spans.at(-1);
  if (last && isPlain(last) && isPlain(span)) last.text += span.text;
  else if (span.text !== '') spans.push(span);
};

/** Line breaks beside an image, which is a block of its own. */
const withoutEdges = (spans: readonly Span[]): Span[] =>
  spans.map((span, at) => {
    const text = at === 0 ? span.text.replace(/^\n+/, '') : span.text;
    return { ...span, text: at === spans.length - 1 ? text.replace(/\n$/, '') : text };
  });

/** Makes blocks of the parts of a text, and reads what is in their lines. */
const createBlocks = (definitions: ReadonlyMap<string, string>, shownAs: MediaKindOf) => {
  let spansLeft = SPANS_MAX;

  const inlineOf = (text: string): Inline[] => {
    if (spansLeft <= 0) return [plain(text)];
    const inline = readInline(text, definitions);
    spansLeft -= inline.length;
    return inline;
  };

  const spansOf = (text: string): Span[] => {
    const spans: Span[] = [];
    for (const one of inlineOf(text)) addSpan(spans, 'marks' in one ? one : plain(one.text, one.href));
    return spans;
  };

  /** The images of a paragraph are blocks of their own. */
  const paragraph = (text: string): Block[] => {
    const blocks: Block[] = [];
    let spans: Span[] = [];
    const endText = (): void => {
      if (spans.some((span) => span.text.trim() !== '')) blocks.push({ kind: 'paragraph', spans: withoutEdges(spans) });
      spans = [];
    };
    for (const one of inlineOf(text)) {
      const kind = 'marks' in one ? undefined : shownAs(one.address);
      if ('marks' in one) addSpan(spans, one);
      else if (kind === undefined) addSpan(spans, plain(one.text, one.href));
      else {
        endText();
        blocks.push({ kind, spans: [{ text: one.text, marks: [], href: one.address }] });
      }
    }
    endText();
    return blocks;
  };

  const item = (parts: Part[]) => {
    const [first] = parts;
    const [line = ''] = first?.kind === 'paragraph' ? first.lines : [];
    const task = TASK.exec(line);
    if (first?.kind !== 'paragraph' || !task) return { isDone: null, blocks: blocksOf(parts) };
    const lines = [line.slice(task[0].length).trimStart(), ...first.lines.slice(1)];
    return { isDone: task[1] !== ' ', blocks: blocksOf([{ ...first, lines }, ...parts.slice(1)]) };
  };

  const blocksOf = (parts: readonly Part[]): Block[] =>
    parts.flatMap((part): Block[] => {
      switch (part.kind) {
        case 'rule':
          return [{ kind: 'rule' }];
        case 'quote':
          return [{ kind: 'quote', blocks: blocksOf(part.parts) }];
        case 'list':
          return [{ kind: 'list', start: part.start, items: part.items.map(item) }];
        case 'table':
          return [{ kind: 'table', align: part.align, rows: part.rows.map((row) => row.map(spansOf)) }];
        case 'code':
          return [{ kind: 'code', spans: [plain(part.lines.join('\n'))] }];
        case 'plain':
          return [{ kind: 'paragraph', spans: [plain(part.lines.join('\n').trim())] }];
        case 'heading':
          return [{ kind: 'heading', spans: spansOf(part.lines.join('\n').trimEnd()) }];
        default:
          return part.lines.length === 0 ? [] : paragraph(part.lines.join('\n').trimEnd());
      }
    });
  return blocksOf;
};

/** Changes whenever the same text is read in another way. */
export const READER = 3;

/**
 * Reads Markdown as CommonMark and GFM do, where each line break stays. No input becomes HTML. Images are shown where `shownAs` says
 * so. The work and the result grow with the length of the text, whatever is in it.
 */
export const readMarkdown = (text: string, shownAs: MediaKindOf = () => undefined): RichText => {
  const { parts, definitions } = readLines(text, { depthMax: DEPTH_MAX, partsMax: PARTS_MAX });
  return createBlocks(definitions, shownAs)(parts);
};
