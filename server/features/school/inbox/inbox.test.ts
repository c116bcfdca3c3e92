// @module-tag both
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import { api } from '#contract/api.ts';
import type { InboxMessage } from '#contract/school/inbox.ts';
import { call, type CallResponse } from '#test/call.ts';
import { countStatements } from '#test/count-statements.ts';
import { anAdmin, aUser } from '#test/factories.ts';
import { openFakeSmtp } from '#test/fake-smtp.ts';
import { readEmails } from '#test/mailbox.ts';
import { runSweep } from '#test/run-sweep.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const openInbox = async (settings: Record<string, string> = {}) => {
  const app = await startApp(settings);
  const { token } = await anAdmin(app, { email: 'asha@school.example', fullName: 'Asha Rao' });
  const send = async (body: object = {}, from?: string): Promise<void> => {
    app.clock.advance(1000);
    const message = { name: 'Ravi Kumar', email: 'ravi@home.example', message: 'Is it in Hindi?', ...body };
    await call(app, 'POST', '/contact', { body: message, ...(from !== undefined && { token: from }) });
  };
  const list = async (query = '') =>
    api.inbox.list.response.parse((await call(app, 'GET', `/admin/inbox${query}`, { token })).body);
  const idOf = async (search: string): Promise<string> =>
    (await list(`?search=${search}`)).inboxMessages[0]?._id ?? 'none';
  const read = async (messageId: string): Promise<InboxMessage> => {
    const { body } = await call(app, 'GET', `/admin/inbox/${messageId}`, { token });
    return api.inbox.read.response.parse(body).inboxMessage;
  };
  return { app, token, send, list, idOf, read };
};

let lastKey = 0;
const reply = (
  { app, token }: { app: TestApp; token: string },
  messageId: string,
  body: object = {},
): Promise<CallResponse> =>
  call(app, 'POST', `/admin/inbox/${messageId}/replies`, {
    token,
    body: {
      text: 'Yes, from March.\n\nAsha',
      isDone: false,
      idempotencyKey: `reply-of-a-test-${(lastKey += 1)}`,
      ...body,
    },
  });

describe('the inbox', () => {
  it('lists messages, newest first, by state and search, with the count of each state', async () => {
    const inbox = await openInbox();
    await using app = inbox.app;
    await inbox.send({ name: 'Meenal', message: 'Captions in Marathi?' });
    await inbox.send({ name: 'Ravi', message: `Is it in Hindi? ${'x'.repeat(300)}` });
    await inbox.send({ name: '100%', email: 'percent@home.example' });
    const { token } = inbox;
    const done = await call(app, 'PUT', `/admin/inbox/${await inbox.idOf('Marathi')}/done`, {
      token,
      body: { isDone: true },
    });
    expect(done).toMatchObject({ status: 200, body: { message: 'Marked as done', inboxMessage: { isDone: true } } });

    const names = async (query: string): Promise<string[]> =>
      (await inbox.list(query)).inboxMessages.map(({ name }) => name);
    expect(await names('')).toEqual(['100%', 'Ravi', 'Meenal']);
    expect(await names('?state=open')).toEqual(['100%', 'Ravi']);
    expect(await names('?state=done')).toEqual(['Meenal']);
    expect(await names('?search=HINDI&limit=1&offset=1')).toEqual(['Ravi']);
    expect(await names('?search=%25')).toEqual(['100%']);
    expect(await names('?search=m%C3%A9enal')).toEqual(['Meenal']);
    expect(await inbox.list('?search=ravi@home.example')).toMatchObject({ total: 2, counts: { open: 1, done: 1 } });
    const [, ravi] = (await inbox.list()).inboxMessages;
    expect(ravi?.excerpt).toHaveLength(160);
    expect(ravi).toMatchObject({ email: 'ravi@home.example', isDone: false, isReplied: false });
  });

  it('emails a reply to the sender with the message quoted, and keeps it', async () => {
    const inbox = await openInbox({ CONTACT_EMAIL: 'desk@school.example', BRAND_NAME: 'Aravalli' });
    await using app = inbox.app;
    const learner = await aUser(app);
    await inbox.send({}, learner.token);
    const messageId = await inbox.idOf('ravi');
    const sent = await reply(inbox, messageId, { isDone: true });
    expect(sent).toMatchObject({
      status: 200,
      body: {
        message: 'Saved, but not sent: no mail server is set up',
        inboxMessage: {
          text: 'Is it in Hindi?',
          userId: learner.id,
          isDone: true,
          replies: [{ author: 'Asha Rao', text: 'Yes, from March.\n\nAsha', isSent: false }],
        },
      },
    });
    const email = (await readEmails(app)).find(({ headers }) => headers.get('to') === 'ravi@home.example');
    expect(email?.headers.get('reply-to')).toBe('Aravalli <desk@school.example>');
    expect(email?.headers.get('subject')).toBe('Re: Your message to Aravalli');
    expect(email?.text).toContain('Yes, from March.\n\nAsha\n\nYou wrote:\n\n> Is it in Hindi?');
    expect((await inbox.list()).inboxMessages[0]).toMatchObject({ isReplied: false, isDone: true });
  });

  it('is read with as many statements however many replies were sent', async () => {
    await using smtp = await openFakeSmtp();
    const inbox = await openInbox({ SMTP_URL: smtp.url });
    await using app = inbox.app;
    for (const name of ['Ravi', 'मीनल']) {
      await inbox.send({ name });
      const id = await inbox.idOf(name);
      for (const text of ['Yes.', 'From March.']) await reply({ app, token: inbox.token }, id, { text });
    }
    await app.jobs.runDue();
    const id = await inbox.idOf('Ravi');
    let message: InboxMessage | undefined;
    // The message, its replies and the other one. SQLite knows the session, PostgreSQL asks for it.
    const session = app.database.engine === 'postgres' ? 1 : 0;
    expect(await countStatements(async () => (message = await inbox.read(id)))).toBe(3 + session);
    expect(message?.replies.map(({ isSent }) => isSent)).toEqual([true, true]);
    expect(await countStatements(() => inbox.list())).toBe(2 + session);
    expect((await inbox.list()).inboxMessages.map(({ isReplied }) => isReplied)).toEqual([true, true]);
  });

  it('refuses a reply to a sender who left no email address, and says so with the message', async () => {
    const inbox = await openInbox({ CONTACT_EMAIL: 'desk@school.example' });
    await using app = inbox.app;
    await inbox.send({ email: 'ravi@' });
    await inbox.send({ email: 'ravi@home.example' });
    const [reachable, unreachable] = (await inbox.list()).inboxMessages.map(({ _id }) => _id);
    expect(await inbox.read(reachable ?? '')).toMatchObject({ canReply: true });
    expect(await inbox.read(unreachable ?? '')).toMatchObject({ email: 'ravi@', canReply: false });
    const { token } = inbox;
    expect(await reply({ app, token }, unreachable ?? '', { isDone: true })).toMatchObject({
      status: 409,
      body: { code: 'no_reply_address', message: 'The sender left no email address that you can reply to' },
    });
    expect(await inbox.read(unreachable ?? '')).toMatchObject({ replies: [], isDone: false });
  });

  it('names the admin who replied as the reply address while there is no contact address', async () => {
    const inbox = await openInbox();
    await using app = inbox.app;
    await inbox.send();
    await reply(inbox, await inbox.idOf('ravi'));
    const email = (await readEmails(app)).find(({ headers }) => headers.get('to') === 'ravi@home.example');
    expect(email?.headers.get('reply-to')).toBe('Lectern <asha@school.example>');
  });

  it('sends a repeated reply once, also when both arrive together', async () => {
    const inbox = await openInbox({ CONTACT_EMAIL: 'desk@school.example' });
    await using app = inbox.app;
    await inbox.send();
    const messageId = await inbox.idOf('ravi');
    const same = { idempotencyKey: 'the-same-key-twice' };
    const both = await Promise.all([reply(inbox, messageId, same), reply(inbox, messageId, same)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect((await inbox.read(messageId)).replies).toHaveLength(1);
    const sent = (await readEmails(app)).filter(({ headers }) => headers.get('to') === 'ravi@home.example');
    expect(sent).toHaveLength(1);
  });

  it('marks a message as done and open again', async () => {
    const inbox = await openInbox();
    await using app = inbox.app;
    await inbox.send();
    const address = `/admin/inbox/${await inbox.idOf('ravi')}/done`;
    const put = (isDone: boolean) => call(app, 'PUT', address, { token: inbox.token, body: { isDone } });
    expect(await put(true)).toMatchObject({ body: { inboxMessage: { isDone: true } } });
    expect(await put(false)).toMatchObject({
      body: { message: 'Moved back to open', inboxMessage: { isDone: false } },
    });
    expect((await inbox.list()).counts).toEqual({ open: 1, done: 0 });
  });

  it('shows the other messages of the same sender', async () => {
    const inbox = await openInbox();
    await using _ = inbox.app;
    await inbox.send({ message: 'The first question' });
    await inbox.send({ message: 'The second question' });
    await inbox.send({ email: 'another@home.example' });
    const { others } = await inbox.read(await inbox.idOf('second'));
    expect(others.map(({ excerpt }) => excerpt)).toEqual(['The first question']);
  });

  it('knows no other message, and needs a text', async () => {
    const inbox = await openInbox();
    await using app = inbox.app;
    await inbox.send();
    const missing = { status: 404, body: { code: 'inbox_message_not_found' } };
    expect(await call(app, 'GET', '/admin/inbox/unknown', inbox)).toMatchObject(missing);
    expect(await reply(inbox, 'unknown')).toMatchObject(missing);
    const { token } = inbox;
    expect(await call(app, 'PUT', '/admin/inbox/unknown/done', { token, body: { isDone: true } })).toMatchObject(
      missing,
    );
    expect(await reply(inbox, await inbox.idOf('ravi'), { text: ' ' })).toMatchObject({
      status: 400,
      body: { message: 'Enter a reply' },
    });
  });
});

it('deletes messages some months after they were done, where the settings say so', async () => {
  const { app, token, send, list, idOf } = await openInbox();
  await send({ message: 'Is it in Hindi?' });
  await send({ message: 'Nobody has read this' });
  const messageId = await idOf('Hindi');
  await reply({ app, token }, messageId, { isDone: true });
  const later = async (months: number) => {
    app.clock.advance(months * 31 * DAY_MS);
    await runSweep(app, 'inbox.sweep');
    const excerpts = await app.database.db.selectFrom('contact_messages').select('message').execute();
    return excerpts.map(({ message }) => message);
  };
  expect((await list()).total).toBe(2);
  expect(await later(24)).toHaveLength(2);
  const { limits } = z
    .object({ limits: z.object({ values: z.looseObject({}) }) })
    .parse((await call(app, 'GET', '/admin/settings', await anAdmin(app))).body['settings']);
  const body = { ...limits.values, messageMonths: 36 };
  expect(await call(app, 'PUT', '/admin/settings/limits', { ...(await anAdmin(app)), body })).toMatchObject({
    status: 200,
  });
  expect(await later(11)).toHaveLength(2);
  expect(await later(2)).toEqual(['Nobody has read this']);
  expect(await app.database.db.selectFrom('contact_replies').select('id').execute()).toEqual([]);
});
