import { type ReactNode, useDeferredValue, useLayoutEffect } from 'react';

/** What is drawn behind the letters of a text: bold and headings bolder, values as tokens. No pattern looks at a letter twice. */
const MARKED =
  /(?<strong>\*\*[^*\n]+\*\*|^ {0,3}#{1,6} [^\n]*$)|\{(?<value>[A-Za-z]\w{0,39})\}|(?<link>\[[^[\]\n]*\]\([^()\n]*\))/gm;

interface MarkedTextProps {
  text: string;
  /** The names that may stand in braces; undefined where braces mean nothing. */
  names: readonly string[] | undefined;
  onDrawn: () => void;
}

const classOf = (groups: Record<string, string | undefined>, names: MarkedTextProps['names']): string | undefined => {
  if (groups['strong'] !== undefined) return 'marked-strong';
  if (groups['link'] !== undefined) return 'marked-link';
  return names && (names.includes(groups['value'] ?? '') ? 'marked-value' : 'marked-unknown');
};

/** The letters of a text area once more, at the same places and invisible except for their marks. */
export function MarkedText({ text, names, onDrawn }: MarkedTextProps) {
  const shown = useDeferredValue(text);
  useLayoutEffect(onDrawn, [shown, onDrawn]);
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { index, groups = {}, 0: found } of shown.matchAll(MARKED)) {
    const className = classOf(groups, names);
    if (className === undefined) continue;
    parts.push(
      shown.slice(at, index),
      <span key={index} className={className}>
        {found}
      </span>,
    );
    at = index + found.length;
  }
  // A last empty line would have no height.
  return [...parts, shown.slice(at), '\u200B'];
}
