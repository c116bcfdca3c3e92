import { Fragment } from 'react';
import { findIn } from '#web/features/classroom/transcript/find-in.ts';

interface MarkedWordsProps {
  text: string;
  /** The words to mark, as they are in the text. */
  found: readonly string[];
}

/** A text with the words in it that match. */
export const MarkedWords = ({ text, found: [first, ...others] }: MarkedWordsProps) =>
  first === undefined
    ? text
    : findIn(text, first).map((part, index) => (
        <Fragment key={index}>
          {part.isFound ? (
            <mark className="bg-secondary/55 font-semibold text-inherit">{part.text}</mark>
          ) : (
            <MarkedWords text={part.text} found={others} />
          )}
        </Fragment>
      ));
