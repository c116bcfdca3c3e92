// @module-tag both
import { expect, it } from 'vitest';
import { call } from '#test/call.ts';
import { anAdmin, aUser } from '#test/factories.ts';
import { emailsTo } from '#test/mailbox.ts';
import { login, register, signUp } from '#test/sign-up.ts';
import { startApp } from '#test/start-app.ts';

/** Addresses as people paste them, each of the same mailbox. */
const FORMS = [
  'RENÉ@school.example',
  'rene\u0301@school.example',
  'ren\u200bé@school.example',
  '\u200frené@school.example',
  'ren\u00adé@school.example',
  ' rené@school.example. ',
  'rené@SCHOOL.example',
];

it('an address has one account, however it is typed', async () => {
  await using app = await startApp();
  await signUp(app, { email: 'rené@school.example' });
  for (const email of FORMS) {
    expect((await register(app, { email })).body['code']).toBe('email_taken');
    expect((await login(app, email)).status).toBe(200);
  }
  expect((await register(app, { email: 'info@bücher.example' })).status).toBe(201);
  expect((await register(app, { email: 'info@xn--bcher-kva.example' })).body['code']).toBe('email_taken');
});

it('a reset and a login code find it too', async () => {
  await using app = await startApp();
  await signUp(app, { email: 'rené@school.example' });
  await call(app, 'POST', '/user/reset', { body: { email: 're\u200bne\u0301@School.example.' } });
  await call(app, 'POST', '/user/login/code', { body: { email: 're\u00adné@school.example' } });
  const subjects = (await emailsTo(app, 'rené@school.example')).map(({ headers }) => headers.get('subject'));
  expect(subjects).toEqual(
    expect.arrayContaining(['Reset your Lectern password', 'Your login code for Lectern', 'Welcome to Lectern']),
  );
});

it('admins invite, search and import it in any form', async () => {
  await using app = await startApp();
  const { token } = await anAdmin(app);
  const add = (email: string) =>
    call(app, 'POST', '/admin/people', { token, body: { fullName: 'René Roy', email, untilDay: null } });
  expect((await add('rene\u0301@bücher.example.')).body).toMatchObject({
    person: { email: 'rené@xn--bcher-kva.example' },
  });
  expect((await add('re\u200bné@xn--bcher-kva.example')).body['code']).toBe('email_taken');
  const found = async (search: string) =>
    (await call(app, 'GET', `/admin/people?search=${encodeURIComponent(search)}`, { token })).body['total'];
  for (const search of ['rene\u0301@bücher.example', ' re\u200bné@', 'Roy']) expect(await found(search)).toBe(1);
});

it('who is stored in an older form still logs in with it', async () => {
  await using app = await startApp();
  const odd = 'ren\u200be\u0301@school.example';
  const { id } = await aUser(app, { email: 'other@school.example' });
  const password = 'monsoon rain';
  await register(app, { email: 'second@school.example', password });
  const { password_hash: hash } = await app.database.db
    .selectFrom('users')
    .select('password_hash')
    .where('email', '=', 'second@school.example')
    .executeTakeFirstOrThrow();
  await app.database.db.updateTable('users').set({ email: odd, password_hash: hash }).where('id', '=', id).execute();
  expect((await login(app, odd, password)).body).toMatchObject({ user: { _id: id } });
});
