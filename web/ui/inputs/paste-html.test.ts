// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { readPaste } from './paste-html.ts';
import { takenFrom } from './take-paste.ts';

const lines = (...given: string[]): string => given.join('\n');

/** As Word 365 puts it on the clipboard. */
const WORD = `<html xmlns:v="urn:schemas-microsoft-com:vml" xmlns:o="urn:schemas-microsoft-com:office:office" xmlns:w="urn:schemas-microsoft-com:office:word">
<head><meta name=Generator content="Microsoft Word 15"><style><!-- p.MsoNormal {margin:0cm; font-family:"Calibri",sans-serif;} --></style></head>
<body lang=EN-IN style='tab-interval:36.0pt'>
<!--StartFragment-->
<h1>Week one<o:p></o:p></h1>
<p class=MsoNormal>Mix <b>clay</b> and <i>water</i>, see <a
href="https://school.example/glaze">the <span style='color:red'>glaze</span> list</a>.<o:p></o:p></p>
<p class=MsoListParagraphCxSpFirst style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span
style='font-family:Symbol;mso-fareast-font-family:Symbol'><span style='mso-list:Ignore'>·<span
style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp;&nbsp; </span></span></span><![endif]>Wedge<o:p></o:p></p>
<p class=MsoListParagraphCxSpMiddle style='margin-left:72.0pt;mso-list:l0 level2 lfo1'><![if !supportLists]><span
style='mso-list:Ignore'>o<span>&nbsp;&nbsp; </span></span><![endif]>slowly<o:p></o:p></p>
<p class=MsoListParagraphCxSpLast style='mso-list:l0 level1 lfo1'><![if !supportLists]><span style='mso-list:Ignore'>·<span>&nbsp; </span></span><![endif]>Centre<o:p></o:p></p>
<p class=MsoNormal><o:p>&nbsp;</o:p></p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>1.<span>&nbsp; </span></span><![endif]>Dry for a day</p>
<p class=MsoListParagraph style='mso-list:l1 level1 lfo2'><![if !supportLists]><span style='mso-list:Ignore'>2.<span>&nbsp; </span></span><![endif]>Fire at 1000 °C</p>
<table class=MsoTableGrid border=1><tr><td><p class=MsoNormal><b>Glaze</b></p></td><td><p class=MsoNormal>Grams</p></td></tr>
<tr><td colspan=2><p class=MsoNormal>Ash | white</p></td></tr></table>
<h2>What 5 * 3 means</h2>
<p class=MsoNormal><!--[if gte vml 1]><v:shape></v:shape><![endif]--><img width=32 height=32 src="file:///C:/Users/asha/msohtmlclip1/01/clip_image002.png" alt="A bowl"></p>
<!--EndFragment--></body></html>`;

test('what is pasted from Word keeps headings, lists, links, tables and the places of pictures', () => {
  const { markdown, pictures } = readPaste(WORD);
  expect(markdown).toBe(
    lines(
      '## Week one',
      '',
      'Mix **clay** and *water*, see [the glaze list](https://school.example/glaze).',
      '',
      '- Wedge',
      '   - slowly',
      '- Centre',
      '',
      '1. Dry for a day',
      '2. Fire at 1000 °C',
      '',
      '| **Glaze** | Grams |',
      '| --- | --- |',
      String.raw`| Ash \| white |  |`,
      '',
      String.raw`## What 5 \* 3 means`,
      '',
      '\uE0000\uE000',
    ),
  );
  expect(pictures).toEqual([
    { place: '\uE0000\uE000', source: 'file:///C:/Users/asha/msohtmlclip1/01/clip_image002.png', text: 'A bowl' },
  ]);
});

/** As Google Docs puts it on the clipboard. */
const DOCS = `<meta charset='utf-8'><meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-4f0c">
<h2 dir="ltr" style="line-height:1.38;margin-top:18pt;"><span style="font-size:16pt;font-weight:400;">मिट्टी के बारे में</span></h2>
<p dir="ltr" style="line-height:1.38;"><span style="font-size:11pt;font-weight:400;font-style:normal;">Soil is </span><span style="font-weight:700;font-style:normal;">alive</span><span style="font-weight:400;"> and </span><span style="font-weight:400;font-style:italic;">slow</span><span style="font-weight:400;">. </span><a href="https://school.example/soil_(2)" style="text-decoration:none;"><span style="text-decoration:underline;">More</span></a></p><br />
<ul style="margin-top:0;"><li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span>Sand</span></p></li>
<ul><li dir="ltr" aria-level="2"><p dir="ltr" role="presentation"><span>coarse</span></p></li></ul>
<li dir="ltr" aria-level="1"><p dir="ltr" role="presentation"><span style="font-weight:700;">Silt</span></p></li></ul>
<ol start="3"><li dir="ltr"><p dir="ltr"><span>Dig</span></p></li><li dir="ltr"><p dir="ltr"><span>Weigh</span></p></li></ol>
<div dir="ltr" align="left"><table><colgroup><col /><col /></colgroup><tbody><tr><td><p dir="ltr"><span style="font-weight:700;">Layer</span></p></td><td><p dir="ltr"><span>Depth</span></p></td></tr>
<tr><td><p dir="ltr"><span>Top</span></p></td><td><p dir="ltr"><span>20 cm</span></p><p dir="ltr"><span>or more</span></p></td></tr></tbody></table></div>
<p dir="ltr"><span><img src="https://lh7-rt.googleusercontent.com/docsz/AD_4nX" width="200" height="90" alt="" /></span></p></b><br class="Apple-interchange-newline">`;

test('what is pasted from Google Docs keeps its form, and the wrapper that takes bold back makes nothing bold', () => {
  const { markdown, pictures } = readPaste(DOCS);
  expect(markdown).toBe(
    lines(
      '## मिट्टी के बारे में',
      '',
      'Soil is **alive** and *slow*. [More](https://school.example/soil_%282%29)',
      '',
      '- Sand',
      '  - coarse',
      '- **Silt**',
      '',
      '3. Dig',
      '4. Weigh',
      '',
      '| **Layer** | Depth |',
      '| --- | --- |',
      '| Top | 20 cm or more |',
      '',
      '\uE0000\uE000',
    ),
  );
  expect(pictures).toHaveLength(1);
});

const item = (level: number, mark: string, text: string): string =>
  `<p class=MsoListParagraph style='mso-list:l0 level${level} lfo1'><span style='mso-list:Ignore'>${mark}<span>&nbsp; </span></span>${text}</p>`;

test('numbers within bullets of Word stay at their level, a list continues after a paragraph, and a numbered heading is a heading', () => {
  const html = [
    item(1, '·', 'Lorem'),
    item(2, '1.', 'Dolor'),
    item(2, '2.', 'Sit'),
    item(1, '·', 'Amet'),
    '<p class=MsoNormal>Between</p>',
    item(1, '3)', 'Third'),
    "<h2 style='mso-list:l1 level1 lfo2'><span style='mso-list:Ignore'>2.<span>&nbsp;</span></span>Glazing</h2>",
  ].join('');
  expect(readPaste(html).markdown).toBe(
    lines('- Lorem', '   1. Dolor', '   2. Sit', '- Amet', '', 'Between', '', '3. Third', '', '## Glazing'),
  );
});

test.each([
  [
    'a script, a style and what is hidden',
    '<script>x()</script><style>p{}</style><p>a<span style="display:none">b</span></p>',
    'a',
  ],
  ['an address that runs', '<p><a href="javascript:alert(1)">press</a></p>', 'press'],
  [
    'an address that Google counts',
    '<a href="https://www.google.com/url?q=https://school.example/a&sa=D">a</a>',
    '[a](https://school.example/a)',
  ],
  [
    'signs of Markdown',
    '<p># not a heading</p><p>1. not a list</p><p>*a* _b_ [c] {name} &lt;d&gt;</p>',
    String.raw`\# not a heading

1\. not a list

\*a\* \_b\_ \[c\] {name} \<d\>`,
  ],
  ['bold that ends with a space', '<p><b>Glaze </b>and <b>ash</b></p>', '**Glaze** and **ash**'],
  ['bold in two spans', '<p><b>Gla</b><b>ze</b></p>', '**Glaze**'],
  ['an empty table and an empty list', '<table></table><ul></ul><p>a</p>', 'a'],
  ['lines of a paragraph', '<p>a<br>b</p>', 'a\nb'],
  [
    'a quote and code',
    '<blockquote><p>a</p><p>b</p></blockquote><pre>x = 1\n</pre>',
    '> a\n> \n> b\n\n```\nx = 1\n```',
  ],
  ['right to left', '<p dir="rtl"><b>خزف</b> أول</p>', '**خزف** أول'],
])('%s', (_, html, markdown) => {
  expect(readPaste(html).markdown).toBe(markdown);
});

test('what is nested a thousand times deep, and a large table, are read in time', () => {
  const deep = `${'<div><b>'.repeat(1000)}a${'</b></div>'.repeat(1000)}`;
  expect(readPaste(deep).markdown).toContain('a');
  const row = `<tr>${'<td>a</td>'.repeat(20)}</tr>`;
  expect(readPaste(`<table>${row.repeat(300)}</table>`).markdown.split('\n')).toHaveLength(301);
});

const pasted = (html: string, text: string, files: File[] = []): DataTransfer => {
  const data: Record<string, string> = { 'text/html': html, 'text/plain': text };
  const transfer: Pick<DataTransfer, 'getData'> & { files: File[] } = { getData: (type) => data[type] ?? '', files };
  // jsdom has no DataTransfer.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return transfer as unknown as DataTransfer;
};

test('cells of Excel are a table and not the picture beside them, code is pasted as written, and a picture alone is one', () => {
  const picture = new File(['x'], 'image.png', { type: 'image/png' });
  const cells = '<table><tr><td>Ash</td><td>20</td></tr></table>';
  expect(takenFrom(pasted(cells, 'Ash\t20', [picture]), true)?.html).toBe(cells);
  const code = `<meta charset='utf-8'><div style="font-family: Consolas;white-space: pre;"><span style="font-weight: bold;">**a**</span></div>`;
  expect(takenFrom(pasted(code, '**a**'), true)).toBeUndefined();
  expect(takenFrom(pasted('<p>only words</p>', 'only words'), true)).toBeUndefined();
  expect(takenFrom(pasted('<img src="https://a.example/b.png">', '', [picture]), true)).toEqual({
    html: '',
    images: [picture],
  });
});
