import type { Span } from '#contract/rich-text.ts';
import type { Marked } from './emphasis.ts';
import { addressOf } from './links.ts';

/** An image, at its place in a line of text, with the address of the link that it is in. */
interface Picture {
  text: string;
  address: string;
  href: string | null;
}
export type Inline = Span | Picture;

/** A part of a text that looks alike. */
export interface Piece {
  text: string;
  isCode?: boolean;
  /** Of an address that is a link by itself. */
  href?: string;
}

/** The pieces between two. */
export interface Link {
  isImage: boolean;
  from: number;
  to: number;
  address: string;
}

const MARKS = ['strong', 'emphasis', 'deleted'] as const;

/** For each piece, the marks that it has, as bits. */
const bitsOf = (length: number, marks: readonly Marked[]): Uint8Array => {
  const bits = new Uint8Array(length);
  for (const [bit, mark] of MARKS.entries()) {
    const steps = new Int32Array(length + 1);
    for (const { mark: one, from, to } of marks) {
      if (one !== mark) continue;
      steps[from + 1] = (steps[from + 1] ?? 0) + 1;
      steps[to] = (steps[to] ?? 0) - 1;
    }
    let depth = 0;
    for (let index = 0; index < length; index += 1) {
      depth += steps[index] ?? 0;
      if (depth > 0) bits[index] = (bits[index] ?? 0) | (1 << bit);
    }
  }
  return bits;
};

const CODE = 1 << MARKS.length;

const marksOf = (bits: number): Span['marks'] => [
  ...MARKS.filter((_, bit) => (bits & (1 << bit)) !== 0),
  ...(bits & CODE ? (['code'] as const) : []),
];

/** What pieces show, in their order: words that look alike together, and images. */
export const assemble = (pieces: readonly Piece[], marks: readonly Marked[], links: readonly Link[]): Inline[] => {
  const bits = bitsOf(pieces.length, marks);
  const starts = new Map(links.map((one) => [one.from, one]));
  const result: Inline[] = [];
  let last: { span: Span; look: number } | undefined;
  let link: { to: number; href: string | undefined } | undefined;
  for (let index = 0; index < pieces.length; index += 1) {
    const started = starts.get(index);
    if (link && index >= link.to) link = undefined;
    if (started?.isImage) {
      const alt = pieces.slice(index + 1, started.to).map((piece) => piece.text);
      result.push({ text: alt.join('').trim(), address: started.address, href: link?.href ?? null });
      last = undefined;
      index = started.to;
      continue;
    }
    if (started) link = { to: started.to, href: addressOf(started.address) };
    const { text = '', isCode = false, href: own = null } = pieces[index] ?? {};
    if (text === '') continue;
    const href = link ? (link.href ?? null) : own;
    const look = (bits[index] ?? 0) | (isCode ? CODE : 0);
    if (last?.look === look && last.span.href === href) last.span.text += text;
    else {
      last = { look, span: { text, marks: marksOf(look), href } };
      result.push(last.span);
    }
  }
  return result;
};
