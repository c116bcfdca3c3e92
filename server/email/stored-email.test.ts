import { expect, test } from 'vitest';
import { readStoredEmail } from './stored-email.ts';

const EML = `From: School <no-reply@school.example>
To: meera@home.example
Subject: =?UTF-8?Q?Ren=C3=A9?=
Date: Mon, 15 Jun 2026 04:30:00 +0000
Content-Type: multipart/mixed; boundary="--Part_1"

----Part_1
Content-Type: multipart/alternative;
 boundary="--Part_2"

----Part_2
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: 7bit

hello

----Part_2
Content-Type: multipart/related; type="text/html";
 boundary="--Part_3"

----Part_3
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<p>=E0=A4=A8</p><img src=3D"cid:logo"><img src=3D"cid:none"><p>cid:logo</p>
----Part_3
Content-Type: image/png; name=logo.png
Content-ID: <logo>
Content-Transfer-Encoding: base64
Content-Disposition: inline; filename=logo.png

iVBORw==
----Part_3--

----Part_2--

----Part_1
Content-Type: application/pdf; name="Receipt 1.pdf"
Content-Transfer-Encoding: base64
Content-Disposition: attachment; filename="Receipt 1.pdf"

JVBERg==
----Part_1
Content-Type: text/html; name=page.html
Content-Disposition: attachment; filename=page.html

<script>
----Part_1--
`.replaceAll('\n', '\r\n');

test('an email has its text, its HTML with its images, and its attachments', () => {
  expect(readStoredEmail(Buffer.from(EML))).toEqual({
    from: 'School <no-reply@school.example>',
    to: 'meera@home.example',
    replyTo: undefined,
    subject: 'René',
    sentAtMs: Date.UTC(2026, 5, 15, 4, 30),
    text: 'hello\n',
    html: '<p>न</p><img src="data:image/png;base64,iVBORw=="><img src="cid:none"><p>cid:logo</p>',
    attachments: [
      { name: 'Receipt 1.pdf', content: Buffer.from('%PDF') },
      { name: 'page.html', content: Buffer.from('<script>') },
    ],
  });
});

test('an email without HTML, or cut off, has what is there', () => {
  expect(readStoredEmail(Buffer.from('Subject: x\r\n\r\nonly text'))).toMatchObject({
    text: 'only text',
    html: undefined,
    attachments: [],
  });
  const cut = EML.slice(0, EML.indexOf('----Part_2\r\nContent-Type: multipart/related'));
  expect(readStoredEmail(Buffer.from(cut))).toMatchObject({ text: 'hello', html: undefined, attachments: [] });
});
