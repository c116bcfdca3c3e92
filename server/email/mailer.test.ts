import { chmod, mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { HOUR_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { readEmails } from '#test/mailbox.ts';
import { startApp, type TestApp } from '#test/start-app.ts';
import { openFakeSmtp } from '#test/fake-smtp.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import { openEmailFolder } from './email-folder.ts';
import { WrittenEmail } from './mailer.ts';

const sendEmail = defineJob({ name: 'mail.send', lane: 'email', payload: WrittenEmail });

const write = (app: TestApp) =>
  call(app, 'POST', '/contact', { body: { name: 'Ravi', email: 'ravi@home.example', message: 'Namaste नमस्ते' } });

describe('the folder of emails', () => {
  it('holds one file per email, named after its job, and no partial file', { tags: ['ADD-13', 'ADD-14'] }, async () => {
    await using app = await startApp({ CONTACT_EMAIL: 'desk@school.example', BRAND_NAME: 'Gurukul' });
    await write(app);
    await write(app);
    const emails = await readEmails(app);
    const jobs = await app.database.db.selectFrom('jobs').select('id').where('name', '=', 'mail.send').execute();
    expect(emails.map(({ fileName }) => fileName).toSorted()).toEqual(jobs.map(({ id }) => `${id}.eml`).toSorted());
    expect(emails[0]?.headers.get('from')).toBe('Gurukul <no-reply@localhost>');
    expect(emails[0]?.headers.get('date')).toBe('Mon, 15 Jun 2026 04:30:00 +0000');
    expect(emails[0]?.text).toContain('नमस्ते');
  });

  it('holds one email of a job that ran twice', async () => {
    await using app = await startApp({ CONTACT_EMAIL: 'desk@school.example' });
    await write(app);
    await app.jobs.runDue();
    // As after a process that ended between sending and saying so.
    const asBefore = { state: 'waiting', finished_at: null } as const;
    await app.database.db.updateTable('jobs').set(asBefore).where('name', '=', 'mail.send').execute();
    expect(await readEmails(app)).toHaveLength(1);
  });

  it('delays no request while it cannot be written, and is filled later', async () => {
    await using app = await startApp({ CONTACT_EMAIL: 'desk@school.example' });
    const folder = join(app.config.dataDir, 'outbox');
    await writeFile(folder, 'a file where the folder belongs');
    expect((await write(app)).status).toBe(200);
    await app.jobs.runDue();
    await rm(folder);
    app.clock.advance(HOUR_MS);
    expect(await readEmails(app)).toHaveLength(1);
  });

  it('is readable by its owner only, and accepts ids of any form', async () => {
    await using app = await startApp();
    const folder = join(app.config.dataDir, 'outbox');
    await mkdir(folder);
    await chmod(folder, 0o700);
    await openEmailFolder(folder).put('a/../b:1', Buffer.from('x'));
    expect(await readdir(folder)).toEqual(['a____b_1.eml']);
  });
});

it('an email that can be stopped says so to mail programs, others do not', async () => {
  await using app = await startApp();
  const content = { to: ['meera@school.example'], subject: 'Hello', heading: '', parts: [] };
  const optOut = { label: 'No more of these', path: '/opt-out/token' };
  await app.jobs.enqueueAll(app.database.db, sendEmail, [{ payload: content }, { payload: { ...content, optOut } }]);
  const headers = (await readEmails(app)).map((email) => [
    email.headers.get('list-unsubscribe'),
    email.headers.get('list-unsubscribe-post'),
  ]);
  expect(headers).toContainEqual([undefined, undefined]);
  expect(headers).toContainEqual([
    expect.stringMatching(/^<http:\/\/localhost(?::\d+)?\/opt-out\/token>$/),
    'List-Unsubscribe=One-Click',
  ]);
});

it('every email says that a program sent it, except the answer of a person', async () => {
  await using app = await startApp();
  const content = { to: ['meera@school.example'], subject: 'Hello', heading: '', parts: [] };
  const personal = { ...content, isPersonal: true as const };
  await app.jobs.enqueueAll(app.database.db, sendEmail, [{ payload: content }, { payload: personal }]);
  const marks = (await readEmails(app)).map((email) => email.headers.get('auto-submitted'));
  expect(marks).toHaveLength(2);
  expect(marks).toEqual(expect.arrayContaining(['auto-generated', undefined]));
});

it('a line end in a subject, a name or an address adds no header and no receiver', async () => {
  await using smtp = await openFakeSmtp();
  await using app = await startApp({ SMTP_URL: smtp.url, MAIL_FROM: 'office@school.example' });
  const evil = 'Ravi\r\nBcc: x@evil.example\u2028\n\nX';
  const content = {
    to: ['meera@school.example'],
    replyTo: { name: evil, address: `ravi@home.example\r\nBcc: y@evil.example` },
  };
  const payload = { ...content, subject: evil, heading: evil, parts: [] };
  await app.jobs.enqueueAll(app.database.db, sendEmail, [{ payload }]);
  await app.jobs.runDue();
  expect(smtp.emails).toMatchObject([{ recipients: ['meera@school.example'] }]);
  const head = smtp.emails[0]?.data.split('\r\n\r\n')[0] ?? '';
  expect(head).toContain('Subject: Ravi Bcc: x@evil.example X');
  expect(head).not.toMatch(/^Bcc:/im);
});

describe('SMTP', () => {
  it('receives the emails when it is configured, and the folder stays empty', { tags: ['ADD-14'] }, async () => {
    await using smtp = await openFakeSmtp();
    await using app = await startApp({
      SMTP_URL: smtp.url,
      MAIL_FROM: 'The School <office@school.example>',
      CONTACT_EMAIL: 'desk@school.example',
    });
    expect((await write(app)).status).toBe(200);
    expect(smtp.emails).toEqual([]);
    await app.jobs.runDue();
    expect(smtp.emails).toMatchObject([{ recipients: ['desk@school.example'] }]);
    expect(smtp.emails[0]?.data).toContain('From: The School <office@school.example>');
    expect(smtp.emails[0]?.data).toContain('Reply-To: Ravi <ravi@home.example>');
    expect(await readEmails(app)).toEqual([]);
  });

  it('is retried with the same email after a refusal', async () => {
    await using smtp = await openFakeSmtp({ refusals: 2 });
    await using app = await startApp({ SMTP_URL: smtp.url, CONTACT_EMAIL: 'desk@school.example' });
    await write(app);
    for (let attempt = 0; attempt < 3; attempt += 1) {
      await app.jobs.runDue();
      app.clock.advance(HOUR_MS);
    }
    expect(smtp.emails).toHaveLength(1);
    const { id } = await app.database.db
      .selectFrom('jobs')
      .select('id')
      .where('name', '=', 'mail.send')
      .executeTakeFirstOrThrow();
    expect(smtp.emails[0]?.data).toContain(`Message-ID: <${id}@localhost>`);
  });
});

describe('a mail server that greylists', () => {
  const start = async (refusalOf: (recipient: string) => string | undefined) => {
    const smtp = await openFakeSmtp({ refusalOf });
    const app = await startApp({ SMTP_URL: smtp.url });
    const send = (...to: string[]) =>
      app.jobs.enqueue(app.database.db, sendEmail, {
        to,
        subject: 'Hi',
        heading: '',
        parts: [{ kind: 'text', text: 'Namaste' }],
      });
    return { smtp, app, send };
  };

  it('gets the email again for the recipients that it refused, and the others have it once', async () => {
    const waiting = new Set(['asha@slow.example']);
    const { send, ...started } = await start((recipient) => {
      if (recipient === 'gone@home.example') return '550 no such user';
      return waiting.has(recipient) ? '450 4.2.0 greylisted, try again later' : undefined;
    });
    await using app = started.app;
    // Until the app is closed.
    await using smtp = started.smtp;
    const recipients = () => smtp.emails.map((email) => email.recipients);
    await send('ravi@home.example', 'asha@slow.example', 'gone@home.example');
    await app.jobs.runDue();
    expect(recipients()).toEqual([['ravi@home.example']]);
    app.clock.advance(HOUR_MS / 6);
    await app.jobs.runDue();
    expect(recipients()).toEqual([['ravi@home.example']]);
    waiting.clear();
    app.clock.advance(HOUR_MS);
    await app.jobs.runDue();
    expect(recipients()).toEqual([['ravi@home.example'], ['asha@slow.example']]);
    app.clock.advance(HOUR_MS);
    await app.jobs.runDue();
    expect(recipients()).toHaveLength(2);
  });
});
