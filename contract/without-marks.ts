const MARKS = /^(?:#{1,6}|>|[-*+])[ \t]+|\*{1,3}(?=\S)|(?<=\S)\*{1,3}|`|!?\[([^\]\n]*)\]\([^)\n]*\)/gm;

/** Markdown as it reads in the few lines of a card, where a parser would cost more than it gives. */
export const withoutMarks = (markdown: string): string => markdown.replaceAll(MARKS, '$1');
