import { Fragment, type ReactNode, useId, useState } from 'react';
import { ChevronDown } from 'lucide-react';
import { Enlarge } from '#web/ui/enlarge.tsx';
import type { Block, RichText as Blocks, Span } from '#contract/rich-text.ts';

/** Shows the words of a span, for texts with fields in them. */
type RenderWords = (text: string) => ReactNode;

const marked = ({ text, marks }: Span, words: RenderWords): ReactNode =>
  marks.reduce<ReactNode>((inner, mark) => {
    if (mark === 'strong') return <strong>{inner}</strong>;
    return mark === 'emphasis' ? <em>{inner}</em> : <code>{inner}</code>;
  }, words(text));

const Spans = ({ spans, words }: { spans: readonly Span[]; words: RenderWords }) =>
  spans.map((span, index) => {
    const text = marked(span, words);
    // oxlint-disable-next-line react/no-array-index-key -- spans have no id and never move
    return <Fragment key={index}>{span.href === null ? text : <a href={span.href}>{text}</a>}</Fragment>;
  });

/** With its description below it. */
const Picture = ({ kind, spans }: Pick<Block, 'kind' | 'spans'>) => {
  const { text = '', href = null } = spans[0] ?? {};
  return href === null ? null : (
    <figure>
      {kind === 'sound' ? (
        // oxlint-disable-next-line jsx-a11y/media-has-caption -- its author describes it
        <audio src={href} controls preload="none" aria-label={text} className="w-full max-w-96" />
      ) : (
        <span className="picture">
          <img src={href} alt={text} loading="lazy" />
          <Enlarge address={href} text={text} />
        </span>
      )}
      {text !== '' && <figcaption aria-hidden="true">{text}</figcaption>}
    </figure>
  );
};

function Part({ kind, spans, heading: Heading, words }: Block & { heading: 'h2' | 'h3'; words: RenderWords }) {
  if (kind === 'image' || kind === 'sound') return <Picture kind={kind} spans={spans} />;
  const text = <Spans spans={spans} words={words} />;
  if (kind === 'heading') return <Heading>{text}</Heading>;
  if (kind === 'quote') return <blockquote>{text}</blockquote>;
  return kind === 'code' ? <pre>{text}</pre> : <p>{text}</p>;
}

/** The entries of a list are together; every other block is by itself. */
const grouped = (blocks: Blocks): Block[][] => {
  const groups: Block[][] = [];
  for (const block of blocks) {
    const last = groups.at(-1);
    const isEntry = block.kind === 'bullet' || block.kind === 'number';
    if (isEntry && last?.[0]?.kind === block.kind) last.push(block);
    else groups.push([block]);
  }
  return groups;
};

const List = ({ blocks, as: Tag, words }: { blocks: readonly Block[]; as: 'ol' | 'ul'; words: RenderWords }) => (
  <Tag>
    {blocks.map(({ spans }, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- as above
      <li key={index}>
        <Spans spans={spans} words={words} />
      </li>
    ))}
  </Tag>
);

/** A text that was written in Markdown. */
export const RichText = ({
  blocks,
  className = '',
  heading = 'h3',
  words = (text) => text,
}: {
  blocks: Blocks;
  className?: string;
  heading?: 'h2' | 'h3';
  words?: RenderWords;
}) => (
  <div className={`rich-text ${className}`}>
    {grouped(blocks).map((group, index) => {
      const [first] = group;
      if (!first) return null;
      const isList = first.kind === 'bullet' || first.kind === 'number';
      // oxlint-disable-next-line react/no-array-index-key -- as above
      return isList ? (
        <List key={index} blocks={group} as={first.kind === 'number' ? 'ol' : 'ul'} words={words} />
      ) : (
        <Part key={index} {...first} heading={heading} words={words} />
      );
    })}
  </div>
);

/** About as many characters as a line of the page has. */
const LINE_CHARACTERS = 75;

export const linesOf = (text: string): number =>
  text.split('\n').reduce((lines, line) => lines + Math.max(1, Math.ceil(line.length / LINE_CHARACTERS)), 0);

/** Shows the first lines of a long text, and the rest on demand. Without JavaScript everything is there. */
export function ReadMore({ children }: { children: ReactNode }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      {/* A link in the hidden lines may get the focus. */}
      <div id={id} className={isOpen ? undefined : 'folded'} onFocus={() => setOpen(true)}>
        {children}
      </div>
      <button
        type="button"
        className="fold-button mt-2 min-h-11 cursor-pointer items-center gap-2 text-sm font-semibold text-primary hover:underline"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
      >
        {isOpen ? 'Read less' : 'Read more'}
        <ChevronDown size={16} className={isOpen ? 'rotate-180' : ''} aria-hidden="true" />
      </button>
    </>
  );
}
