import { expect, test } from 'vitest';
import { EmailPart } from './layout.ts';
import { richHtml, richPlain } from './rich-part.ts';
import { readMarkdown } from '#server/rich-text/rich-text.ts';

const LOOK = { address: 'https://school.example', line: '#ccc', link: '#00f' };
const TEXT = `3. Fill

   Slowly.
   - Oak
     \`\`\`
     1300 °C
     \`\`\`
4. Fire [it](/kilns)

- [ ] Glaze
- [x] ~~Ash~~

> 1. काँच
> 2. Sand

| Name | Price |
| --- | ---: |
| Bread | 3 |

---`;

/** Without styles. */
const tagsOf = (html: string): string => html.replaceAll(/ (?:style|dir)="[^"]*"/g, '').replaceAll('\n', '');

test('an email shows lists in lists, tasks, tables and quotations', () => {
  expect(tagsOf(richHtml(readMarkdown(TEXT), LOOK))).toBe(
    '<ol start="3"><li>Fill<p>Slowly.</p><ul><li>Oak<pre>1300 °C</pre></li></ul></li><li>Fire <a href="https://school.example/kilns">it</a></li></ol>' +
      '<ul><li>☐ Glaze</li><li>☑ <del>Ash</del></li></ul>' +
      '<blockquote><ol start="1"><li>काँच</li><li>Sand</li></ol></blockquote>' +
      '<table><tr><th>Name</th><th>Price</th></tr><tr><td>Bread</td><td>3</td></tr></table><hr>',
  );
});

test('the plain text of an email keeps numbers and levels', () => {
  expect(richPlain(readMarkdown(TEXT), 'https://school.example')).toBe(`3. Fill
   Slowly.
   - Oak

     1300 °C
4. Fire it (https://school.example/kilns)

- ☐ Glaze
- ☑ Ash

> 1. काँच
> 2. Sand

Name | Price
Bread | 3

---`);
});

test('an email that an earlier version has queued keeps its lists', () => {
  const spans = (text: string) => [{ text, marks: [], href: null }];
  const blocks = [
    { kind: 'number', spans: spans('Fill') },
    { kind: 'number', spans: spans('Fire') },
    { kind: 'bullet', spans: spans('Oak') },
    { kind: 'quote', spans: spans('Slowly.') },
    { kind: 'paragraph', spans: spans('End') },
  ];
  const part = EmailPart.parse({ kind: 'rich', blocks });
  expect(part.kind === 'rich' && richPlain(part.blocks, '')).toBe('1. Fill\n2. Fire\n\n- Oak\n\n> Slowly.\n\nEnd');
});
