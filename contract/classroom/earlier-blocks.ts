import { z } from 'zod';
import { type Block, RichText } from '../rich-text.ts';

/** Blocks as emails and downloads of earlier versions have them: each entry of a list by itself, and quotations with words. */
const Earlier = z.object({ kind: z.enum(['bullet', 'number', 'quote']), spans: z.array(z.unknown()) });

const changed = (blocks: unknown[]): unknown[] => {
  const result: unknown[] = [];
  let list: { kind: string; start: number | null; items: unknown[] } | undefined;
  for (const block of blocks) {
    const earlier = Earlier.safeParse(block).data;
    const paragraph = { kind: 'paragraph' satisfies Block['kind'], spans: earlier?.spans };
    if (!earlier || earlier.kind === 'quote') {
      list = undefined;
      result.push(earlier ? { kind: 'quote', blocks: [paragraph] } : block);
      continue;
    }
    const start = earlier.kind === 'number' ? 1 : null;
    if (list?.start !== start) {
      list = { kind: 'list', start, items: [] };
      result.push(list);
    }
    list.items.push({ isDone: null, blocks: [paragraph] });
  }
  return result;
};

/** A text that an earlier version may have stored: of an email that waits, or of a download. */
export const StoredRichText = z.preprocess((blocks) => (Array.isArray(blocks) ? changed(blocks) : blocks), RichText);
