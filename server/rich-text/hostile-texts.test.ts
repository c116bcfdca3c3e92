import { expect, test } from 'vitest';
import { readMarkdown } from './rich-text.ts';

const LENGTH = 30_000;
const LIMIT_MS = 20;
const TRIES = 40;

const filled = (part: string, length = LENGTH): string => part.repeat(Math.ceil(length / part.length)).slice(0, length);
const lines = (count: number, lineOf: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => lineOf(index)).join('\n');

const table = (columns: number, rows: string): string =>
  `|${'a|'.repeat(columns)}\n|${'-|'.repeat(columns)}\n${filled(rows, LENGTH - 4 * columns)}`;

/** Each makes a reader slow that looks for the same thing again and again. */
const hostile: Record<string, string> = {
  brackets: filled('['),
  'closed brackets': filled('[', LENGTH / 2) + filled(']', LENGTH / 2),
  'links without an end': filled('[a]('),
  'links with parentheses': filled('[a](()()'),
  'links with titles': filled('[a](b "c '),
  'links with spaces': filled('[a](https://a b '),
  'links after brackets': filled('[', 10_000) + filled('[a](/b)', 20_000),
  'links in links': filled('[', LENGTH / 2) + filled('](/b)', LENGTH / 2),
  references: `[a]: /b\n\n${filled('[a]')}`,
  'references in brackets': `[a]: /b\n\n${filled('[', LENGTH / 2)}${filled(']', LENGTH / 2)}`,
  definitions: filled('[a]: /b "\n'),
  images: filled('!['),
  stars: filled('*a '),
  'stars of each length': filled('a**b*c* '),
  'stars that close late': filled('a*', LENGTH / 2) + filled('*a ', LENGTH / 2),
  underscores: filled('_a*b'),
  tildes: filled('~~a '),
  backticks: lines(240, (index) => `a${'`'.repeat(index + 1)}`),
  'pairs of backticks': filled('`a ``b '),
  quotations: filled('>'),
  'lines of quotations': filled('> > > > > > > > > > a\n'),
  'quotations that go deeper': lines(240, (index) => `${'> '.repeat(index / 2)}a`),
  'lists in one line': filled('- '),
  'lists that go deeper': lines(240, (index) => `${' '.repeat(index)}- a`),
  entries: filled('- a\n'),
  numbers: filled('1) a\n2. b\n'),
  tasks: filled('- [ ] a\n'),
  'angle brackets': filled('<'),
  tags: filled('<a b="'),
  autolinks: filled('<http://a'),
  addresses: filled('http://'),
  emails: filled('a.b-c_d@'),
  entities: filled('&amp;'),
  'one word': filled('a'),
  dollars: filled('$'),
  'TeX without an end': filled('$a_b '),
  'no-break spaces': lines(400, (index) => `${'\u00A0'.repeat(index / 6)}- a`),
  'names of sites': filled('http://a.bc.de.'),
  'titles with curly quotation marks': filled('[a](/b “c '),
  spaces: `a${filled(' ')}b`,
  'empty lines': filled('\n'),
  'a table with thousands of columns': table(3500, 'a\n'),
  'a table with many cells': table(100, 'a|'),
  'a table with thousands of rows': table(2, '|`a|b|c`|d|\n'),
  'heads of tables': filled('a|b\n-|-\n'),
  'lines of dashes': `a\n${filled('-|-')}x`,
  'code without an end': filled('```\n'),
  headings: filled('a\n=\n'),
};

/** The time of the thread, which other programs do not change; the first runs are compiled meanwhile. */
const fastestMs = (text: string): number => {
  let fastest = Infinity;
  for (let count = 0; count < TRIES && fastest > LIMIT_MS; count += 1) {
    const before = process.threadCpuUsage();
    readMarkdown(text);
    const { user, system } = process.threadCpuUsage(before);
    fastest = Math.min(fastest, (user + system) / 1000);
  }
  return fastest;
};

test.each(Object.entries(hostile))('30,000 characters of %s are read in 20 ms', (_, text) => {
  expect(fastestMs(text)).toBeLessThanOrEqual(LIMIT_MS);
});

test.each(Object.entries(hostile))('%s become no more than is bounded', (_, text) => {
  expect(JSON.stringify(readMarkdown(text)).length).toBeLessThan(700_000);
});
