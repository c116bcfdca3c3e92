import { describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { call } from '#test/call.ts';
import { anAdmin, aUser } from '#test/factories.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const writeMail = async (app: TestApp, subject: string): Promise<void> => {
  const body = { name: subject, email: 'ravi@home.example', message: 'नमस्ते\n<b>https://school.example/x</b>' };
  await call(app, 'POST', '/contact', { body });
  await app.jobs.runDue();
};

describe('the outbox for ADMINs', () => {
  it('lists mails, the newest first and a page at a time, and shows one as text [ADD-15]', async () => {
    await using app = await startApp({ CONTACT_EMAIL: 'desk@school.example' });
    const { token } = await anAdmin(app);
    for (const subject of ['Ravi', 'Zoë', 'Tara']) await writeMail(app, subject);
    const listed = await call(app, 'GET', '/admin/outbox?limit=2', { token });
    const { isUsed, mails, total } = api.outbox.list.response.parse(listed.body);
    expect({ isUsed, total }).toEqual({ isUsed: true, total: 3 });
    expect(mails.map(({ subject }) => subject)).toEqual(['Message from Tara', 'Message from Zoë']);
    expect(mails[0]).toMatchObject({ to: 'desk@school.example', sentAt: '2026-06-15T04:30:00.000Z' });
    expect(await call(app, 'GET', '/admin/outbox?limit=2&offset=2', { token })).toMatchObject({
      body: { mails: [{ subject: 'Message from Ravi' }], total: 3 },
    });

    const shown = await call(app, 'GET', `/admin/outbox/${mails[1]?._id}`, { token });
    const { mail } = api.outbox.read.response.parse(shown.body);
    expect(mail).toMatchObject({ subject: 'Message from Zoë', replyTo: 'Zoë <ravi@home.example>' });
    expect(mail.text).toContain('> नमस्ते\n> <b>https://school.example/x</b>');
  });

  it('is empty before the first mail, and unused with a mail server', async () => {
    await using app = await startApp({ SMTP_URL: 'smtp://127.0.0.1:9' });
    const { token } = await anAdmin(app);
    expect(await call(app, 'GET', '/admin/outbox', { token })).toMatchObject({
      body: { isUsed: false, mails: [], total: 0 },
    });
  });

  it('knows no mail by a name that leads elsewhere, and opens for nobody else [ADD-15]', async () => {
    await using app = await startApp({ CONTACT_EMAIL: 'desk@school.example' });
    const { token } = await anAdmin(app);
    await writeMail(app, 'Ravi');
    for (const id of ['unknown', '..%2Flectern.db', '%2e%2e', 'a'.repeat(65)]) {
      expect((await call(app, 'GET', `/admin/outbox/${id}`, { token })).status, id).toBe(404);
    }
    const user = await aUser(app);
    for (const path of ['/admin/outbox', '/admin/outbox/unknown']) {
      expect((await call(app, 'GET', path, { token: user.token })).status).toBe(403);
      expect((await call(app, 'GET', path)).status).toBe(401);
    }
  });
});
