import type { RichText } from '#contract/rich-text.ts';

/** The words of a text, a line for each block. */
export const plainTextOf = (blocks: RichText): string =>
  blocks.map(({ spans }) => spans.map(({ text }) => text).join('')).join('\n');

const MARKS = /^(?:#{1,6}|>|[-*+])[ \t]+|\*{1,3}(?=\S)|(?<=\S)\*{1,3}|`|!?\[([^\]\n]*)\]\([^)\n]*\)/gm;

/** Markdown as it reads in the few lines of a card, where a parser would cost more than it gives. */
export const withoutMarks = (markdown: string): string => markdown.replaceAll(MARKS, '$1');
