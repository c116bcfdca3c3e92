import type { EmailWording } from '#contract/school/email-texts.ts';
import { messages } from '#contract/messages.ts';
import type { Block, Span } from '#contract/rich-text.ts';
import { readMarkdown } from '#server/rich-text/rich-text.ts';
import { withoutLinks } from './escape.ts';
import type { EmailPart, WrittenEmail } from './layout.ts';

/** The brand name stands for it in every email. */
const SCHOOL = 'school';
/** In the examples of emails, for previews. */
export const EXAMPLE_SCHOOL = 'Your School';

/** Parts that are not text stand in a text by their names. */
const BLOCKS = { button: 'link', facts: 'details', quote: 'quote', rich: 'content', links: 'list' } as const;
const BLOCK = /\{(link|details|quote|content|list)\}/;
const VARIABLE = /\{([a-zA-Z]+)\}/g;
/** A brace beside a letter that is not of a value. */
const BROKEN = /\{\s*\p{L}|\p{L}\s*\}/u;

export const inTwoBraces = (text: string): string => text.replaceAll(VARIABLE, '{{$1}}');

/** '' for text, which the wording replaces. */
const blockOf = (part: EmailPart): string => (part.kind === 'text' ? (part.belongsTo ?? '') : BLOCKS[part.kind]);

/** Its parts that are no text, by name. */
const blocksOf = ({ parts }: WrittenEmail): Map<string, EmailPart[]> => {
  const named = Map.groupBy(parts, blockOf);
  for (const name of ['', 'top']) named.delete(name);
  return named;
};

const valuesOf = (email: WrittenEmail, school: string): Map<string, string> =>
  new Map([[SCHOOL, school], ...Object.entries(email.wording?.values ?? {})]);

/** The email as a wording: the values of its example become variables. */
export const wordingOf = (example: WrittenEmail): EmailWording => {
  // A value that stands alone begins with a mark for its direction, which it lacks within a sentence.
  const names = [...valuesOf(example, EXAMPLE_SCHOOL)]
    .map(([name, value]) => [name, value.replaceAll('\u200F', '')] as const)
    .filter(([, value]) => value !== '')
    .toSorted(([, a], [, b]) => b.length - a.length);
  const nameOf = new Map(names.map(([name, value]) => [value, name]));
  const anyValue = new RegExp(names.map(([, value]) => RegExp.escape(value)).join('|'), 'g');
  const named = (text: string): string => text.replaceAll(anyValue, (value) => `{${nameOf.get(value) ?? ''}}`);
  const paragraphs = example.parts.map((part) => {
    if (part.kind !== 'text') return `{${blockOf(part)}}`;
    return part.belongsTo === undefined ? named(part.text) : '';
  });
  return {
    subject: named(example.subject),
    heading: named(example.heading),
    // Buttons one after the other are one variable.
    text: paragraphs.filter((paragraph, index) => paragraph !== '' && paragraph !== paragraphs[index - 1]).join('\n\n'),
  };
};

export interface Variable {
  name: string;
  /** '' for a part of its own, such as a button. */
  example: string;
  isNeeded: boolean;
}

export const variablesOf = (example: WrittenEmail, needed: readonly string[]): Variable[] =>
  [...valuesOf(example, EXAMPLE_SCHOOL), ...[...blocksOf(example).keys()].map((name) => [name, ''] as const)].map(
    ([name, value]) => ({ name, example: value, isNeeded: needed.includes(name) }),
  );

const namesIn = (text: string): string[] => [...text.matchAll(VARIABLE)].map(([, name = '']) => name);

/** The first reason why a wording cannot be used, and its field. */
export const problemOf = (
  wording: EmailWording,
  variables: readonly Variable[],
): { path: keyof EmailWording; message: string } | undefined => {
  const said = messages.emailTexts;
  for (const path of ['subject', 'heading', 'text'] as const) {
    const text = wording[path];
    if (BROKEN.test(text.replaceAll(VARIABLE, ''))) return { path, message: said.broken };
    for (const name of namesIn(text)) {
      const known = variables.find((variable) => variable.name === name);
      if (!known) return { path, message: said.unknown(name) };
      if (path !== 'text' && known.example === '') return { path, message: said.onlyInText(name) };
    }
  }
  const used = [wording.subject, wording.heading, wording.text].flatMap(namesIn);
  const missing = variables.find(({ name, isNeeded }) => isNeeded && !used.includes(name));
  return missing && { path: 'text', message: said.missing(missing.name) };
};

/** A text of Markdown, whose values are filled in after it was read, so that they stay text. */
const filledBlocks = (blocks: readonly Block[], fill: (text: string, isAddress?: boolean) => string): Block[] => {
  const spansOf = (spans: readonly Span[]): Span[] =>
    spans.map(({ text, href, ...span }) => ({ ...span, text: fill(text), href: href && fill(href, true) }));
  return blocks.flatMap((block): Block[] => {
    if (block.kind === 'rule') return [block];
    if (block.kind === 'quote') return [{ ...block, blocks: filledBlocks(block.blocks, fill) }];
    if (block.kind === 'table') return [{ ...block, rows: block.rows.map((row) => row.map((cell) => spansOf(cell))) }];
    if (block.kind === 'list')
      return [{ ...block, items: block.items.map((item) => ({ ...item, blocks: filledBlocks(item.blocks, fill) })) }];
    const spans = spansOf(block.spans);
    return spans.some(({ text }) => text.trim() !== '') ? [{ ...block, spans }] : [];
  });
};

/** The email with the owner's wording. Values stay text, also where they look like variables. */
export const reword = (email: WrittenEmail, wording: EmailWording, school: string): WrittenEmail => {
  const values = valuesOf(email, school);
  const isOwnText = email.isPersonal === true;
  const blocks = blocksOf(email);
  const filled = (text: string, isAddress = false): string =>
    text.replaceAll(VARIABLE, (_, name: string) => {
      const value = values.get(name) ?? '';
      if (isAddress) return encodeURIComponent(value.toWellFormed());
      return isOwnText ? value : withoutLinks(value);
    });
  const richPartsOf = (text: string): EmailPart[] => {
    const read = filledBlocks(readMarkdown(text), filled);
    return read.length === 0 ? [] : [{ kind: 'rich', blocks: read }];
  };
  return {
    ...email,
    subject: filled(wording.subject).trim(),
    heading: filled(wording.heading).trim(),
    parts: [
      ...email.parts.filter((part) => blockOf(part) === 'top'),
      ...wording.text
        .split(BLOCK)
        .flatMap((piece, index) => (index % 2 === 0 ? richPartsOf(piece) : (blocks.get(piece) ?? []))),
    ],
  };
};
