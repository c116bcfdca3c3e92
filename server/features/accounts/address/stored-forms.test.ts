// @module-tag both
import { expect, it } from 'vitest';
import { call } from '#test/call.ts';
import { anAdmin, aUser } from '#test/factories.ts';
import { runSweep } from '#test/run-sweep.ts';
import { login, register, signUp } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const JOB = 'accounts.normalize-addresses';

/** An account as an earlier version stored it, with a password. */
const storedAs = async (app: TestApp, email: string, fullName: string): Promise<string> => {
  const { db } = app.database;
  await signUp(app, { email: `${fullName.replace(' ', '-')}@home.example`, fullName });
  const { id } = await db.selectFrom('users').select('id').where('full_name', '=', fullName).executeTakeFirstOrThrow();
  await db.updateTable('users').set({ email }).where('id', '=', id).execute();
  return id;
};

const emailOf = async ({ database: { db } }: TestApp, id: string) =>
  (await db.selectFrom('users').select('email').where('id', '=', id).executeTakeFirst())?.email;

const attentionOf = async (app: TestApp, token: string) =>
  (await call(app, 'GET', '/admin/attention', { token })).body['items'];

it('addresses that were stored in other forms get the normal one, and stay confirmed', async () => {
  await using app = await startApp();
  const forms = [
    ['rene\u0301@school.example', 'rené@school.example', 'René Roy'],
    ['si\u200bma@school.example', 'sima@school.example', 'Sima Devi'],
    ['info@bücher.example', 'info@xn--bcher-kva.example', 'Ute Vogel'],
    ['ravi@school.example.', 'ravi@school.example', 'Ravi Iyer'],
    ['用户@例え.jp', '用户@xn--r8jz45g.jp', 'Wang Wei'],
    ['asha@school.example', 'asha@school.example', 'Asha Rao'],
  ] as const;
  const stored = await Promise.all(forms.map(async ([odd, normal, name]) => [await storedAs(app, odd, name), normal]));
  await app.database.db.updateTable('users').set({ email_confirmed_at: 5 }).execute();
  const message = { id: 'm', name: 'R', message: 'Hello', user_id: null, created_at: 1, done_at: null };
  await app.database.db
    .insertInto('contact_messages')
    .values({ ...message, email: 'rene\u0301@school.example' })
    .execute();
  await runSweep(app, JOB);
  for (const [id = '', normal] of stored) expect(await emailOf(app, id)).toBe(normal);
  const kept = await app.database.db.selectFrom('users').select('email_confirmed_at').execute();
  expect(new Set(kept.map((row) => row.email_confirmed_at))).toEqual(new Set([5]));
  expect(await app.database.db.selectFrom('contact_messages').select('email').execute()).toEqual([
    { email: 'rené@school.example' },
  ]);
  expect((await login(app, 'RENE\u0301@school.example')).status).toBe(200);
});

it('two accounts that become the same stay, log in as before, and need attention until one has another address', async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  const odd = 'mee\u200bra@school.example';
  const first = await storedAs(app, 'meera@school.example', 'Meera Nair');
  const second = await storedAs(app, odd, 'Meera Second');
  await runSweep(app, JOB);
  expect([await emailOf(app, first), await emailOf(app, second)]).toEqual(['meera@school.example', odd]);
  expect((await login(app, 'meera@school.example')).body).toMatchObject({ user: { _id: first } });
  const own = await login(app, odd);
  expect(own.body).toMatchObject({ user: { _id: second } });
  expect(await attentionOf(app, admin.token)).toMatchObject([{ kind: 'same_address', level: 'warning', count: 1 }]);
  const same = await call(app, 'GET', '/admin/people?same=true', { token: admin.token });
  expect(same.body).toMatchObject({ total: 2, people: [{ _id: first }, { _id: second }] });
  expect((await register(app, { email: odd })).body['code']).toBe('email_taken');
  await app.database.db.updateTable('users').set({ email: 'gone@school.example' }).where('id', '=', first).execute();
  await runSweep(app, JOB);
  expect(await emailOf(app, second)).toBe('meera@school.example');
  expect(await attentionOf(app, admin.token)).toEqual([]);
  expect((await login(app, 'meera@school.example')).body).toMatchObject({ user: { _id: second } });
});

it('a person finds an address however the accents are typed', async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  await aUser(app, { email: 'josé@school.example', fullName: 'José' });
  const search = encodeURIComponent('JOSE\u0301@school');
  const { body } = await call(app, 'GET', `/admin/people?search=${search}`, { token: admin.token });
  expect(body['total']).toBe(1);
});
