import { leavesOf, withLeaves } from '../rich-text-leaves.ts';
import type { Leaf, RichText } from '../rich-text.ts';

/** Pictures and sounds of texts and of questions are files of their lecture, and named by its author: `![A bill](image-1f….webp)`. */
const NAME = /^(?:image-[0-9a-f]{1,64}\.webp|sound-[0-9a-f]{1,64}\.(?:mp3|m4a|wav))$/;

/** What is shown of such a file; undefined for a name that none has. */
export const mediaKindOf = (name: string): 'image' | 'sound' | undefined => {
  if (!NAME.test(name)) return undefined;
  return name.startsWith('image-') ? 'image' : 'sound';
};

/** The last part of an address, which is the name of its file. */
export const nameIn = (address: string): string => address.slice(address.lastIndexOf('/') + 1);

export const isMedia = ({ kind }: Leaf): boolean => kind === 'image' || kind === 'sound';

/** The names or addresses of the pictures and sounds of a text. */
export const mediaIn = (text: RichText): string[] =>
  leavesOf(text).flatMap((leaf) => (isMedia(leaf) ? (leaf.spans[0]?.href ?? []) : []));

/** Gives the pictures and sounds of a text other addresses; those without one are left out. */
export const withMedia = (text: RichText, addressOf: (name: string) => string | undefined): RichText =>
  withLeaves(text, (leaf) => {
    if (!isMedia(leaf)) return leaf;
    const [span] = leaf.spans;
    const href = addressOf(span?.href ?? '');
    return span && href !== undefined ? { ...leaf, spans: [{ ...span, href }] } : undefined;
  });
