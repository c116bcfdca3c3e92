import path from 'node:path';
import { type ESTree, parseSync, Visitor } from 'vite';
import type { SourceFile } from './source-files.ts';

export interface FunctionLength {
  line: number;
  /** Lines of code that are the function's own: without nested functions, comments and blank lines. */
  lines: number;
}

export interface Name {
  text: string;
  line: number;
}

type Span = Pick<ESTree.Node, 'start' | 'end'>;

const parse = (file: SourceFile) => {
  const { program, comments, errors } = parseSync(path.basename(file.path), file.text);
  if (errors.length > 0) throw new Error(`${file.path}: ${errors[0]?.message}`);
  return { program, comments };
};

const lineOf = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

/** The offset of the first character of code on each line. */
const codeLineStarts = (text: string, comments: Span[]): number[] => {
  const isInComment = (offset: number): boolean => comments.some(({ start, end }) => start <= offset && offset < end);
  let lineStart = 0;
  return text.split('\n').flatMap((line) => {
    const first = lineStart + line.search(/\S/);
    lineStart += line.length + 1;
    return line.trim() === '' || isInComment(first) ? [] : [first];
  });
};

/** A line belongs to the innermost function in which it starts. */
export const functionLengths = (file: SourceFile): FunctionLength[] => {
  const { program, comments } = parse(file);
  const spans: Span[] = [];
  const enter = (node: Span): void => void spans.push(node);
  new Visitor({
    FunctionDeclaration: enter,
    FunctionExpression: enter,
    ArrowFunctionExpression: enter,
  }).visit(program);
  const counts = new Map(spans.map((span) => [span, 0]));
  for (const start of codeLineStarts(file.text, comments)) {
    const innermost = spans.findLast((span) => span.start <= start && start < span.end);
    if (innermost) counts.set(innermost, (counts.get(innermost) ?? 0) + 1);
  }
  return [...counts].map(([span, lines]) => ({ line: lineOf(file.text, span.start), lines }));
};

/** The names that a file gives or uses: identifiers and properties, each once. What a package calls its exports is skipped. */
export const namesIn = (file: SourceFile): Name[] => {
  const firstOffsets = new Map<string, number>();
  const foreign = new Set<string>();
  const enter = (node: { name: string; start: number }): void => {
    if (!firstOffsets.has(node.name)) firstOffsets.set(node.name, node.start);
  };
  new Visitor({
    Identifier: enter,
    JSXIdentifier: enter,
    ImportDeclaration: ({ source, specifiers }) => {
      if (/^[.#]/.test(source.value)) return;
      for (const { local } of specifiers) foreign.add(local.name);
    },
  }).visit(parse(file).program);
  return [...firstOffsets]
    .filter(([text]) => !foreign.has(text))
    .map(([text, offset]) => ({ text, line: lineOf(file.text, offset) }));
};
