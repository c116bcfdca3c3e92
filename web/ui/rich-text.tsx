import { Fragment, type ReactNode } from 'react';
import type { Block, RichText as Blocks, Span } from '#contract/rich-text.ts';

const marked = ({ text, marks }: Span): ReactNode =>
  marks.reduce<ReactNode>((inner, mark) => {
    if (mark === 'strong') return <strong>{inner}</strong>;
    return mark === 'emphasis' ? <em>{inner}</em> : <code>{inner}</code>;
  }, text);

const Words = ({ spans }: { spans: readonly Span[] }) =>
  spans.map((span, index) => (
    // oxlint-disable-next-line react/no-array-index-key -- words have no other name and never move
    <Fragment key={index}>{span.href === null ? marked(span) : <a href={span.href}>{marked(span)}</a>}</Fragment>
  ));

function Part({ kind, spans }: Block) {
  const words = <Words spans={spans} />;
  if (kind === 'heading') return <h3>{words}</h3>;
  if (kind === 'quote') return <blockquote>{words}</blockquote>;
  return kind === 'code' ? <pre>{words}</pre> : <p>{words}</p>;
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

const List = ({ blocks, as: Tag }: { blocks: readonly Block[]; as: 'ol' | 'ul' }) => (
  <Tag>
    {blocks.map(({ spans }, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- as above
      <li key={index}>
        <Words spans={spans} />
      </li>
    ))}
  </Tag>
);

/** A text that was written in Markdown. */
export const RichText = ({ blocks, className = '' }: { blocks: Blocks; className?: string }) => (
  <div className={`rich-text ${className}`}>
    {grouped(blocks).map((group, index) => {
      const [first] = group;
      if (!first) return null;
      const isList = first.kind === 'bullet' || first.kind === 'number';
      // oxlint-disable-next-line react/no-array-index-key -- as above
      return isList ? (
        <List key={index} blocks={group} as={first.kind === 'number' ? 'ol' : 'ul'} />
      ) : (
        <Part key={index} {...first} />
      );
    })}
  </div>
);
