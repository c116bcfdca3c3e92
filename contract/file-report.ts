import { z } from 'zod';
import { fileMessages as messages } from './file-messages.ts';

/** What became of a file that someone brought: entries that were read, what was repaired in them, and what was left out. */
export const FileReport = z.object({
  read: z.int(),
  repaired: z.array(z.object({ line: z.int(), what: z.string() })),
  leftOut: z.array(z.object({ line: z.int(), why: z.string() })),
});
export type FileReport = z.output<typeof FileReport>;
export type Repaired = FileReport['repaired'][number];
export type SkippedEntry = FileReport['leftOut'][number];

const LINES_MAX = 1000;

const byLine = <Entry extends { line: number }>(
  entries: readonly Entry[],
  last: (count: number) => Omit<Entry, 'line'>,
) => {
  const sorted = entries.toSorted((a, b) => a.line - b.line);
  const next = sorted[LINES_MAX];
  const shown = sorted.slice(0, LINES_MAX);
  return next ? [...shown, { ...last(sorted.length - LINES_MAX), line: next.line }] : shown;
};

/** A report in the order of the file; the last entry of a list counts those that do not fit. */
export const reportOf = ({ read, repaired, leftOut }: FileReport): FileReport => ({
  read,
  repaired: byLine(repaired, (count) => ({ what: messages.others(count) })),
  leftOut: byLine(leftOut, (count) => ({ why: messages.others(count) })),
});
