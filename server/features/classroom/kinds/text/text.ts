import { z } from 'zod';
import { mediaKindOf, withMedia } from '#contract/lecture-media.ts';
import { RichText } from '#contract/rich-text.ts';
import { readMarkdown } from '#server/rich-text.ts';
import { wordsOf } from '#server/search/words.ts';
import type { Kind, ReadContent } from '../kind.ts';

const WORDS_PER_MINUTE = 200;
/** Also a line takes a moment. */
const SHORTEST_MS = 15_000;

const Stored = z.object({ markdown: z.string(), blocks: RichText });

const read = async (markdown: string): Promise<ReadContent> => {
  const blocks = await readMarkdown(markdown, mediaKindOf);
  const said = blocks.flatMap(({ spans }) => spans.map((span) => span.text)).join(' ');
  const words = said.split(/\s+/).filter(Boolean).length;
  return {
    durationMs: Math.max(SHORTEST_MS, Math.round((words / WORDS_PER_MINUTE) * 60_000)),
    content: { markdown, blocks },
    words: wordsOf(said),
  };
};

/** A text in Markdown, with images. */
export const textKind: Kind = {
  read: ({ content: { text = '' } }) => read(text),
  change: (_, { text }) => (text === undefined ? undefined : read(text)),
  present: (stored, { names, addressOf }) => {
    const { markdown, blocks } = Stored.parse(stored);
    // An image that was removed shows nothing.
    const text = withMedia(blocks, (name) => (names.includes(name) ? addressOf(name) : undefined));
    return { markdown, text };
  },
};
