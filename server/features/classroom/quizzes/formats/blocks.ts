import type { SkippedEntry, Repaired } from '#contract/file-report.ts';
import type { NewQuizQuestion } from '#contract/classroom/quiz-questions.ts';

/** What makes an entry unreadable: its message is for its writer. */
export class Fault extends Error {}

/** One entry of a file, with the line that it begins in: a question, or what is wrong with it. */
export type ReadEntry = { line: number } & ({ question: NewQuizQuestion } | { fault: string });

/** The entries of a file, and what became of the rest of it. */
export interface ReadFile {
  entries: ReadEntry[];
  repaired: Repaired[];
  leftOut: SkippedEntry[];
}

/** Lines between empty ones, with the number of the first, counted from 1. */
export interface Block {
  line: number;
  text: string;
}

/** Splits a text at empty lines. `isComment` lines are left out, and count as lines. */
export const blocksOf = (text: string, isComment: (line: string) => boolean = () => false): Block[] => {
  const blocks: Block[] = [];
  let current: Block | undefined;
  for (const [index, line] of text.split('\n').entries()) {
    if (line.trim() === '') current = undefined;
    else if (isComment(line)) continue;
    else if (current) current.text += `\n${line}`;
    else blocks.push((current = { line: index + 1, text: line }));
  }
  return blocks;
};
