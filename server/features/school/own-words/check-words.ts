import { compileMessage, type Text } from '#contract/languages/compile-message.ts';
import { type Said, say, type Sentence } from '#contract/languages/say.ts';

const TAG = /<(?<end>\/?)(?<name>\w+)(?<alone>\/?)>/g;
/** Braces between apostrophes are words. */
const QUOTED = /'[{}][^']*'?/g;

/** How often a sentence shows a part at most: values, their forms, and tags around or in the place of elements. */
type Parts = ReadonlyMap<string, number>;

const tagsIn = (words: string): string[] =>
  [...words.matchAll(TAG)].flatMap(([, end, name, alone]) => {
    if (end) return [];
    return [alone ? `<${name}/>` : `<${name}>…</${name}>`];
  });

const joined = (all: readonly Parts[], join: (one: number, other: number) => number): Parts => {
  const found = new Map<string, number>();
  for (const parts of all) for (const [part, count] of parts) found.set(part, join(found.get(part) ?? 0, count));
  return found;
};
const summed = (all: readonly Parts[]): Parts => joined(all, (one, other) => one + other);

const once = (names: readonly string[]): Parts => summed(names.map((name) => new Map([[name, 1]])));

/** Of the forms of a value only one is shown. */
const partsOf = (text: Text): Parts => {
  if (typeof text === 'string') return once(tagsIn(text));
  return summed(
    text.map((part) => {
      if (typeof part === 'string') return once(tagsIn(part));
      const [name, kind, forms = {}] = part;
      if (kind === undefined) return once([`{${name}}`]);
      const names = Object.keys(forms).map((form) => `${name}: ${form} {…}`);
      const shown = joined(Object.values(forms).map(partsOf), Math.max);
      return summed([once([`{${name}, ${kind}, …}`, ...names]), shown]);
    }),
  );
};

/** Whether every brace and every tag is closed, each in its turn. */
const isClosed = (text: string): boolean => {
  const open: string[] = [];
  for (const [sign, end, name, alone] of text.replaceAll(QUOTED, '').matchAll(/[{}]|<(\/?)(\w+)(\/?)>/g)) {
    if (alone) continue;
    if (sign === '{' || (name !== undefined && !end)) open.push(name ?? sign);
    else if (open.pop() !== (name ?? '{')) return false;
  }
  return open.length === 0;
};

const pluralForms = (code: string): string[] => new Intl.PluralRules(code).resolvedOptions().pluralCategories;

/** Numbers choose among the forms of a language, of which its default may need fewer. */
const isFormOf = (part: string, { code, standard }: { code: string; standard: Parts }): boolean => {
  const [, name, form = ''] = /^(.*): (\w+) \{…\}$/.exec(part) ?? [];
  return standard.has(`{${name}, plural, …}`) && pluralForms(code).includes(form);
};

const named = (message: (parts: { list: Said[] }) => Sentence, parts: string[]): Sentence | undefined =>
  parts.length === 0 ? undefined : message({ list: parts });

interface Checked {
  /** The language. */
  code: string;
  original: string;
  /** As the sentence is shown by default. */
  standard: string;
}

/** The first reason why a sentence cannot be shown in the place of the default: its parts are to be the same. */
export const problemOf = (text: string, { code, ...checked }: Checked): Sentence | undefined => {
  if (!isClosed(text)) return say('Close every brace and every tag, as in the original.');
  const [own, standard, original] = [text, checked.standard, checked.original].map((one) =>
    partsOf(compileMessage(one)),
  );
  if (!own || !standard || !original) return undefined;
  const most = joined([standard, original], Math.max);
  const parts = [...own];
  const missing = [...standard.keys()].filter((part) => !own.has(part));
  const unknown = parts.filter(([part]) => !most.has(part) && !isFormOf(part, { code, standard }));
  const doubled = parts.filter(([part, count]) => part.startsWith('<') && count > (most.get(part) ?? count));
  return (
    named((list) => say('Your sentence lacks {parts}.', { parts: list }), missing) ??
    named(
      (list) => say('The original has no {parts}.', { parts: list }),
      unknown.map(([part]) => part),
    ) ??
    named(
      (list) => say('Use {parts} only as often as the original.', { parts: list }),
      doubled.map(([part]) => part),
    )
  );
};
