// @module-tag both
import { describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { call } from '#test/call.ts';
import { anAdmin, aUser } from '#test/factories.ts';
import { recordSent } from '#server/email/sent-emails.queries.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const writeMail = async (app: TestApp, subject: string): Promise<void> => {
  const body = { name: subject, email: 'ravi@home.example', message: 'नमस्ते\n<b>https://school.example/x</b>' };
  await call(app, 'POST', '/contact', { body });
  await app.jobs.runDue();
};

describe('the emails for admins', () => {
  it('lists emails newest first and page by page, and shows one as text', { tags: ['ADD-15'] }, async () => {
    await using app = await startApp({ CONTACT_EMAIL: 'desk@school.example' });
    const { token } = await anAdmin(app);
    for (const subject of ['Ravi', 'Zoë', 'Tara']) await writeMail(app, subject);
    const listed = await call(app, 'GET', '/admin/outbox?limit=2', { token });
    const { isUsed, mails: emails, total } = api.outbox.list.response.parse(listed.body);
    expect({ isUsed, total }).toEqual({ isUsed: true, total: 3 });
    expect(emails.map(({ subject }) => subject)).toEqual(['Message from Tara', 'Message from Zoë']);
    expect(emails[0]).toMatchObject({ to: 'desk@school.example', sentAt: '2026-06-15T04:30:00.000Z' });
    expect(await call(app, 'GET', '/admin/outbox?limit=2&offset=2', { token })).toMatchObject({
      body: { mails: [{ subject: 'Message from Ravi' }], total: 3 },
    });

    expect(await call(app, 'GET', '/admin/outbox?limit=1&sort=sent', { token })).toMatchObject({
      body: { mails: [{ subject: 'Message from Ravi' }], total: 3 },
    });
    const headers = { authorization: `Bearer ${token}` };
    const exported = await app.http.inject({ url: '/api/v1/admin/outbox/export?sort=sent', headers });
    expect(exported.body.trim().split('\r\n').slice(1)).toEqual(
      ['Ravi', 'Zoë', 'Tara'].map((name) => `"Message from ${name}","desk@school.example","2026-06-15T04:30:00.000Z"`),
    );

    const found = async (query: string) => {
      const { body } = await call(app, 'GET', `/admin/outbox?${query}`, { token });
      const page = api.outbox.list.response.parse(body);
      return [page.total, ...page.mails.map(({ subject }) => subject.replace('Message from ', ''))];
    };
    expect(await found('sort=subject')).toEqual([3, 'Ravi', 'Tara', 'Zoë']);
    expect(await found('sort=-subject&limit=1&offset=1')).toEqual([3, 'Tara']);
    expect(await found(`search=${encodeURIComponent('ZOË')}`)).toEqual([1, 'Zoë']);
    expect(await found('search=desk@School&limit=2')).toEqual([3, 'Tara', 'Zoë']);
    expect(await found('search=ravi@home')).toEqual([0]);
    const some = await app.http.inject({ url: '/api/v1/admin/outbox/export?search=tara', headers });
    expect(some.body.trim().split('\r\n').slice(1)).toEqual([
      '"Message from Tara","desk@school.example","2026-06-15T04:30:00.000Z"',
    ]);

    const shown = await call(app, 'GET', `/admin/outbox/${emails[1]?._id}`, { token });
    const { mail: email } = api.outbox.read.response.parse(shown.body);
    expect(email).toMatchObject({ subject: 'Message from Zoë', replyTo: 'Zoë <ravi@home.example>' });
    expect(email.text).toContain('> नमस्ते\n> <b>https://school.example/x</b>');
  });

  it('is empty before the first email, and unused with an SMTP server', async () => {
    await using app = await startApp({ SMTP_URL: 'smtp://127.0.0.1:9' });
    const { token } = await anAdmin(app);
    expect(await call(app, 'GET', '/admin/outbox', { token })).toMatchObject({
      body: { isUsed: false, mails: [], total: 0 },
    });
  });

  it('lists what the mail server got, and what was stored until then can still be read', async () => {
    await using app = await startApp({ CONTACT_EMAIL: 'desk@school.example' });
    await writeMail(app, 'Ravi');
    await using sending = await app.restart({ CONTACT_EMAIL: 'desk@school.example', SMTP_URL: 'smtp://127.0.0.1:9' });
    const { token } = await anAdmin(sending);
    for (const [id, address] of [
      ['m1', 'asha@home.example'],
      ['m1', 'bina@home.example'],
      ['m2', 'bina@home.example'],
    ] as const)
      await recordSent(sending.database.db, { id, addresses: [address], subject: `Receipt ${id}`, now: Date.now() });
    const list = async (query: string) =>
      api.outbox.list.response.parse((await call(sending, 'GET', `/admin/outbox?${query}`, { token })).body);
    const { isUsed, mails, total } = await list('sort=subject');
    expect([isUsed, total]).toEqual([false, 4]);
    expect(mails.map(({ subject, to, isStored }) => [subject, to, isStored])).toEqual([
      ['Message from Ravi', 'desk@school.example', true],
      ['Receipt m1', 'asha@home.example', false],
      ['Receipt m1', 'bina@home.example', false],
      ['Receipt m2', 'bina@home.example', false],
    ]);
    expect((await list('sort=subject&limit=2&offset=3')).mails.map(({ subject }) => subject)).toEqual(['Receipt m2']);
    expect(await list('search=BINA@home')).toMatchObject({ total: 2 });
    const { _id: storedId } = (await list('search=Ravi')).mails[0] ?? { _id: '' };
    expect((await call(sending, 'GET', `/admin/outbox/${storedId}`, { token })).body).toMatchObject({
      mail: { subject: 'Message from Ravi', isStored: true },
    });
    const headers = { authorization: `Bearer ${token}` };
    const exported = await sending.http.inject({ url: '/api/v1/admin/outbox/export', headers });
    expect(exported.body.trim().split('\r\n')).toHaveLength(5);
  });

  it('rejects names that lead elsewhere, and is closed to others', { tags: ['ADD-15'] }, async () => {
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

  it("hides reset links of other users, and shows a learner's to an admin, which is recorded", async () => {
    await using app = await startApp();
    const [admin, other, learner] = [await anAdmin(app), await anAdmin(app), await aUser(app)];
    const { token } = admin;
    const emailTo = async (email: string): Promise<string> => {
      await call(app, 'POST', '/user/reset', { body: { email } });
      await app.jobs.runDue();
      const { mails: emails } = api.outbox.list.response.parse(
        (await call(app, 'GET', '/admin/outbox', { token })).body,
      );
      return emails.find(({ to, subject }) => to === email && subject.startsWith('Reset'))?._id ?? '';
    };
    const read = async (id: string) =>
      api.outbox.read.response.parse((await call(app, 'GET', `/admin/outbox/${id}`, { token })).body).mail;
    const recorded = () =>
      app.database.db
        .selectFrom('audit_entries')
        .select(['source', 'kind', 'user_id', 'detail'])
        .where('kind', '=', 'private_link_shown')
        .execute();
    const link = /\/reset-password\/[\w-]{43}\n/;

    const own = await read(await emailTo(admin.email));
    expect([own.isLinkHidden, link.test(own.text)]).toEqual([false, true]);

    const learners = await emailTo(learner.email);
    const hidden = await read(learners);
    expect(hidden).toMatchObject({ isLinkHidden: true, text: expect.stringContaining('(private link, hidden)') });
    expect(hidden.text).not.toContain('/reset-password/');
    expect(await recorded()).toEqual([]);
    const shown = await call(app, 'POST', `/admin/outbox/${learners}/link`, { token });
    expect(shown.body['mail']).toMatchObject({ isLinkHidden: false, text: expect.stringMatching(link) });
    const source = JSON.stringify({ kind: 'admin', id: admin.id });
    const record = { source, kind: 'private_link_shown', user_id: learner.id };
    expect(await recorded()).toEqual([{ ...record, detail: JSON.stringify({ mailId: learners }) }]);

    const admins = await emailTo(other.email);
    expect((await read(admins)).text).not.toContain('/reset-password/');
    const refused = await call(app, 'POST', `/admin/outbox/${admins}/link`, { token });
    expect([refused.status, refused.body['code']]).toEqual([403, 'link_of_another_admin']);
    const asLearner = await call(app, 'POST', `/admin/outbox/${learners}/link`, { token: learner.token });
    expect(asLearner.status).toBe(403);
    expect(await recorded()).toHaveLength(1);
  });
});
