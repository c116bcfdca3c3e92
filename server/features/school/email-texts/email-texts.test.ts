import { expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { EMAIL_TEXT_IDS } from '#contract/school/email-texts.ts';
import { storeValue } from '#server/database/stored-value.ts';
import { call } from '#test/call.ts';
import { anAdmin, aUser } from '#test/factories.ts';
import { readEmails } from '#test/mailbox.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const PATH = '/admin/settings/email-texts';
const RESET = { subject: 'Your {school} key', heading: 'Hello', text: 'Press here: {link} It is for you alone.' };

const listTexts = async (app: TestApp, token: string) =>
  api.emailTexts.list.response.parse((await call(app, 'GET', PATH, { token })).body).emailTexts;

/** What is wrong with a text, by field. */
const problemsOf = async (app: TestApp, token: string, id: string, body: object) => {
  const { status, body: answer } = await call(app, 'PUT', `${PATH}/${id}`, { token, body });
  return [status, answer['details']];
};

test('every email is listed with a default text and variables that can be saved as they are', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  const texts = await listTexts(app, token);
  expect(texts.map(({ id }) => id)).toEqual(EMAIL_TEXT_IDS);
  const standard = new Map(texts.map((text) => [text.id, text.standard]));
  expect(standard.get('access_ending')).toEqual({
    subject: '{days} left: your access ends on {date}',
    heading: '{days} left',
    text: 'Your access ends on {date} and does not renew automatically. Renew now and the new term is added to that date: you lose no days.\n\n{link}',
  });
  expect(standard.get('gift')?.text).toBe(
    '{giver} gives you {what} at {school}, {length}. {begins}\n\n{quote}\n\n{link}\n\nThe link works once, with any account, and does not expire. You can create an account after you open it.',
  );
  expect(standard.get('receipt')).toEqual({
    subject: 'Your receipt from {school}: {amount}',
    heading: 'We received your payment',
    text: '{message}\n\n{details}\n\n{link}',
  });
  expect(standard.get('notice_answer')).toEqual({
    subject: '{title}',
    heading: '{title}',
    text: '{text}\n\n{link}',
  });
  expect(standard.get('digest_weekly')?.heading).toBe('Your week, {name}');
  for (const { id, standard: body } of texts)
    expect((await call(app, 'PUT', `${PATH}/${id}`, { token, body })).body, id).toMatchObject({
      emailText: { isChanged: false, problem: null },
    });
});

test('a changed text is that of the next email, until it is reset', async () => {
  await using app = await startApp({ BRAND_NAME: 'Gurukul' });
  const { token } = await anAdmin(app);
  const learner = await aUser(app);
  const requestReset = async () => {
    await call(app, 'POST', '/user/reset', { body: { email: learner.email } });
    const [email] = (await readEmails(app)).filter(({ headers }) => /key|password/.test(headers.get('subject') ?? ''));
    return email;
  };
  const saved = await call(app, 'PUT', `${PATH}/password_reset`, { token, body: RESET });
  expect(saved.body).toMatchObject({ emailText: { ...RESET, isChanged: true } });

  // As it is stored, for the version before; a wording with two braces is taken too.
  const { value } = await app.database.db
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'email_text.password_reset')
    .executeTakeFirstOrThrow();
  expect(value).toContain('"Your {{school}} key"');
  const twice = { ...RESET, subject: 'Your {{ school }} key' };
  expect((await call(app, 'PUT', `${PATH}/password_reset`, { token, body: twice })).body).toEqual(saved.body);

  const email = await requestReset();
  expect(email?.headers.get('subject')).toBe('Your Gurukul key');
  expect(email?.text).toMatch(
    /^Hello\n\nPress here:\n\nReset Password:\nhttp:\/\/localhost[^\n]*\/reset-password\/[\w-]{43}\n\nIt is for you alone\.\n/,
  );

  const reset = await call(app, 'DELETE', `${PATH}/password_reset`, { token });
  expect(reset.body).toMatchObject({
    emailText: { subject: 'Reset your {school} password', isChanged: false, heading: 'Reset your password' },
  });
  const entries = app.database.db.selectFrom('audit_entries').select('detail').where('kind', '=', 'settings_changed');
  expect((await entries.execute()).map(({ detail }) => detail)).toEqual([
    '{"section":"email","fields":["text of password_reset"],"name":"New password"}',
    '{"section":"email","fields":["text of password_reset"],"name":"New password"}',
    '{"section":"email","fields":["text of password_reset"],"name":"New password"}',
  ]);
});

test('a text with a variable that is unknown, missing, misplaced or broken is refused, and the reason names it', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  const problem = (more: object) => problemsOf(app, token, 'password_reset', { ...RESET, ...more });
  expect(await problem({ text: 'Hi {person} {link}' })).toEqual([
    400,
    [{ path: 'text', message: '{person} is no value of this email. Remove it, or choose one from the list.' }],
  ]);
  expect(await problem({ text: 'No way in' })).toEqual([
    400,
    [{ path: 'text', message: 'This email needs {link}. Add it to the text.' }],
  ]);
  expect(await problem({ subject: '{link}' })).toEqual([
    400,
    [{ path: 'subject', message: '{link} can only be in the text.' }],
  ]);
  expect(await problem({ heading: 'At {school' })).toEqual([
    400,
    [{ path: 'heading', message: 'Write a value with a brace on each side, such as {school}.' }],
  ]);
  expect(await problem({ text: '{constructor} {link}' })).toEqual([400, [expect.objectContaining({ path: 'text' })]]);
  expect((await call(app, 'PUT', `${PATH}/nothing`, { token, body: RESET })).body['code']).toBe('mail_not_found');
});

test('what people typed stays text in a changed email, also where it looks like a variable', async () => {
  await using app = await startApp({ CONTACT_EMAIL: 'desk@school.example' });
  const { token } = await anAdmin(app);
  const body = {
    subject: 'From {name}',
    heading: '',
    text: '{name} wrote:\n\n{quote}\n\n{details}\n\n{reply}',
  };
  await call(app, 'PUT', `${PATH}/contact`, { token, body });
  const name = '<b>{quote}</b>\r\nBcc: all@school.example';
  await call(app, 'POST', '/contact', { body: { name: '<b>{quote}</b> $& {link}', email: 'x@y', message: name } });
  const emails = await readEmails(app);
  const email = emails.find(({ headers }) => headers.get('subject')?.startsWith('From '));
  expect(email?.headers.get('subject')).toBe('From <b>{quote}</b> $& {link}');
  expect(email?.headers.has('bcc')).toBe(false);
  expect(email?.html).toContain('&lt;b&gt;{quote}&lt;/b&gt; $&amp; {link} wrote:</p>');
  expect(email?.html.match(/<blockquote/g)).toHaveLength(1);
  expect(email?.html).not.toContain('<b>');
});

test('a text is Markdown, and a value in it is never read as Markdown', async () => {
  await using app = await startApp({ CONTACT_EMAIL: 'desk@school.example' });
  const { token } = await anAdmin(app);
  const body = {
    subject: 'A message',
    heading: '',
    text: '## नमस्ते\n\nFrom **{name}**:\n\n- [Rules](https://school.example/rules?for={name})\n- {name}\n\n{quote}\n\n{details}\n\n{reply}',
  };
  expect((await call(app, 'PUT', `${PATH}/contact`, { token, body })).status).toBe(200);
  const name = '# [free](https://evil.example) **x** {school}';
  await call(app, 'POST', '/contact', { body: { name, email: 'x@y', message: 'Hi' } });
  const email = (await readEmails(app)).find(({ headers }) => headers.get('subject') === 'A message');
  expect(email?.html).toMatch(/<h2[^>]*>नमस्ते<\/h2>/);
  expect(email?.html).toMatch(
    /<strong># \[free\]\(https:\u200b\/\/evil\.\u200bexample\) \*\*x\*\* \{school\}<\/strong>:/,
  );
  expect(email?.html).toMatch(/<a href="https:\/\/school\.example\/rules\?for=%23%20%5Bfree%5D[^"]*"[^>]*>Rules<\/a>/);
  expect(email?.html).not.toContain('href="https://evil');
});

test('a saved text with a variable that no longer exists is not used, and needs attention', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  const old = { subject: 'Hi {{nickname}}', heading: '', text: '{{link}}' };
  await storeValue(app.database.db, 'email_text.password_reset', JSON.stringify(old), app.clock.now());
  const learner = await aUser(app);
  await call(app, 'POST', '/user/reset', { body: { email: learner.email } });
  const subjects = (await readEmails(app)).map(({ headers }) => headers.get('subject'));
  expect(subjects).toContain('Reset your Lectern password');

  const shown = (await listTexts(app, token)).find(({ id }) => id === 'password_reset');
  expect(shown?.problem).toBe('{nickname} is no value of this email. Remove it, or choose one from the list.');
  const { items } = api.attention.list.response.parse((await call(app, 'GET', '/admin/attention', { token })).body);
  expect(items.find(({ kind }) => kind === 'email_texts')).toMatchObject({ count: 1, level: 'warning' });
});

test('a text is previewed with examples, and sent to its admin', async () => {
  await using app = await startApp({ BRAND_NAME: '<Gurukul>' });
  const { token, email } = await anAdmin(app);
  const body = { subject: 'Days: {days}', heading: '', text: '{school}: {date} <i>\n\n{link}' };
  const preview = await call(app, 'POST', `${PATH}/access_ending/preview`, { token, body });
  expect(preview.body['subject']).toBe('Days: 7 days');
  expect(preview.body['html']).toContain('&lt;Gurukul&gt;: 15 June 2027 &lt;i&gt;</p>');
  expect(preview.body['html']).toContain('>Renew</a>');

  const sent = await call(app, 'POST', `${PATH}/access_ending/test`, { token, body });
  expect(sent.body).toMatchObject({ success: true, to: email });
  expect((await readEmails(app)).map(({ headers }) => headers.get('subject'))).toContain('Days: 7 days');
  const saved = (await listTexts(app, token)).filter(({ isChanged }) => isChanged);
  expect(saved).toEqual([]);
});
