import { z } from 'zod';

const Span = z.object({
  text: z.string(),
  marks: z.array(z.enum(['strong', 'emphasis', 'code'])),
  /** Of a link: http, https, mailto, or a path of the site. */
  href: z.string().nullable(),
});
export type Span = z.output<typeof Span>;

const Block = z.object({
  /** A bullet or a number is one entry of a list. An image or a sound has one span: its description, with its address as `href`. */
  kind: z.enum(['paragraph', 'heading', 'bullet', 'number', 'quote', 'code', 'image', 'sound']),
  spans: z.array(Span),
});
export type Block = z.output<typeof Block>;

/** A Markdown text as data, without any HTML. */
export const RichText = z.array(Block);
export type RichText = z.output<typeof RichText>;
