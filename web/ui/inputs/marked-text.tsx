import { type ReactNode, useDeferredValue, useLayoutEffect } from 'react';

/** What is drawn behind the letters of a text: bold and headings bolder, values as tokens. No pattern looks at a letter twice. */
const MARKED =
  /(?<strong>\*\*[^*\n]+\*\*)|(?<heading>^ {0,3}#{1,6} [^\n]*$)|\{(?<value>[A-Za-z]\w{0,39})\}|(?<link>\[[^[\]\n]*\]\([^()\n]*\))/gm;

const looks = {
  strong: 'marked-strong',
  heading: 'marked-strong',
  link: 'marked-link',
  value: 'marked-value',
  unknown: 'marked-unknown',
} as const;

type Look = keyof typeof looks;

const lookOf = (
  groups: Record<string, string | undefined>,
  values: ReadonlySet<string> | undefined,
): Look | undefined => {
  if (groups['strong'] !== undefined) return 'strong';
  if (groups['heading'] !== undefined) return 'heading';
  if (groups['link'] !== undefined) return 'link';
  if (values === undefined) return undefined;
  return values.has(groups['value'] ?? '') ? 'value' : 'unknown';
};

interface MarkedTextProps {
  text: string;
  /** The names that may stand in braces; undefined where braces mean nothing. */
  values: ReadonlySet<string> | undefined;
  onDrawn: () => void;
}

/** The letters of a text area once more, at the same places and invisible except for their marks. */
export function MarkedText({ text, values, onDrawn }: MarkedTextProps) {
  const shown = useDeferredValue(text);
  useLayoutEffect(onDrawn, [shown, onDrawn]);
  const parts: ReactNode[] = [];
  let at = 0;
  for (const { index, groups = {}, 0: found } of shown.matchAll(MARKED)) {
    const look = lookOf(groups, values);
    if (look === undefined) continue;
    parts.push(
      shown.slice(at, index),
      <span key={index} className={looks[look]}>
        {found}
      </span>,
    );
    at = index + found.length;
  }
  // A last empty line would have no height.
  return [...parts, shown.slice(at), '\u200B'];
}
