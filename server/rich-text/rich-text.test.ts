import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Block, Span } from '#contract/rich-text.ts';
import { leavesOf } from '#contract/rich-text-leaves.ts';
import { readMarkdown } from './rich-text.ts';

const spanText = ({ text, marks, href }: Span): string => [text, ...marks, ...(href === null ? [] : [href])].join('|');

/** A block in short: its kind and its spans, with the marks and the address that they have; what is in it as a list. */
const inShort = (block: Block): unknown => {
  switch (block.kind) {
    case 'rule':
      return ['rule'];
    case 'quote':
      return ['quote', ...block.blocks.map(inShort)];
    case 'list': {
      const items = block.items.map(({ isDone, blocks }) => [
        ...(isDone === null ? [] : [isDone ? '[x]' : '[ ]']),
        ...blocks.map(inShort),
      ]);
      return [block.start ?? '•', ...items];
    }
    case 'table':
      return ['table', block.align, ...block.rows.map((row) => row.map((cell) => cell.map(spanText).join('')))];
    default:
      return block.kind === 'paragraph'
        ? block.spans.map(spanText).join(' + ')
        : [block.kind, ...block.spans.map(spanText)];
  }
};

const read = (text: string): unknown[] => readMarkdown(text).map(inShort);

test('steps keep their numbers around code and paragraphs, and lists in lists their level', () => {
  expect(read(readFileSync(new URL('lesson.md', import.meta.url), 'utf8'))).toEqual([
    [
      1,
      ['Install the program:', ['code', 'npm install']],
      ['Start it.', 'It takes a minute.'],
      ['Open the page:', ['•', ['on a phone'], ['on a computer']]],
      ['Log in.'],
    ],
    ['•', ['[ ]', 'not done'], ['[x]', 'done']],
    ['table', [null, 'end'], ['Name', 'Price'], ['Bread', '3']],
    'Fish & chips © 2027, 3 < 4',
  ]);
});

test('paragraphs keep their lines, and words their emphasis', () => {
  expect(read('Clay and\nfire.  \nAsh\\\nglaze\n\nA **hot** and *slow* `kiln`, ***both***, ~~none~~.')).toEqual([
    'Clay and\nfire.\nAsh\nglaze',
    'A  + hot|strong +  and  + slow|emphasis +   + kiln|code + ,  + both|strong|emphasis + ,  + none|deleted + .',
  ]);
});

test('lists begin with their number, by `)` too, and quotations contain blocks', () => {
  expect(
    read('5. Fill\n6. Fire\n\n1) Other\n\n> 1. Glaze\n>\n>    Twice.\nAnd slowly.\n\n---\n# Kilns #\nWood\n==='),
  ).toEqual([
    [5, ['Fill'], ['Fire']],
    [1, ['Other']],
    ['quote', [1, ['Glaze', 'Twice.\nAnd slowly.']]],
    ['rule'],
    ['heading', 'Kilns'],
    ['heading', 'Wood'],
  ]);
});

test('a numbered list goes on after a picture between its entries', () => {
  const text = '1. Fill\n\n![kiln](image-1f.webp)\n\n2. Fire\n   ![ash](image-2f.webp) and wait';
  expect(readMarkdown(text, () => 'image').map(inShort)).toEqual([
    [1, ['Fill']],
    ['image', 'kiln|image-1f.webp'],
    [2, ['Fire', ['image', 'ash|image-2f.webp'], ' and wait']],
  ]);
});

test('cells contain `|` when it is escaped, or in code when the row has too many; nothing of a row is lost', () => {
  const rows = String.raw`| Sign | Use |
| :-- | :-: |
| a \| b | ${'`c \\| d`'} |
| ${'`e | f`'} | g |
| h | i | j |
| k |
Not a row? It is one.`;
  expect(read(`Signs:\n${rows}\n\nAfter`)).toEqual([
    'Signs:',
    [
      'table',
      ['start', 'center'],
      ['Sign', 'Use'],
      ['a | b', 'c | d|code'],
      ['e | f|code', 'g'],
      ['h', 'i | j'],
      ['k'],
      ['Not a row? It is one.'],
    ],
    'After',
  ]);
});

test('a link leads to the web, to an email or into the site, and nowhere else', () => {
  const addresses = [
    'https://kiln.example/a',
    'mailto:ila@kiln.example',
    '/about',
    'https://kiln.example/the book.pdf',
    '//evil.example',
    String.raw`/\\evil.example`,
    '</\t/evil.example>',
    '/&#9;/evil.example',
    'javascript:x',
    '&#106;avascript:x',
    'data:x',
  ];
  expect(read(addresses.map((address) => `[there](${address})`).join('\n\n'))).toEqual([
    'there|https://kiln.example/a',
    'there|mailto:ila@kiln.example',
    'there|/about',
    'there|https://kiln.example/the%20book.pdf',
    ...Array.from({ length: 7 }, () => 'there'),
  ]);
});

test('addresses in a text are links, without the signs around them', () => {
  expect(
    read('See https://a.example/b_(c_d). (www.b.example/é), ila_r@kiln.example! 请看https://a.example/文。好'),
  ).toEqual([
    'See  + https://a.example/b_(c_d)|https://a.example/b_(c_d) + . ( + www.b.example/é|https://www.b.example/é + ),  + ila_r@kiln.example|mailto:ila_r@kiln.example + ! 请看 + https://a.example/文|https://a.example/文 + 。好',
  ]);
});

test('references are links; footnotes and lines of a dialogue stay', () => {
  expect(
    read('[Kiln book][KB], [kb] and [other].\n\n[kb]: https://kiln.example "Book"\n\n[Anna]: Hello\n[^1]: A note[^1]'),
  ).toEqual([
    'Kiln book|https://kiln.example + ,  + kb|https://kiln.example +  and [other].',
    '[Anna]: Hello\n[^1]: A note[^1]',
  ]);
});

test('emphasis ends beside letters of scripts without spaces', () => {
  expect(read('**「強調」**です。**वाक्य।**अगला 他说**"你好"**的 **मोटे**ों 10~20 snake_case_name')).toEqual([
    '「強調」|strong + です。 + वाक्य।|strong + अगला 他说 + "你好"|strong + 的  + मोटे|strong + ों 10~20 snake_case_name',
  ]);
});

test('marks of word processors and of other systems are read', () => {
  expect(
    read(
      '\uFEFF#\u00A0Kilns\r\n-\u00A0Wood\r\n-\tGas\r\n\u00A0\u00A0\u00A0\u00A0\r\n\u00A0\u00A0\u00A0\u00A0Ash\u2028Glaze',
    ),
  ).toEqual([['heading', 'Kilns'], ['•', ['Wood'], ['Gas']], 'Ash\nGlaze']);
});

test('spaces of any kind indent entries and follow their marks, as they are typed and pasted', () => {
  expect(
    read('#\u3000見出し\n-\u202F一\n\u00A0\u00A0\u00A0- 二\n \u00A0 1.\u3000三\n\n\u00A0\u00A0\u00A0\u00A0Ash'),
  ).toEqual([['heading', '見出し'], ['•', ['一', ['•', ['二']], [1, ['三']]]], 'Ash']);
});

test('TeX stays as it is written; prices are text', () => {
  expect(read('$$\\sum_i x_i^{*2}*$$ and $a_1 * b_1$, $5 and *$10*, $x_ and $y_.')).toEqual([
    '$$\\sum_i x_i^{*2}*$$ and $a_1 * b_1$, $5 and  + $10|emphasis + , $x_ and $y_.',
  ]);
});

test('a picture of another site in a link is a link, and curly quotation marks are a title, too', () => {
  const badge = '[![Kiln book](https://b.example/x.png) here](https://a.example)';
  expect(read(`${badge}\n\n[Kiln](https://kiln.example “The kiln”) and [b]\n\n[b]: /b “B”`)).toEqual([
    'Kiln book|https://a.example +  here|https://a.example',
    'Kiln|https://kiln.example +  and  + b|/b',
  ]);
});

test('a name of a site ends where a script without spaces goes on', () => {
  expect(read('www.kiln.example版权所有 https://陶.example请 https://kiln日本.example')).toEqual([
    'www.kiln.example|https://www.kiln.example + 版权所有  + https://陶.example请|https://陶.example请 +   + https://kiln日本.example|https://kiln日本.example',
  ]);
});

test('HTML and pictures of other sites are text, line breaks aside; entities and escapes are characters', () => {
  expect(
    read(
      'A <b title="*x*">x</b><br>![kiln](http://a.example/x.png) &amp;&nbsp;&#x1F600; \\*y\\* &nothing;\n\n<script>x</script>',
    ),
  ).toEqual(['A <b title="*x*">x</b>\nkiln &\u00A0😀 *y* &nothing;', '<script>x</script>']);
});

test('what is nested deeper than eight levels is shown as it is written', () => {
  expect(read('>'.repeat(10))).toEqual([
    ['quote', ['quote', ['quote', ['quote', ['quote', ['quote', ['quote', ['quote', '>>']]]]]]]],
  ]);
});

test('a text with too many blocks loses none of its words', () => {
  const text = Array.from({ length: 7000 }, (_, index) => `- a${index}`).join('\n');
  const words = leavesOf(readMarkdown(text)).flatMap(({ spans }) => spans.flatMap((span) => span.text.match(/a\d+/g)));
  expect(words).toHaveLength(7000);
  expect(readMarkdown(text)).toHaveLength(2);
});
