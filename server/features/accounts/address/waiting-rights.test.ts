// @module-tag both
import { contactMessages } from '#server/database/tables/school.ts';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { findSubject } from '#server/features/personal-data/personal-data.queries.ts';
import { readRows } from '#server/features/personal-data/rows.ts';
import { call } from '#test/call.ts';
import { aCourse, anAdmin, type Person } from '#test/factories.ts';
import { emailsTo } from '#test/mailbox.ts';
import { login, MEERA, signUp, tokenOf } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const OWNER = MEERA.email;
const NEW_PASSWORD = 'a lamp for reading';

const openSchool = async () => {
  const app = await startApp();
  onTestFinished(app.close);
  const [courseId, admin] = [await aCourse(app), await anAdmin(app)];
  const path = `/admin/courses/${courseId}/people`;
  const add = (role: string, on: TestApp = app, email = OWNER) =>
    call(on, 'POST', path, { token: admin.token, body: { email, role } });
  const edit = async (token: string) => (await call(app, 'GET', `/courses/${courseId}/manage`, { token })).status;
  return { app, courseId, admin, path, add, edit };
};

const linkTo = async (app: TestApp, page: string, subject = ''): Promise<string> => {
  const emails = (await emailsTo(app, OWNER)).filter(({ headers }) => headers.get('subject')?.includes(subject));
  return emails.flatMap(({ text }) => new RegExp(`/${page}/([\\w-]{43})`).exec(text)?.[1] ?? []).at(-1) ?? '';
};

const confirm = async (app: TestApp, on: TestApp = app) =>
  call(on, 'POST', `/user/confirm-email/${await linkTo(app, 'confirm-email', 'Confirm')}`);

const reset = async (app: TestApp) => {
  await call(app, 'POST', '/user/reset', { body: { email: OWNER } });
  const link = await linkTo(app, 'reset-password');
  return call(app, 'POST', `/user/reset-password/${link}`, { body: { password: NEW_PASSWORD } });
};

const importOf = async (app: TestApp, { token }: Person, text: string) => {
  const file = { bytes: Buffer.from(text), name: 'class.csv', type: 'text/csv' };
  const parts = { fileName: 'class.csv', file };
  const made = await call(app, 'POST', '/admin/people/imports', { token, parts });
  const id = z.object({ import: z.object({ _id: z.string() }) }).parse(made.body).import._id;
  await call(app, 'POST', `/admin/people/imports/${id}/run`, { token, body: { untilDay: '2027-01-31' } });
  await app.jobs.runDue();
  const after = await call(app, 'GET', `/admin/people/imports/${id}`, { token });
  return [made.body['import'], after.body['import']];
};

const subscriptionOf = async (app: TestApp, token: string) =>
  z
    .object({ user: z.object({ subscription: z.object({ status: z.string() }) }) })
    .parse((await call(app, 'GET', '/user/me', { token })).body).user.subscription.status;

it('a role given to an address that nobody confirmed waits for the confirmation', async () => {
  const { app, admin, path, add, edit } = await openSchool();
  const token = await signUp(app);
  const { body } = await add('teacher');
  const waits = { email: OWNER, role: 'teacher', isInvited: false, waitsForConfirmation: true };
  const message = 'Added. They get the role when they confirm their address.';
  expect(body).toMatchObject({ message, waitsForConfirmation: true, people: [waits] });
  expect(await edit(token)).toBe(403);
  expect((await call(app, 'GET', '/user/me', { token })).body).toMatchObject({ user: { teaches: false } });
  expect((await add('assistant')).body).toMatchObject({ people: [{ ...waits, role: 'assistant' }] });
  await add('teacher');
  expect((await confirm(app)).status).toBe(200);
  expect(await edit(token)).toBe(200);
  const list = await call(app, 'GET', path, { token: admin.token });
  expect(list.body['people']).toEqual([expect.not.objectContaining({ waitsForConfirmation: true })]);
  expect((await add('assistant')).body).toMatchObject({ waitsForConfirmation: false });
});

it('an assistant whose address nobody confirmed is a teacher after the confirmation, unless they stay an assistant', async () => {
  const { app, courseId, add, edit } = await openSchool();
  const token = await signUp(app);
  const { id } = await app.database.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', OWNER)
    .executeTakeFirstOrThrow();
  const before = { course_id: courseId, user_id: id, role: 'assistant' as const, created_by: null, created_at: 1 };
  await app.database.db.insertInto('course_people').values(before).execute();
  const waits = { email: OWNER, role: 'teacher', waitsForConfirmation: true };
  expect((await add('teacher')).body).toMatchObject({ waitsForConfirmation: true, people: [waits] });
  expect(await edit(token)).toBe(403);
  expect((await add('assistant')).body).toMatchObject({ people: [{ role: 'assistant' }] });
  await call(app, 'POST', '/user/email/confirmation', { token });
  expect((await confirm(app)).status).toBe(200);
  expect(await edit(token)).toBe(403);
});

it('a role that waits can be withdrawn, and is not given for a course that was deleted', async () => {
  const { app, courseId, admin, path, add, edit } = await openSchool();
  const token = await signUp(app);
  const { body } = await add('teacher');
  const [person] = z.array(z.object({ _id: z.string() })).parse(body['people']);
  const removed = await call(app, 'DELETE', `${path}/${person?._id}`, { token: admin.token });
  expect(removed.body['people']).toEqual([]);
  await add('teacher');
  await app.database.db.updateTable('courses').set({ deleted_at: 1 }).where('id', '=', courseId).execute();
  expect((await confirm(app)).status).toBe(200);
  expect(await edit(token)).not.toBe(200);
});

it('the owner takes the address from the person who registered it, who keeps no way in', async () => {
  const { app, add, edit } = await openSchool();
  const stranger = await signUp(app);
  const { id } = await app.database.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', OWNER)
    .executeTakeFirstOrThrow();
  const passkey = { public_key: '', counter: 0, transports: '[]', name: 'Phone', created_at: 1, last_used_at: null };
  await app.database.db
    .insertInto('passkeys')
    .values({ id: 'theirs', user_id: id, ...passkey })
    .execute();
  const step = { user_id: id, sealed_key: 'x', created_at: 1, confirmed_at: 1, last_step: 0 };
  await app.database.db.insertInto('one_time_keys').values(step).execute();
  await add('teacher');
  expect((await reset(app)).status).toBe(200);
  expect(await edit(stranger)).toBe(401);
  expect((await login(app)).status).toBe(401);
  const owner = await login(app, OWNER, NEW_PASSWORD);
  expect(owner.status).toBe(200);
  expect(await edit(tokenOf(owner))).toBe(200);
  const left = await app.database.db.selectFrom('passkeys').select('id').where('user_id', '=', id).execute();
  expect(left).toEqual([]);
});

it('a login with an emailed code gives what waits, and ends the password and the sessions of a stranger', async () => {
  const { app, add, edit } = await openSchool();
  const stranger = await signUp(app);
  await add('teacher');
  const { body } = await call(app, 'POST', '/user/login/code', { body: { email: OWNER } });
  const emails = await emailsTo(app, OWNER);
  const code = emails.flatMap(({ text }) => /\b\d{3}-\d{3}\b/.exec(text) ?? []).at(-1);
  const finish = { ticket: body['ticket'], code };
  const owner = tokenOf(await call(app, 'POST', '/user/login/code/finish', { body: finish }));
  expect([await edit(owner), await edit(stranger), (await login(app)).status]).toEqual([200, 401, 401]);
});

it('what waits stays with its address when the account takes another one', async () => {
  const { app, add, edit } = await openSchool();
  const stranger = await signUp(app);
  await add('teacher');
  const other = 'stranger@home.example';
  await call(app, 'PUT', '/user/email', { token: stranger, body: { email: other } });
  const [email] = await emailsTo(app, other);
  const link = /\/confirm-email\/([\w-]{43})/.exec(email?.text ?? '')?.[1];
  expect((await call(app, 'POST', `/user/confirm-email/${link}`)).status).toBe(200);
  expect(await edit(stranger)).toBe(403);
  expect((await add('teacher', app, other)).body).toMatchObject({ waitsForConfirmation: false });
});

it('imported access waits, with one email, and the longest is given', async () => {
  const { app, admin } = await openSchool();
  const token = await signUp(app);
  await app.jobs.runDue();
  const text = `email,name,until\n${OWNER.toUpperCase()},Meera,2027-05-01\nasha@school.example,Asha,\n`;
  const [before, after] = await importOf(app, admin, text);
  const lines = [{ email: OWNER, waitsForConfirmation: true }, { email: 'asha@school.example' }];
  expect(before).toMatchObject({ waitsForConfirmation: true, lines });
  expect(after).toMatchObject({ state: 'done', hasFailed: false, waitsForConfirmation: true, lines });
  await importOf(app, admin, `email,name\n${OWNER},Meera\n`);
  expect(await subscriptionOf(app, token)).toBe('inactive');
  const me = async () => (await call(app, 'GET', '/user/me', { token })).body['user'];
  const userId = z.object({ _id: z.string() }).parse(await me())._id;
  const page = () => call(app, 'GET', `/admin/people/${userId}`, { token: admin.token });
  expect((await page()).body).toMatchObject({ detail: { waitsForConfirmation: true } });
  await confirm(app);
  expect((await page()).body).toMatchObject({ detail: { waitsForConfirmation: false } });
  expect(await subscriptionOf(app, token)).toBe('active');
  expect(await me()).toMatchObject({ subscription: { access_until: expect.stringMatching(/^2027-05-01/) } });
});

it('a role and the confirmation at once leave the role, and nothing that waits', async () => {
  const { app, add, edit } = await openSchool();
  await using further = await app.another();
  const token = await signUp(app);
  await call(app, 'POST', '/user/email/confirmation', { token });
  const link = await linkTo(app, 'confirm-email', 'Confirm');
  await Promise.all([add('teacher', further), call(app, 'POST', `/user/confirm-email/${link}`)]);
  expect(await edit(token)).toBe(200);
  expect(await app.database.db.selectFrom('waiting_rights').select('id').execute()).toEqual([]);
});

it('a stranger exports and deletes nothing that was meant for the address', async () => {
  const { app } = await openSchool();
  const message = { name: 'Meera', email: OWNER, message: 'Is my gift on its way?' };
  await call(app, 'POST', '/contact', { body: message });
  const token = await signUp(app);
  const { id } = await app.database.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', OWNER)
    .executeTakeFirstOrThrow();
  const messages = async () => {
    const subject = await findSubject(app.database.db, id);
    return subject && readRows(app.database.db, contactMessages, { columns: ['message'], subject });
  };
  expect(await messages()).toEqual([]);
  await call(app, 'POST', '/user/email/confirmation', { token });
  await confirm(app);
  expect(await messages()).toMatchObject([{ message: message.message }]);
});

it('an account links to no page of a teacher before its address is confirmed', async () => {
  const { app, admin } = await openSchool();
  await signUp(app);
  const parts = { name: 'Meera Nair', headline: '', about: '', accountEmail: OWNER };
  const save = () => call(app, 'PUT', '/admin/teacher', { token: admin.token, parts });
  expect((await save()).body['code']).toBe('email_not_confirmed');
  await reset(app);
  expect((await save()).status).toBe(200);
});

it('access that waits for an address can be revoked, and does not come with the confirmation', async () => {
  const { app, admin } = await openSchool();
  const token = await signUp(app);
  await importOf(app, admin, `email,name\n${OWNER},Meera\n`);
  const { id } = await app.database.db
    .selectFrom('users')
    .select('id')
    .where('email', '=', OWNER)
    .executeTakeFirstOrThrow();
  const revoke = { token: admin.token, body: { reason: 'Another Meera' } };
  expect((await call(app, 'POST', `/admin/people/${id}/revoke`, revoke)).status).toBe(200);
  const page = await call(app, 'GET', `/admin/people/${id}`, { token: admin.token });
  expect(page.body).toMatchObject({ detail: { waitsForConfirmation: false } });
  expect((await confirm(app)).status).toBe(200);
  expect(await subscriptionOf(app, token)).toBe('inactive');
});
