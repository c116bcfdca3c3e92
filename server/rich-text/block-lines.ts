import { blockStart, type BlockStart, indentAt, isBlank, withSpaces } from './block-starts.ts';
import { definitionIn } from './links.ts';
import { alignmentOf, COLUMNS_MAX, splitRow } from './table-rows.ts';

/** The blocks of a text, whose lines are not read for links and emphasis yet. */
export type Part =
  | { kind: 'paragraph' | 'heading' | 'code' | 'plain'; lines: string[] }
  | { kind: 'rule' }
  | { kind: 'table'; align: ('start' | 'center' | 'end' | null)[]; rows: string[][] }
  | { kind: 'quote'; parts: Part[] }
  | ListPart;
interface ListPart {
  kind: 'list';
  start: number | null;
  marker: string;
  items: Part[][];
}

/** A block that following lines may continue. */
type OpenLeaf =
  | { kind: 'paragraph' | 'table' | 'indented'; part: Part }
  | { kind: 'fence'; part: Part; sign: string; indent: number };

interface Container {
  parts: Part[];
  /** By how much the lines of an item are indented; 0 for the text and for quotations. */
  indent: number;
  isQuote: boolean;
}

export interface ReadLines {
  parts: Part[];
  /** The addresses that `[label]: address` gives, by label. */
  definitions: ReadonlyMap<string, string>;
}

/**
 * Reads the blocks of CommonMark, with the tables of GFM, line by line, as its specification describes: a line continues the open
 * blocks, begins new ones, or is text of the last. So the work for a line is bounded by `depthMax`. From the `partsMax`th block on,
 * everything is plain text.
 */
class LineReader {
  private readonly root: Container = { parts: [], indent: 0, isQuote: false };
  private readonly open: Container[] = [this.root];
  private leaf: OpenLeaf | undefined;
  private count = 0;
  readonly definitions = new Map<string, string>();
  private readonly depthMax: number;
  private readonly partsMax: number;

  constructor(depthMax: number, partsMax: number) {
    this.depthMax = depthMax;
    this.partsMax = partsMax;
  }

  private get last(): Container {
    return this.open.at(-1) ?? this.root;
  }

  private add(part: Part): void {
    this.count += 1;
    this.last.parts.push(part);
  }

  /** Ends what the first `kept` containers do not contain. */
  private closeTo(kept: number): void {
    if (kept < this.open.length) this.endLeaf();
    this.open.length = Math.max(1, Math.min(kept, this.open.length));
  }

  endLeaf(): void {
    const { leaf } = this;
    this.leaf = undefined;
    if (leaf?.part.kind === 'paragraph') this.takeDefinitions(leaf.part.lines);
    if (leaf?.kind !== 'indented' || leaf.part.kind !== 'code') return;
    while (isBlank(leaf.part.lines.at(-1) ?? 'x')) leaf.part.lines.pop();
  }

  private takeDefinitions(lines: string[]): void {
    let taken = 0;
    for (const line of lines) {
      const definition = definitionIn(line);
      if (!definition) break;
      if (!this.definitions.has(definition.label)) this.definitions.set(definition.label, definition.address);
      taken += 1;
    }
    lines.splice(0, taken);
  }

  /** Returns how many open containers a line continues, and where their text begins in it. */
  private continued(line: string): { kept: number; at: number } {
    let at = 0;
    let kept = 1;
    for (const container of this.open.slice(1)) {
      const indent = indentAt(line, at);
      if (container.isQuote) {
        if (indent > 3 || line[at + indent] !== '>') break;
        at += indent + 1;
        if (line[at] === ' ') at += 1;
      } else if (at + indent === line.length) {
        if (container.parts.length === 0) break;
        at = line.length;
      } else if (indent >= container.indent) at += container.indent;
      else break;
      kept += 1;
    }
    return { kept, at };
  }

  read(line: string): void {
    if (this.count >= this.partsMax) {
      this.addPlain(line);
      return;
    }
    const { kept, at } = this.continued(line);
    const areAllKept = kept === this.open.length;
    if (areAllKept && this.continueCode(line.slice(at))) return;
    if (this.leaf?.kind === 'indented' || (this.leaf?.kind === 'fence' && !areAllKept)) this.endLeaf();
    this.begin(line, kept, at);
  }

  /** The rest of a text with too many blocks. */
  private addPlain(line: string): void {
    this.endLeaf();
    this.closeTo(1);
    const last = this.root.parts.at(-1);
    if (last?.kind === 'plain') last.lines.push(line);
    else this.root.parts.push({ kind: 'plain', lines: [line] });
  }

  /** Whether the line belongs to the open code. */
  private continueCode(text: string): boolean {
    const { leaf } = this;
    if (leaf?.part.kind !== 'code') return false;
    const indent = indentAt(text);
    if (leaf.kind === 'fence') {
      const isEnd = indent <= 3 && isFenceEnd(text.trim(), leaf.sign);
      if (isEnd) this.leaf = undefined;
      else leaf.part.lines.push(text.slice(Math.min(indent, leaf.indent)));
      return true;
    }
    if (indent < 4 && indent < text.length) return false;
    leaf.part.lines.push(text.slice(4));
    return true;
  }

  /** Begins the blocks that a line begins, and adds its text to the last. */
  private begin(line: string, kept: number, from: number): void {
    let at = from;
    let hasBegun = kept === this.open.length;
    let isLazy = !hasBegun && this.leaf?.kind === 'paragraph';
    for (;;) {
      const depth = hasBegun ? this.open.length : kept;
      const interrupts = hasBegun && this.leaf?.kind === 'paragraph';
      const start = blockStart(line.slice(at), {
        interrupts,
        isText: interrupts || isLazy,
        mayNest: depth <= this.depthMax,
      });
      if (!start || (start.kind === 'underline' && !interrupts)) break;
      if (start.kind === 'underline') {
        if (this.underline(start.isHeading, line.slice(at))) return;
        break;
      }
      if (!hasBegun) this.closeTo(kept);
      this.endLeaf();
      hasBegun = true;
      isLazy = false;
      this.addStart(start);
      if (start.kind !== 'quote' && start.kind !== 'item') return;
      at += start.length;
    }
    const text = line.slice(at).trimStart();
    if (isLazy && text !== '') this.addText(text);
    else {
      if (!hasBegun) this.closeTo(kept);
      if (text === '') this.endLeaf();
      else this.addText(text);
    }
  }

  private addStart(start: Exclude<BlockStart, { kind: 'underline' }>): void {
    switch (start.kind) {
      case 'heading':
        return this.add({ kind: 'heading', lines: [start.text] });
      case 'rule':
        return this.add({ kind: 'rule' });
      case 'indented':
      case 'fence': {
        const part: Part = { kind: 'code', lines: start.kind === 'indented' ? [start.text] : [] };
        this.leaf = start.kind === 'indented' ? { kind: 'indented', part } : { ...start, part };
        return this.add(part);
      }
      case 'quote': {
        const part: Part = { kind: 'quote', parts: [] };
        this.add(part);
        this.open.push({ parts: part.parts, indent: 0, isQuote: true });
        return;
      }
      case 'item':
        this.open.push({ parts: this.addItem(start), indent: start.length, isQuote: false });
    }
  }

  /** To the list before it, if it has the same marks. */
  private addItem({ start, marker }: { start: number | null; marker: string }): Part[] {
    const last = this.last.parts.at(-1);
    const list: ListPart =
      last?.kind === 'list' && last.marker === marker ? last : { kind: 'list', start, marker, items: [] };
    if (list === last) this.count += 1;
    else this.add(list);
    const parts: Part[] = [];
    list.items.push(parts);
    return parts;
  }

  /** A line of dashes below a paragraph makes it a heading, or its last line the head of a table. */
  private underline(isHeading: boolean, line: string): boolean {
    const part = this.leaf?.part;
    if (part?.kind !== 'paragraph') return false;
    if (isHeading) {
      this.takeDefinitions(part.lines);
      if (part.lines.length === 0) return false;
      this.leaf = undefined;
      this.last.parts[this.last.parts.length - 1] = { kind: 'heading', lines: part.lines };
      return true;
    }
    const align = alignmentOf(line);
    const head = splitRow(part.lines.at(-1) ?? '');
    if (!align || align.length > COLUMNS_MAX || head.length !== align.length) return false;
    part.lines.pop();
    this.endLeaf();
    if (part.lines.length === 0) this.last.parts.pop();
    const table: Part = { kind: 'table', align, rows: [head] };
    this.add(table);
    this.leaf = { kind: 'table', part: table };
    return true;
  }

  private addText(text: string): void {
    const part = this.leaf?.part;
    if (part?.kind === 'table') {
      this.count += 1;
      part.rows.push(splitRow(text, part.align.length));
    } else if (part?.kind === 'paragraph') part.lines.push(text);
    else {
      const added: Part = { kind: 'paragraph', lines: [text] };
      this.add(added);
      this.leaf = { kind: 'paragraph', part: added };
    }
  }

  end(): ReadLines {
    this.endLeaf();
    return { parts: this.root.parts, definitions: this.definitions };
  }
}

const isFenceEnd = (text: string, sign: string): boolean =>
  text.length >= sign.length && text[0] === sign[0] && text === (sign[0] ?? '').repeat(text.length);

export const readLines = (text: string, { depthMax, partsMax }: { depthMax: number; partsMax: number }): ReadLines => {
  const reader = new LineReader(depthMax, partsMax);
  for (const line of text.split(/\r\n|[\n\r\u2028\u2029]/)) reader.read(withSpaces(line));
  return reader.end();
};
