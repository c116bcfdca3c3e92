import { join } from 'node:path';
import { expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { openEmailFolder } from '#server/email/email-folder.ts';
import { call } from '#test/call.ts';
import { anAdmin, aUser } from '#test/factories.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const newest = async (app: TestApp, token: string) => {
  await app.jobs.runDue();
  const { mails: emails } = api.outbox.list.response.parse((await call(app, 'GET', '/admin/outbox', { token })).body);
  return api.outbox.read.response.parse((await call(app, 'GET', `/admin/outbox/${emails[0]?._id}`, { token })).body)
    .mail;
};

test('an email is shown as it arrives, with what people typed as text', { tags: ['ADD-15'] }, async () => {
  await using app = await startApp({ CONTACT_EMAIL: 'desk@school.example', BRAND_NAME: '"><svg onload=x>' });
  const { token } = await anAdmin(app);
  const name = '</title><script>alert(1)</script>';
  await call(app, 'POST', '/contact', {
    body: { name, email: 'ravi@home.example', message: '<img src=x onerror=alert(1)>\njavascript:alert(1)' },
  });
  const { html, attachments } = await newest(app, token);
  expect(attachments).toEqual([]);
  expect(html).toContain('&lt;/title&gt;&lt;script&gt;alert(1)&lt;/script&gt;');
  expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;<br>javascript:alert(1)</blockquote>');
  expect(html).toContain('&quot;&gt;&lt;svg onload=x&gt;');
  expect(html).not.toMatch(/<(?:script|svg|img)|href="javascript/);
});

test('private links of others are hidden in the HTML too, with what they lead to', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  const learner = await aUser(app);
  await app.jobs.runDue();
  app.clock.advance(1000);
  await call(app, 'POST', '/user/reset', { body: { email: learner.email } });
  const hidden = await newest(app, token);
  expect(hidden.isLinkHidden).toBe(true);
  expect(hidden.html).not.toContain('/reset-password/');
  expect(hidden.html).not.toMatch(/[\w-]{43}/);
  expect(hidden.html).toContain('(private link, hidden)</p>');
  expect(hidden.html?.match(/<a [^>]*href=/g)).toHaveLength(1);

  const shown = await call(app, 'POST', `/admin/outbox/${hidden._id}/link`, { token });
  const { html } = api.outbox.showLink.response.parse(shown.body).mail;
  expect(html).toMatch(/href="http:\/\/localhost[^"]*\/reset-password\/[\w-]{43}"/);
});

test('a private link is hidden where nothing but HTML has it', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  const secret = 'x'.repeat(43);
  const links = ['gift', 'invitation', 'setup'].map((kind) => `https://school.example/${kind}/${secret}`);
  const parts = links.map((link) => `<a href="https://school.example">y</a><a href="${link}">${link}</a>`);
  const folder = openEmailFolder(join(app.config.dataDir, 'outbox'));
  await folder.put('one', Buffer.from(`Subject: x\r\nContent-Type: text/html\r\n\r\n${parts.join('')}`));
  const { html, isLinkHidden } = await newest(app, token);
  expect(isLinkHidden).toBe(true);
  expect(html).toBe('<a href="https://school.example">y</a><a>(private link, hidden)</a>'.repeat(3));
});

test('an attachment is downloaded by its number, by admins alone', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  const eml = `Subject: x\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\nx
--b\r\nContent-Type: application/pdf; name="TR1 %0d<.pdf"\r\nContent-Disposition: attachment\r\nContent-Transfer-Encoding: base64\r\n\r\nJVBERg==\r\n--b--`;
  await openEmailFolder(join(app.config.dataDir, 'outbox')).put('one', Buffer.from(eml));
  expect((await newest(app, token)).attachments).toEqual([{ name: 'TR1 %0d<.pdf', sizeBytes: 4 }]);

  const url = '/api/v1/admin/outbox/one/attachments/0';
  const saved = await app.http.inject({ url, headers: { authorization: `Bearer ${token}` } });
  expect([saved.statusCode, saved.body, saved.headers['content-disposition'], saved.headers['content-type']]).toEqual([
    200,
    '%PDF',
    'attachment; filename="TR1 _0d_.pdf"',
    'application/octet-stream',
  ]);
  for (const number of ['1', '-1', '007', 'x'])
    expect((await call(app, 'GET', `/admin/outbox/one/attachments/${number}`, { token })).body['code'], number).toBe(
      'mail_not_found',
    );
});
