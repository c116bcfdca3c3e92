import { Fragment } from 'react';

interface MarkedProps {
  text: string;
  /** [from, to) in UTF-16 code units, ascending. */
  highlights: readonly (readonly [number, number])[];
  markClass?: string;
}

/** A text with the matches of a search. */
export const Marked = ({ text, highlights, markClass }: MarkedProps) => (
  <>
    {highlights.map(([from, to], index) => (
      <Fragment key={from}>
        {text.slice(highlights[index - 1]?.[1] ?? 0, from)}
        <mark className={markClass}>{text.slice(from, to)}</mark>
      </Fragment>
    ))}
    {text.slice(highlights.at(-1)?.[1] ?? 0)}
  </>
);
