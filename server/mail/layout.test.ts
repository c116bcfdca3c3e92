import { describe, expect, it } from 'vitest';
import { type MailContent, renderMail } from './layout.ts';

const sender = { brandName: 'Books & <Ledges>', address: 'https://school.example' };
const content: MailContent = {
  subject: 'Your receipt',
  heading: 'Thank you <3',
  parts: [
    { kind: 'text', text: 'One line\nand "another"' },
    {
      kind: 'facts',
      rows: [
        ['Amount', '₹499.00'],
        ['Billed to', 'Meera Nair\nKochi'],
      ],
    },
    { kind: 'button', label: 'See courses', path: '/courses?a=1&b=2' },
    { kind: 'quote', text: 'first\r\nsecond' },
  ],
};

describe('a mail', () => {
  it('says the same as text [ADD-13]', () => {
    expect(renderMail(content, sender)).toMatchObject({
      subject: 'Your receipt',
      text: `Thank you <3

One line
and "another"

Amount: ₹499.00
Billed to: Meera Nair
Kochi

See courses:
https://school.example/courses?a=1&b=2

> first
> second

-- \nBooks & <Ledges>
https://school.example
`,
    });
  });

  it('escapes everything in HTML, and loads nothing from anywhere', () => {
    const { html } = renderMail(content, sender);
    expect(html).toContain('Thank you &lt;3');
    expect(html).toContain('One line<br>and &quot;another&quot;');
    expect(html).toContain('Books &amp; &lt;Ledges&gt;');
    expect(html).toContain('href="https://school.example/courses?a=1&amp;b=2"');
    expect(html).not.toMatch(/<(img|script|link|iframe)|url\(|src=/);
  });
});
