import { describe, expect, it } from 'vitest';
import { call, type CallResponse } from '#test/call.ts';
import { anAdmin, aUser } from '#test/factories.ts';
import { readEmails } from '#test/mailbox.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const MESSAGE = { name: 'Ravi Kumar', email: 'ravi@home.example', message: 'Is the course in Hindi?\nThank you.' };

const send = (app: TestApp, body: object = {}, token?: string, from?: string): Promise<CallResponse> =>
  call(app, 'POST', '/contact', {
    body: { ...MESSAGE, ...body },
    ...(token === undefined ? {} : { token }),
    ...(from === undefined ? {} : { from }),
  });

const stored = ({ database }: TestApp) =>
  database.db.selectFrom('contact_messages').select(['name', 'email', 'message', 'user_id', 'created_at']).execute();

describe('contact', () => {
  it(
    'stores a message and emails it to the school, with the sender as reply address',
    { tags: ['CALL-18', 'ADD-10'] },
    async () => {
      await using app = await startApp({ CONTACT_EMAIL: 'desk@school.example' });
      expect(await send(app)).toMatchObject({
        status: 200,
        body: { success: true, message: 'Form submitted successfully' },
      });
      expect(await stored(app)).toEqual([{ ...MESSAGE, user_id: null, created_at: app.clock.now() }]);
      const [email, ...more] = await readEmails(app);
      expect(more).toEqual([]);
      expect(email?.headers.get('to')).toBe('desk@school.example');
      expect(email?.headers.get('reply-to')).toBe('Ravi Kumar <ravi@home.example>');
      expect(email?.headers.get('subject')).toBe('Message from Ravi Kumar');
      expect(email?.text).toContain('> Is the course in Hindi?\n> Thank you.');
    },
  );

  it.each(['a@', '@b', 'a b@c', 'x@a.example, y@b.example', 'a@b <x@evil.example>'])(
    'takes any text with an @ as the email, and lets nobody reply to what is no address: %j',
    { tags: ['VAL-14'] },
    async (address) => {
      await using app = await startApp({ CONTACT_EMAIL: 'desk@school.example' });
      expect(await send(app, { email: address })).toMatchObject({ status: 200, body: { success: true } });
      expect(await stored(app)).toMatchObject([{ email: address }]);
      const [email] = await readEmails(app);
      expect(email?.headers.get('to')).toBe('desk@school.example');
      expect(email?.headers.has('reply-to')).toBe(false);
      expect(email?.text).toContain(address);
      expect(email?.text).not.toContain('Reply to this email');
    },
  );

  it('emails the admins when no address is configured', async () => {
    await using app = await startApp();
    await anAdmin(app, { email: 'asha@school.example' });
    await anAdmin(app, { email: 'head@school.example' });
    await aUser(app);
    await send(app);
    const [email] = await readEmails(app);
    expect(email?.headers.get('to')?.split(', ').toSorted()).toEqual(['asha@school.example', 'head@school.example']);
  });

  it('stores a message when nobody can be emailed', async () => {
    await using app = await startApp();
    expect((await send(app)).status).toBe(200);
    expect(await stored(app)).toHaveLength(1);
    expect(await readEmails(app)).toEqual([]);
  });

  it('records who is logged in, and treats an invalid token as a visitor', async () => {
    await using app = await startApp();
    const { id, token } = await aUser(app);
    await send(app, {}, token);
    expect((await send(app, {}, 'broken')).status).toBe(200);
    expect(new Set((await stored(app)).map(({ user_id }) => user_id))).toEqual(new Set([id, null]));
  });

  it('accepts a message with the hidden field filled without storing it', { tags: ['ADD-11'] }, async () => {
    await using app = await startApp({ CONTACT_EMAIL: 'desk@school.example' });
    const human = await send(app, { website: '' });
    const program = await send(app, { website: 'https://spam.example' });
    expect([program.status, program.text]).toEqual([human.status, human.text]);
    expect(await stored(app)).toHaveLength(1);
    expect(await readEmails(app)).toHaveLength(1);
  });

  it('shows input as text, never as HTML', { tags: ['ADD-10'] }, async () => {
    await using app = await startApp({ CONTACT_EMAIL: 'desk@school.example' });
    await send(app, { name: '<b>Ravi</b> & "co"', message: '<script>alert(1)</script>\n<img src=x onerror=alert(2)>' });
    const [email] = await readEmails(app);
    expect(email?.html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;<br>&lt;img src=x onerror=alert(2)&gt;');
    expect(email?.html).toContain('&lt;b&gt;Ravi&lt;/b&gt; &amp; &quot;co&quot;');
    expect(email?.html).not.toMatch(/<script|<img|<b>/);
    expect(email?.text).toContain('> <script>alert(1)</script>');
  });

  it.each([
    'Ravi\r\nBcc: all@evil.example',
    'Ravi\nSubject: other',
    'Ravi\u2028Bcc: all@evil.example',
    'Ravi" <x@evil.example>, "',
  ])('allows no name to inject headers: %j', async (name) => {
    await using app = await startApp({ CONTACT_EMAIL: 'desk@school.example' });
    expect((await send(app, { name })).status).toBe(200);
    const [email] = await readEmails(app);
    expect([...(email?.headers.keys() ?? [])]).not.toContain('bcc');
    expect(email?.headers.get('to')).toBe('desk@school.example');
    expect(email?.headers.get('subject')).toMatch(/^Message from Ravi/);
    expect(email?.headers.get('reply-to')).toMatch(/<ravi@home\.example>$/);
  });

  it.each([
    [{ name: '' }, 'All fields are mandatory'],
    [{ email: undefined }, 'All fields are mandatory'],
    [{ message: '  ' }, 'All fields are mandatory'],
    [{ message: ['hello'] }, 'All fields are mandatory'],
    [{ name: '', email: 'nowhere' }, 'All fields are mandatory'],
    [{ email: 'nowhere' }, 'Invalid email address'],
    [{ email: 'a@b\r\nBcc: c@d' }, 'Invalid email address'],
    [{ message: 'x'.repeat(5001) }, 'This is longer than the field allows'],
    [{ message: 'a\u0000b' }, 'This text contains characters that cannot be stored'],
  ])('checks the fields: %j', { tags: ['VAL-13', 'VAL-14'] }, async (body, message) => {
    await using app = await startApp();
    expect(await send(app, body)).toMatchObject({ status: 400, body: { success: false, message } });
    expect(await stored(app)).toEqual([]);
  });

  it('accepts thirty messages from an address in fifteen minutes', async () => {
    await using app = await startApp({ RATE_LIMIT: 'on' });
    for (let index = 0; index < 30; index += 1) expect((await send(app)).status).toBe(200);
    expect(await send(app)).toMatchObject({ status: 429, headers: { 'retry-after': '900' } });
    expect(await stored(app)).toHaveLength(30);
  });

  it('counts all addresses of a /64 of IPv6 as one', async () => {
    await using app = await startApp({ RATE_LIMIT: 'on' });
    const sendFrom = async (from: string): Promise<number> => (await send(app, {}, undefined, from)).status;
    for (let index = 0; index < 30; index += 1) expect(await sendFrom(`2001:db8:0:1:${index}::7`)).toBe(200);
    expect(await sendFrom('2001:db8:0:1:ffff::7')).toBe(429);
    expect(await sendFrom('2001:db8:0:2::7')).toBe(200);
  });
});
