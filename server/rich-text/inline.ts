import { decodeHTMLStrict } from 'entities/decode';
import { type Marked, markedBy, type Run, runAt } from './emphasis.ts';
import { assemble, type Inline, type Link, type Piece } from './assemble.ts';
import { endOfLink, isSafe, labelOf, linkAddressAt, matchAt } from './links.ts';

interface Bracket {
  piece: number;
  isImage: boolean;
  /** Where the text after it begins. */
  at: number;
  /** How many runs of emphasis are before it. */
  runs: number;
}

const SIGNS = String.raw`\\[\s\S]?|\x60+|\*+|_+|~+|!?\[|\]|<|&|\$|\n`;
const ADDRESS = String.raw`(?<![a-z\d])(?:https?:\/\/|www\.)(?=[^\s<>])`;
const EMAIL = String.raw`(?<![a-z\d.+-])[\w.+-]{1,64}@[a-z\d-]{1,63}(?:\.[a-z\d-]{1,63}){1,8}(?![a-z\d@])`;
const ENTITY = /&(?:#x[\da-f]{1,6}|#\d{1,7}|[a-z][a-z\d]{1,31});/iy;
const AUTOLINK = /<(?:([a-z][a-z\d+.-]{1,31}:[^\s<>]*)|([\w.+-]{1,64}@[\w.-]{1,255}))>/iy;
/** Shown as it is written, so no mark in it counts; a line break is one. */
const TAG = /<(?:[a-z/!?][^<>]*)>/iy;
/** As Pandoc finds it: a price is none. */
const MATHS = /\$\$[^$]+\$\$|\$(?=\S)[^$\n]*(?<=\S)\$(?!\d)/y;
const BREAK = /^<br ?\/?>$/i;
const LABEL_MAX = 999;

/** What is more than text. Most texts have no addresses, so none are looked for at each of their letters. */
const patterns = [SIGNS, `${SIGNS}|${ADDRESS}`, `${SIGNS}|${ADDRESS}|${EMAIL}`].map((all) => new RegExp(all, 'gi'));
const specialIn = (text: string): RegExp => {
  const withAddresses = /:\/\/|www\./i.test(text) ? 1 : 0;
  return patterns[text.includes('@') ? 2 : withAddresses] ?? /$/g;
};

const codeText = (written: string): string => {
  const text = written.replaceAll('\n', ' ');
  return text.startsWith(' ') && text.endsWith(' ') && text.trim() !== '' ? text.slice(1, -1) : text;
};

/** Reads the lines of one block, in one pass. */
class InlineReader {
  private readonly pieces: Piece[] = [];
  private readonly allRuns: Run[] = [];
  /** Those that may still begin or end emphasis. */
  private readonly runs: Run[] = [];
  private readonly brackets: Bracket[] = [];
  private readonly marks: Marked[] = [];
  private readonly links: Link[] = [];
  /** Brackets below are before a link, so they begin none: there are no links in links. */
  private closedBelow = 0;
  /** Where the last run of each length is. */
  private readonly lastTicks = new Map<number, number>();
  private readonly text: string;
  private readonly definitions: ReadonlyMap<string, string>;

  constructor(text: string, definitions: ReadonlyMap<string, string>) {
    this.text = text;
    this.definitions = definitions;
    if (text.includes('`'))
      for (const { 0: ticks, index } of text.matchAll(/`+/g)) this.lastTicks.set(ticks.length, index);
  }

  private add(text: string, rest: Omit<Piece, 'text'> = {}): void {
    if (text !== '') this.pieces.push({ text, ...rest });
  }

  read(): Inline[] {
    let at = 0;
    const special = specialIn(this.text);
    for (;;) {
      const found = matchAt(special, this.text, at);
      this.add(this.text.slice(at, found?.index));
      if (!found) break;
      at = this.readSpecial(found[0], found.index);
    }
    this.marks.push(...markedBy(this.runs, 0));
    for (const { piece, sign, count } of this.allRuns) this.pieces[piece] = { text: sign.repeat(count) };
    return assemble(this.pieces, this.marks, this.links);
  }

  /** Returns where the text continues. */
  private readSpecial(sign: string, at: number): number {
    const end = at + sign.length;
    switch (sign[0]) {
      case '\\':
        return this.readEscape(sign, end);
      case '`':
        return this.readCode(sign, at);
      case '*':
      case '_':
      case '~':
        return this.readRun(sign, at);
      case '!':
      case '[':
        this.brackets.push({ piece: this.pieces.length, isImage: sign !== '[', at: end, runs: this.runs.length });
        this.pieces.push({ text: sign });
        return end;
      case ']':
        return this.closeBracket(end);
      case '<':
        return this.readTag(at);
      case '&':
        return this.readEntity(at);
      case '$':
        return this.readMaths(at);
      case '\n':
        return this.breakLine(end);
      default:
        return this.readAddress(sign, at);
    }
  }

  private readRun(sign: string, at: number): number {
    const end = at + sign.length;
    if (sign.length === 2 || sign[0] !== '~') {
      const run = runAt(this.pieces.length, sign, { before: this.before(at), after: this.after(end) });
      this.runs.push(run);
      this.allRuns.push(run);
    }
    this.pieces.push({ text: sign });
    return end;
  }

  private before(at: number): string {
    const code = this.text.codePointAt(at - (/[\uDC00-\uDFFF]/.test(this.text[at - 1] ?? '') ? 2 : 1));
    return at === 0 || code === undefined ? '' : String.fromCodePoint(code);
  }

  private after(end: number): string {
    const code = this.text.codePointAt(end);
    return code === undefined ? '' : String.fromCodePoint(code);
  }

  /** A line break stays, without the spaces around it. */
  private breakLine(end: number): number {
    const last = this.pieces.at(-1);
    if (last && !last.isCode) last.text = last.text.trimEnd();
    this.add('\n');
    return end;
  }

  private readEscape(sign: string, end: number): number {
    if (sign === '\\\n') return this.breakLine(end);
    const isSign = /^\\[!-/:-@[-`{-~]$/.test(sign);
    this.add(isSign ? sign.slice(1) : '\\');
    return isSign ? end : end - sign.length + 1;
  }

  private readCode(ticks: string, at: number): number {
    const start = at + ticks.length;
    if ((this.lastTicks.get(ticks.length) ?? 0) > at) {
      const runs = /`+/g;
      for (let found = matchAt(runs, this.text, start); found; found = runs.exec(this.text)) {
        if (found[0].length !== ticks.length) continue;
        this.add(codeText(this.text.slice(start, found.index)), { isCode: true });
        return runs.lastIndex;
      }
    }
    this.add(ticks);
    return start;
  }

  private readTag(at: number): number {
    const [link, address, email] = matchAt(AUTOLINK, this.text, at) ?? [];
    const href = address ?? (email === undefined ? undefined : `mailto:${email}`);
    if (link !== undefined && href !== undefined && isSafe(href)) {
      this.add(address ?? email ?? '', { href });
      return at + link.length;
    }
    const [tag = '<'] = matchAt(TAG, this.text, at) ?? [];
    if (BREAK.test(tag)) return this.breakLine(at + tag.length);
    this.add(tag);
    return at + tag.length;
  }

  private readEntity(at: number): number {
    const [entity = '&'] = matchAt(ENTITY, this.text, at) ?? [];
    this.add(decodeHTMLStrict(entity));
    return at + entity.length;
  }

  /** TeX stays as it is written, if it has signs that would get lost. */
  private readMaths(at: number): number {
    const [written = ''] = matchAt(MATHS, this.text, at) ?? [];
    const text = /[\\^_]/.test(written) ? written : '$';
    this.add(text);
    return at + text.length;
  }

  private readAddress(sign: string, at: number): number {
    if (sign.includes('@')) {
      this.add(sign, { href: `mailto:${sign}` });
      return at + sign.length;
    }
    const end = endOfLink(this.text, at + sign.length, this.brackets.length > this.closedBelow);
    const shown = this.text.slice(at, end);
    const address = /^www\./i.test(shown) ? `https://${shown}` : shown;
    this.add(shown, end > at + sign.length ? { href: address } : {});
    return end;
  }

  private closeBracket(end: number): number {
    const opener = this.brackets.pop();
    const isOpen = opener && (opener.isImage || this.brackets.length >= this.closedBelow);
    const found = isOpen ? this.addressAfter(opener, end) : undefined;
    if (this.closedBelow > this.brackets.length) this.closedBelow = this.brackets.length;
    if (!opener || !found) {
      this.add(']');
      return end;
    }
    this.marks.push(...markedBy(this.runs, opener.runs));
    const bracket = this.pieces[opener.piece];
    if (bracket) bracket.text = '';
    this.links.push({
      from: opener.piece,
      to: this.pieces.length,
      isImage: opener.isImage,
      address: found.address,
    });
    this.pieces.push({ text: '' });
    if (!opener.isImage) this.closedBelow = this.brackets.length;
    return found.end;
  }

  /** Of a link or an image whose label ends at `end`. */
  private addressAfter(opener: Bracket, end: number): { address: string; end: number } | undefined {
    const inline = linkAddressAt(this.text, end);
    if (inline) return inline;
    if (this.definitions.size === 0) return undefined;
    const label = /\[([^[\]\\]{0,999})\]/y;
    const [written = '', own = ''] = matchAt(label, this.text, end) ?? [];
    const inner = this.text.indexOf('[', opener.at);
    const isLabel = (inner === -1 || inner >= end) && end - opener.at <= LABEL_MAX;
    const name = own === '' && isLabel ? this.text.slice(opener.at, end - 1) : own;
    const address = this.definitions.get(labelOf(name));
    return address === undefined ? undefined : { address, end: end + written.length };
  }
}

/** What a text shows, in its order: words that look alike together, and images. */
export const readInline = (text: string, definitions: ReadonlyMap<string, string>): Inline[] => {
  if (matchAt(specialIn(text), text, 0) === null) return text === '' ? [] : [{ text, marks: [], href: null }];
  return new InlineReader(text, definitions).read();
};
