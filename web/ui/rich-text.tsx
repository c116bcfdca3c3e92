import { Trans, useLingui } from '@lingui/react/macro';
import { Fragment, type ReactNode, useId, useState } from 'react';
import { ChevronDown } from 'lucide-react';
import { Enlarge } from '#web/ui/enlarge.tsx';
import type { Block, Leaf, List, RichText as Blocks, Span, Table } from '#contract/rich-text.ts';

/** Shows the words of a span, for texts with fields in them. */
type RenderWords = (text: string) => ReactNode;

const marked = ({ text, marks }: Span, words: RenderWords): ReactNode =>
  marks.reduce<ReactNode>((inner, mark) => {
    if (mark === 'strong') return <strong>{inner}</strong>;
    if (mark === 'deleted') return <del>{inner}</del>;
    return mark === 'emphasis' ? <em>{inner}</em> : <code dir="ltr">{inner}</code>;
  }, words(text));

const Spans = ({ spans, words }: { spans: readonly Span[]; words: RenderWords }) =>
  spans.map((span, index) => {
    const text = marked(span, words);
    // oxlint-disable-next-line react/no-array-index-key -- spans have no id and never move
    return <Fragment key={index}>{span.href === null ? text : <a href={span.href}>{text}</a>}</Fragment>;
  });

/** With its description below it. */
const Picture = ({ kind, spans }: Leaf) => {
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

/** How its words are shown, and how large its headings are. */
interface Look {
  heading: 'h2' | 'h3';
  words: RenderWords;
}

interface Shown<Kind> {
  block: Kind;
  look: Look;
  /** Of a block that is in no other: its first letter decides on which side its lines and marks begin. */
  dir?: 'auto' | undefined;
}

/** It scrolls by itself, also by keyboard. */
const TableBlock = ({ block: { align, rows }, look, dir }: Shown<Table>) => {
  const { t } = useLingui();
  const row = (cells: readonly Span[][], Cell: 'th' | 'td') =>
    cells.map((cell, column) => (
      // oxlint-disable-next-line react/no-array-index-key -- as above
      <Cell key={column} style={{ textAlign: align[column] ?? 'start' }}>
        <Spans spans={cell} words={look.words} />
      </Cell>
    ));
  const [head = [], ...body] = rows;
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex, jsx-a11y/prefer-tag-over-role -- what scrolls has to be reached by keyboard; it is no form
    <div dir={dir} className="table-scroll" role="group" aria-label={t`Table`} tabIndex={0}>
      <table>
        <thead>
          <tr>{row(head, 'th')}</tr>
        </thead>
        <tbody>
          {body.map((cells, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- as above
            <tr key={index}>{row(cells, 'td')}</tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};

const ListBlock = ({ block: { start, items }, look, dir }: Shown<List>) => {
  const { t } = useLingui();
  const entries = items.map(({ isDone, blocks }, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- as above
    <li key={index} className={isDone === null ? undefined : 'task'}>
      {isDone !== null && <input type="checkbox" checked={isDone} disabled aria-label={t`Done`} />}
      <Parts blocks={blocks} look={look} />
    </li>
  ));
  return start === null ? (
    <ul dir={dir}>{entries}</ul>
  ) : (
    <ol dir={dir} start={start}>
      {entries}
    </ol>
  );
};

function Part({ block, look, dir }: Shown<Block>) {
  const { heading: Heading, words } = look;
  switch (block.kind) {
    case 'rule':
      return <hr />;
    case 'table':
      return <TableBlock block={block} look={look} dir={dir} />;
    case 'list':
      return <ListBlock block={block} look={look} dir={dir} />;
    case 'quote':
      return (
        <blockquote dir={dir}>
          <Parts blocks={block.blocks} look={look} />
        </blockquote>
      );
    case 'image':
    case 'sound':
      return <Picture kind={block.kind} spans={block.spans} />;
    case 'heading':
      return (
        <Heading dir={dir}>
          <Spans spans={block.spans} words={words} />
        </Heading>
      );
    case 'code':
      return (
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- as a table
        <pre dir="ltr" tabIndex={0}>
          <Spans spans={block.spans} words={words} />
        </pre>
      );
    default:
      return (
        <p dir={dir}>
          <Spans spans={block.spans} words={words} />
        </p>
      );
  }
}

const Parts = ({ blocks, ...shown }: Omit<Shown<Block>, 'block'> & { blocks: Blocks }) =>
  // oxlint-disable-next-line react/no-array-index-key -- as above
  blocks.map((block, index) => <Part key={index} block={block} {...shown} />);

/** A text that was written in Markdown. */
export const RichText = ({
  blocks,
  className = '',
  heading = 'h3',
  words = (text) => text,
}: Partial<Look> & { blocks: Blocks; className?: string }) => (
  <div className={`rich-text ${className}`}>
    <Parts blocks={blocks} look={{ heading, words }} dir="auto" />
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
        {isOpen ? <Trans>Read less</Trans> : <Trans>Read more</Trans>}
        <ChevronDown size={16} className={isOpen ? 'rotate-180' : ''} aria-hidden="true" />
      </button>
    </>
  );
}
