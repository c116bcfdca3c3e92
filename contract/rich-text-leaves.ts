import type { Block, Leaf, RichText } from './rich-text.ts';

export const DEPTH_MAX = 8;

/** Changes the leaves of a text, wherever they are; those that become undefined are left out. */
export const withLeaves = (text: RichText, change: (leaf: Leaf) => Leaf | undefined): RichText =>
  text.flatMap((block): Block[] => {
    if (block.kind === 'rule' || block.kind === 'table') return [block];
    if (block.kind === 'quote') return [{ ...block, blocks: withLeaves(block.blocks, change) }];
    if (block.kind === 'list')
      return [{ ...block, items: block.items.map((item) => ({ ...item, blocks: withLeaves(item.blocks, change) })) }];
    const leaf = change(block);
    return leaf ? [leaf] : [];
  });

/** The leaves of a text, in their order; each cell of a table is a paragraph. */
export const leavesOf = (text: RichText): Leaf[] =>
  text.flatMap((block): Leaf[] => {
    if (block.kind === 'rule') return [];
    if (block.kind === 'table') return block.rows.flat().map((cell) => ({ kind: 'paragraph', spans: cell }));
    if (block.kind === 'quote') return leavesOf(block.blocks);
    return block.kind === 'list' ? block.items.flatMap((item) => leavesOf(item.blocks)) : [block];
  });

/** The words of a text, a line for each leaf. */
export const plainTextOf = (text: RichText): string =>
  leavesOf(text)
    .map(({ spans }) => spans.map((span) => span.text).join(''))
    .join('\n');
