import { describe, expect, it } from 'vitest';
import { type EmailContent, renderEmail } from './layout.ts';

const sender = { brandName: 'Books & <Ledges>', address: 'https://school.example', accent: '#F37254', hasLogo: false };
const content: EmailContent = {
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

describe('an email', () => {
  it('has the same content as plain text', { tags: ['ADD-13'] }, () => {
    expect(renderEmail(content, sender)).toMatchObject({
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

  it('has web addresses in names and titles that no program makes links of, and links in what the school wrote', () => {
    const name = 'Ravi https://prize.example/x';
    const parts: EmailContent['parts'] = [
      { kind: 'text', text: `${name} answered at 10.30, see www.win.example and “Node.js, v2.5”, ravi@home.example.` },
      { kind: 'facts', rows: [['Name', 'prize.example/now']] },
      { kind: 'links', items: [{ title: name, text: 'पुरस्कार.भारत/अब', when: '', path: '/notices' }] },
      { kind: 'text', text: 'Join https://class.example/7', mayLink: true },
    ];
    const { text, html } = renderEmail({ subject: 'x', heading: name, parts }, sender);
    const broken = 'Ravi https:\u200b//prize.\u200bexample/x';
    expect(text).toContain(`${broken}

${broken} answered at 10.30, see www.\u200bwin.\u200bexample and “Node.\u200bjs, v2.5”, ravi@home.example.

Name: prize.\u200bexample/now

${broken}
पुरस्कार.\u200bभारत/अब
https://school.example/notices

Join https://class.example/7
`);
    expect(html.match(/prize\.\u200bexample/g)).toHaveLength(4);
    expect(html).not.toContain('prize.example');
  });

  it('ends with a link that stops such emails, if it has one', () => {
    const optOut = { label: 'No more <of these>', path: '/opt-out/a?b&c' };
    const { text, html } = renderEmail({ ...content, optOut }, sender);
    expect(text).toMatch(/\n\nNo more <of these>: https:\/\/school\.example\/opt-out\/a\?b&c\n$/);
    expect(html).toMatch(/<a href="https:\/\/school\.example\/opt-out\/a\?b&amp;c"[^>]*>No more &lt;of these&gt;<\/a>/);
  });

  it('shows what people typed in the direction of its script', () => {
    const facts: EmailContent['parts'][number] = { kind: 'facts', rows: [['Name', 'مریم نواز']] };
    const parts: EmailContent['parts'] = [{ kind: 'text', text: 'سلام' }, facts, { kind: 'quote', text: 'شکریہ' }];
    const { html } = renderEmail(
      { subject: 'Message', heading: 'مریم نواز', parts },
      { ...sender, brandName: 'مدرسہ' },
    );
    const inOwnDirection = html.matchAll(/<(\w+) dir="auto"[^>]*>([^<]+)</g);
    expect([...inOwnDirection].map(([, element, text]) => [element, text])).toEqual([
      ['p', 'مدرسہ'],
      ['h1', 'مریم نواز'],
      ['p', 'سلام'],
      ['td', 'مریم نواز'],
      ['blockquote', 'شکریہ'],
    ]);
  });

  it('escapes everything in HTML, and loads nothing from anywhere', () => {
    const { html } = renderEmail(content, sender);
    expect(html).toContain('Thank you &lt;3');
    expect(html).toContain('One line<br>and &quot;another&quot;');
    expect(html).toContain('Books &amp; &lt;Ledges&gt;');
    expect(html).toContain('href="https://school.example/courses?a=1&amp;b=2"');
    expect(html).not.toMatch(/<(img|script|link|iframe)|url\(|src=/);
  });
});
