import { expect, onTestFinished, test } from 'vitest';
import { call } from '#test/call.ts';
import { aCourse, anAdmin, aUser } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';
import { emailsTo } from '#test/mailbox.ts';

const openSchool = async () => {
  const app = await startApp();
  onTestFinished(app.close);
  const [courseId, admin] = [await aCourse(app), await anAdmin(app)];
  const path = `/admin/courses/${courseId}/people`;
  const add = (body: object) => call(app, 'POST', path, { token: admin.token, body });
  return { app, courseId, admin, path, add };
};

test('an admin adds a person by email, changes the role and removes them', async () => {
  const { app, courseId, admin, path, add } = await openSchool();
  const ila = await aUser(app, { fullName: 'Ila Rao', email: 'ila@school.example' });
  const edit = async () => (await call(app, 'GET', `/courses/${courseId}/manage`, { token: ila.token })).status;
  const statuses = [await edit()];
  const added = await add({ email: 'Ila@school.example', role: 'teacher' });
  const person = { _id: ila.id, fullName: 'Ila Rao', email: 'ila@school.example', role: 'teacher' };
  expect(added.body['people']).toEqual([{ ...person, addedAt: '2026-06-15T04:30:00.000Z' }]);
  statuses.push(await edit());
  expect((await add({ email: ila.email, role: 'assistant' })).body['people']).toMatchObject([{ role: 'assistant' }]);
  statuses.push(await edit());
  const { token } = admin;
  expect((await call(app, 'GET', path, { token })).body['people']).toMatchObject([{ _id: ila.id }]);
  const remove = () => call(app, 'DELETE', `${path}/${ila.id}`, { token });
  expect((await remove()).body['people']).toEqual([]);
  expect((await remove()).body['code']).toBe('person_not_found');
  expect([...statuses, await edit()]).toEqual([403, 200, 403, 403]);
});

test('someone without an account is invited', async () => {
  const { app, add } = await openSchool();
  const added = await add({ email: 'ravi@home.example', role: 'assistant' });
  expect(added.body['people']).toMatchObject([{ fullName: 'ravi', email: 'ravi@home.example' }]);
  await app.jobs.runDue('email');
  const [invitation] = await emailsTo(app, 'ravi@home.example');
  expect(invitation?.text).toMatch(/\/invitation\/[\w-]{43}/);
});

test('what is not there has no people', async () => {
  const { app, admin, add } = await openSchool();
  const { token } = admin;
  const unknown = await call(app, 'POST', '/admin/courses/unknown/people', {
    token,
    body: { email: 'a@b.example', role: 'teacher' },
  });
  expect(unknown.body['code']).toBe('course_not_found');
  expect((await add({ email: 'a@b.example', role: 'owner' })).status).toBe(400);
  expect((await add({ role: 'teacher' })).body['message']).toBe('Enter an email');
});
