import { readdir } from 'node:fs/promises';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { call } from '#test/call.ts';
import { emailsTo, readEmails } from '#test/mailbox.ts';
import { login, mediaPart, MEERA, register, tokenOf } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const storedAvatars = async ({ config }: TestApp): Promise<string[]> => {
  const entries = await readdir(config.dataDir, { recursive: true });
  return entries.filter((entry) => entry.endsWith('.webp'));
};

const withParts = async (app: TestApp, parts: Record<string, string>, avatarName = 'avatar.png') =>
  call(app, 'POST', '/user/register', { parts: { ...parts, avatar: await mediaPart(avatarName) } });

describe('register', () => {
  it('takes a name without what nobody can see, and none of nothing else', async () => {
    await using app = await startApp();
    const [zwnj, rtl, filler] = ['\u200c', '\u202e', '\u3164'];
    for (const fullName of [
      '\u200b'.repeat(6),
      filler.repeat(6),
      '\u2800'.repeat(8),
      `\u200d${rtl}\ufeff\u00ad${zwnj}   `,
    ])
      expect(await withParts(app, { ...MEERA, fullName }), JSON.stringify(fullName)).toMatchObject({ status: 400 });
    const seen = [
      [`Mee${rtl}ra\u200b Nair`, 'Meera Nair'],
      ['Meera\r\nBcc: all@school.example', 'Meera Bcc: all@school.example'],
      [`क्${zwnj}षिति राव`, `क्${zwnj}षिति राव`],
      [`می${zwnj}خواهم`, `می${zwnj}خواهم`],
    ] as const;
    for (const [index, [fullName, shown]] of seen.entries()) {
      const { body } = await withParts(app, { ...MEERA, email: `m${index}@school.example`, fullName });
      expect(body['user']).toMatchObject({ fullName: shown });
    }
  });

  it('takes no field but its own: nobody makes themselves an admin', async () => {
    await using app = await startApp();
    const { _id, role, ...rest } = { ...MEERA, _id: 'f'.repeat(24), role: 'ADMIN' };
    const { body } = await withParts(app, { ...rest, _id, role });
    expect(body['user']).toMatchObject({ _id: expect.not.stringMatching(_id), role: 'USER' });
  });

  it('returns the user and a working token', { tags: ['CALL-04', 'ENT-01'] }, async () => {
    await using app = await startApp({ PUBLIC_URL: 'https://school.example' });
    const response = await register(app);
    expect(response).toMatchObject({
      status: 201,
      body: {
        success: true,
        message: 'Account created successfully',
        user: {
          _id: expect.stringMatching(/^[0-9a-f]{24}$/),
          fullName: 'Meera Nair',
          email: 'meera@school.example',
          role: 'USER',
          avatar: { secure_url: expect.stringMatching(/^https:\/\/school\.example\/files\/avatars\/\w+\.webp$/) },
          subscription: { status: 'inactive', access_until: null },
          createdAt: '2026-06-15T04:30:00.000Z',
        },
        token: expect.stringMatching(/^[\w-]{43}$/),
      },
    });
    const me = await call(app, 'GET', '/user/me', { token: tokenOf(response) });
    expect(me.body['user']).toEqual(response.body['user']);
  });

  it('returns no hash, and stores no token and no password', async () => {
    await using app = await startApp();
    const response = await register(app);
    expect(response.text).not.toMatch(/argon2|hash|monsoon/);
    const rows = JSON.stringify([
      await app.database.db.selectFrom('users').selectAll().execute(),
      await app.database.db.selectFrom('sessions').selectAll().execute(),
      await app.database.db.selectFrom('jobs').selectAll().execute(),
    ]);
    expect(rows).not.toContain(tokenOf(response));
    expect(rows).not.toContain(MEERA.password);
  });

  it.each(['avatar.png', 'avatar.jpg', 'avatar.svg'])(
    'converts %s to a square WebP',
    { tags: ['VAL-03'] },
    async (name) => {
      await using app = await startApp();
      const response = await withParts(app, MEERA, name);
      const { user } = z
        .object({ user: z.object({ avatar: z.object({ secure_url: z.string() }) }) })
        .parse(response.body);
      const file = await app.http.inject({ method: 'GET', url: new URL(user.avatar.secure_url).pathname });
      expect(file.headers['content-type']).toBe('image/webp');
      expect(await sharp(file.rawPayload).metadata()).toMatchObject({ format: 'webp', width: 512, height: 512 });
    },
  );

  it.each([
    ['not-an-image.png', 415, 'not_an_image'],
    ['three-seconds.mp4', 415, 'not_an_image'],
    ['empty.mp4', 415, 'not_an_image'],
    ['pixel-bomb.png', 422, 'too_many_pixels'],
  ])('refuses %s by its bytes and stores nothing', async (name, status, code) => {
    await using app = await startApp();
    const response = await withParts(app, MEERA, name);
    expect(response).toMatchObject({ status, body: { success: false, code } });
    expect(await storedAvatars(app)).toEqual([]);
    expect((await login(app)).status).toBe(401);
  });

  it.each(['fullName', 'email', 'password'])(
    'asks for all details when %s is missing or blank',
    { tags: ['VAL-01'] },
    async (name) => {
      await using app = await startApp();
      const { [name]: _left, ...others } = MEERA as Record<string, string>;
      for (const parts of [others, { ...others, [name]: '' }])
        expect(await withParts(app, parts)).toMatchObject({
          status: 400,
          body: { success: false, code: 'validation_failed', message: 'Please fill all the details' },
        });
    },
  );

  it('asks for all details when the avatar is missing, regardless of other errors', { tags: ['VAL-01'] }, async () => {
    await using app = await startApp();
    const expected = { status: 400, body: { message: 'Please fill all the details' } };
    expect(await call(app, 'POST', '/user/register', { parts: MEERA })).toMatchObject(expected);
    expect(await call(app, 'POST', '/user/register', { parts: { ...MEERA, fullName: 'Abc' } })).toMatchObject(expected);
    expect(await call(app, 'POST', '/user/register', { body: MEERA })).toMatchObject(expected);
  });

  it.each([
    ['a name of four characters', { fullName: 'Abcd' }, 'Name should be atleast of 5 characters'],
    ['an email without @', { email: 'meera.school.example' }, 'Invalid email address'],
    ['a password of seven characters', { password: '1234567' }, 'Password should be at least 8 characters'],
    ['a password of 257 characters', { password: 'x'.repeat(257) }, 'Password should be at most 256 characters'],
    ['a name of 101 characters', { fullName: 'x'.repeat(101) }, 'This is longer than the field allows'],
    ['a NUL in the name', { fullName: 'Meera\u0000Nair' }, 'This text contains characters that cannot be stored'],
    [
      'a NUL in the email',
      { email: 'me\u0000era@school.example' },
      'This text contains characters that cannot be stored',
    ],
    ['a line break in the email', { email: 'meera@school.example\r\nBcc: x@y' }, 'Invalid email address'],
  ])('refuses %s', { tags: ['VAL-02'] }, async (_what, fields, message) => {
    await using app = await startApp();
    expect(await register(app, fields)).toMatchObject({ status: 400, body: { success: false, message } });
  });

  it('accepts values at the limits', { tags: ['NUM-05'] }, async () => {
    await using app = await startApp();
    expect((await register(app, { fullName: 'Abcde', password: '12345678' })).status).toBe(201);
    const long = { email: 'other@school.example', password: 'p'.repeat(256) };
    expect((await register(app, long)).status).toBe(201);
    expect((await login(app, long.email, long.password)).status).toBe(200);
  });

  it('accepts an email address once, in any case', async () => {
    await using app = await startApp();
    await register(app, { email: 'Meera@School.Example' });
    expect(await register(app, { email: 'meera@school.example' })).toMatchObject({
      status: 409,
      body: { code: 'email_taken', message: 'An account with this email already exists' },
    });
    expect((await login(app, 'MEERA@SCHOOL.EXAMPLE')).status).toBe(200);
  });

  it('creates one account from concurrent requests, and keeps one image', async () => {
    await using app = await startApp();
    await using further = await app.another();
    const responses = await Promise.all([register(app), register(further), register(app), register(further)]);
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409]);
    await app.jobs.runDue();
    expect(await app.database.db.selectFrom('users').select('id').execute()).toHaveLength(1);
    expect(await storedAvatars(app)).toHaveLength(1);
  });

  it('sends a welcome email that repeats no input', { tags: ['ADD-13'] }, async () => {
    await using app = await startApp({ PUBLIC_URL: 'https://school.example', BRAND_NAME: 'Gurukul' });
    await register(app, { fullName: 'Visit evil.example now' });
    const [email, ...more] = await emailsTo(app, 'meera@school.example');
    expect(more).toEqual([]);
    expect(email?.headers.get('subject')).toBe('Welcome to Gurukul');
    expect(email?.text).toContain('https://school.example/courses');
    expect(`${email?.text}${email?.html}`).not.toContain('evil.example');
    expect(await readEmails(app)).toHaveLength(1);
  });
});
