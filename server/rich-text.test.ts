import { expect, test } from 'vitest';
import { readMarkdown } from './rich-text.ts';

/** Each block as its kind and its spans: the text, with the marks and the address that it has. */
const read = async (text: string): Promise<unknown[]> =>
  (await readMarkdown(text)).map(({ kind, spans }) => [
    kind,
    ...spans.map(({ text: words, marks, href }) => [words, ...marks, ...(href === null ? [] : [href])].join('|')),
  ]);

test('paragraphs keep their lines, and words their emphasis', async () => {
  expect(await read('Clay and\nfire.\n\nA **hot** and *slow* `kiln`, ***both***.')).toEqual([
    ['paragraph', 'Clay and\nfire.'],
    ['paragraph', 'A ', 'hot|strong', ' and ', 'slow|emphasis', ' ', 'kiln|code', ', ', 'both|emphasis|strong', '.'],
  ]);
});

test('headings, lists, quotations and code are blocks, and a list in a list follows its entry', async () => {
  const text = '## Kilns\n- Wood\n  - Oak\n- Gas\n\n1. Fill\n2. Fire\n\n> Slowly.\n\n```\n1300 °C\n```\n---\n';
  expect(await read(text)).toEqual([
    ['heading', 'Kilns'],
    ['bullet', 'Wood'],
    ['bullet', 'Oak'],
    ['bullet', 'Gas'],
    ['number', 'Fill'],
    ['number', 'Fire'],
    ['quote', 'Slowly.'],
    ['code', '1300 °C'],
  ]);
});

test('a link leads to the web, to an email or into the site, and nowhere else', async () => {
  const addresses = [
    'https://kiln.example/a',
    'mailto:ila@kiln.example',
    '/about',
    '//evil.example',
    'javascript:x',
    'data:x',
  ];
  expect(await read(addresses.map((address) => `[${address.slice(0, 4)}](${address})`).join('\n\n'))).toEqual([
    ['paragraph', 'http|https://kiln.example/a'],
    ['paragraph', 'mail|mailto:ila@kiln.example'],
    ['paragraph', '/abo|/about'],
    ['paragraph', '//ev'],
    ['paragraph', 'java'],
    ['paragraph', 'data'],
  ]);
});

test('HTML, tables and pictures are text', async () => {
  expect(await read('A <b>x</b> ![kiln](http://a.example/x.png) &amp;\n\n<script>x</script>\n\n|a|\n|-|\n|1|')).toEqual(
    [
      ['paragraph', 'A <b>x</b> kiln &amp;'],
      ['paragraph', '<script>x</script>'],
      ['paragraph', '|a|\n|-|\n|1|'],
    ],
  );
});

test('what is nested deeper than the parser follows is shown as it is written', async () => {
  const text = '>'.repeat(10_000);
  expect(await read(text)).toEqual([['paragraph', text]]);
});
