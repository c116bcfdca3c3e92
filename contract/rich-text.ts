import { z } from 'zod';

const Span = z.object({
  text: z.string(),
  marks: z.array(z.enum(['strong', 'emphasis', 'deleted', 'code'])),
  /** Of a link: http, https, mailto, or a path of the site. */
  href: z.string().nullable(),
});
export type Span = z.output<typeof Span>;

const spans = z.array(Span);

/** Parts of a text that contain no others. An image or a sound has one span: its description, with its address as `href`. */
const Leaf = z.object({ kind: z.enum(['paragraph', 'heading', 'code', 'image', 'sound']), spans });
export type Leaf = z.output<typeof Leaf>;

const Rule = z.object({ kind: z.literal('rule') });

const Table = z.object({
  kind: z.literal('table'),
  /** Of each column; null where the text decides. */
  align: z.array(z.enum(['start', 'center', 'end']).nullable()),
  /** The first one is the head. A row may be shorter than the head, never longer. */
  rows: z.array(z.array(spans)),
});
export type Table = z.output<typeof Table>;

interface Quote {
  kind: 'quote';
  blocks: Block[];
}
export interface List {
  kind: 'list';
  /** The first number; null for bullets. */
  start: number | null;
  items: Item[];
}
interface Item {
  /** Of a task; null for another item. */
  isDone: boolean | null;
  blocks: Block[];
}
export type Block = Leaf | z.output<typeof Rule> | Table | Quote | List;

const blocks: z.ZodType<Block[], Block[]> = z.lazy(() => z.array(Block));

const Quote = z.object({ kind: z.literal('quote'), blocks });
const List = z.object({
  kind: z.literal('list'),
  start: z.int().nullable(),
  items: z.array(z.object({ isDone: z.boolean().nullable(), blocks })),
});
const Block = z.union([Leaf, Rule, Table, Quote, List]);

/** A Markdown text as data, without any HTML. Blocks are nested at most `DEPTH_MAX` deep. */
export const RichText = z.array(Block);
export type RichText = Block[];
