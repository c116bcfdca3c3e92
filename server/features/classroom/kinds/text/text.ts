import { z } from 'zod';
import { mediaKindOf, withMedia } from '#contract/classroom/lecture-media.ts';
import { plainTextOf } from '#contract/rich-text-leaves.ts';
import { RichText } from '#contract/rich-text.ts';
import { READER, readMarkdown } from '#server/rich-text/rich-text.ts';
import { wordsOf } from '#server/search/words.ts';
import { type Kind, PLAYED, type ReadContent } from '../kind.ts';

const WORDS_PER_MINUTE = 200;
/** Also a line takes a moment. */
const SHORTEST_MS = 15_000;

const Text = z.object({ markdown: z.string() });
/** Blocks of an earlier version of the reader are not shown. */
const StoredBlocks = z.object({ reader: z.literal(READER), blocks: RichText });

const read = (markdown: string): ReadContent => {
  const blocks = readMarkdown(markdown, mediaKindOf);
  const said = plainTextOf(blocks);
  const words = said.split(/\s+/).filter(Boolean).length;
  return {
    durationMs: Math.max(SHORTEST_MS, Math.round((words / WORDS_PER_MINUTE) * 60_000)),
    content: { markdown, reader: READER, blocks },
    words: wordsOf(said),
  };
};

const blocksOf = (stored: unknown): RichText =>
  StoredBlocks.safeParse(stored).data?.blocks ?? readMarkdown(Text.parse(stored).markdown, mediaKindOf);

/** A text in Markdown, with images. */
export const textKind: Kind = {
  done: PLAYED,
  stored: Text,
  isHidden: (texts) => texts === 'none',
  read: async ({ content: { text = '' } }) => read(text),
  searched: (stored) => blocksOf(stored).map((block) => plainTextOf([block])),
  change: (_, { text }) => (text === undefined ? undefined : read(text)),
  present: (stored, { names, addressOf, texts, read: inLanguage }) => {
    if (texts === 'none') return {};
    const { markdown } = Text.parse(stored);
    if (texts === 'markdown') return { markdown };
    // An image that was removed shows nothing.
    const shown = inLanguage(markdown);
    const blocks = shown === markdown ? blocksOf(stored) : readMarkdown(shown, mediaKindOf);
    const text = withMedia(blocks, (name) => (names.includes(name) ? addressOf(name) : undefined));
    return { markdown, text };
  },
};
