// @module-tag both
import { z } from 'zod';
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
  const person = { _id: ila.id, fullName: 'Ila Rao', email: 'ila@school.example', role: 'teacher', isInvited: false };
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
  await app.jobs.runDue('email');
  const emails = await emailsTo(app, 'ila@school.example');
  expect(emails.map(({ headers }) => headers.get('subject'))).toEqual(['You’re now a teacher of Reading the monsoon']);
  expect(emails[0]?.text).toMatch(/Lectern made you a teacher of “Reading the monsoon”\.[^]*\/teach\n/);
});

test('someone without an account is invited', async () => {
  const { app, add } = await openSchool();
  const added = await add({ email: 'ravi@home.example', role: 'assistant' });
  expect(added.body['people']).toMatchObject([{ fullName: 'ravi', email: 'ravi@home.example', isInvited: true }]);
  await app.jobs.runDue('email');
  const [invitation] = await emailsTo(app, 'ravi@home.example');
  expect(invitation?.text).toContain('Lectern made you an assistant of “Reading the monsoon”. Choose a password');
  expect(invitation?.text).toMatch(/\/invitation\/[\w-]{43}/);
});

test('an invitation is sent again, is accepted once, and stops working when it is revoked', async () => {
  const { app, add, path, admin } = await openSchool();
  const { token } = admin;
  const invited = { email: 'ravi@home.example', role: 'teacher' };
  const userId = z.array(z.object({ _id: z.string() })).parse((await add(invited)).body['people'])[0]?._id;
  const accept = async (email: { text: string } | undefined) => {
    const link = /\/invitation\/([\w-]{43})/.exec(email?.text ?? '')?.[1];
    const { status, body } = await call(app, 'POST', `/user/reset-password/${link}`, {
      body: { password: 'monsoon-2026' },
    });
    return [status, body['invitedEmail']];
  };
  const revoke = async () => (await call(app, 'DELETE', `${path}/${userId}`, { token })).status;
  await app.jobs.runDue('email');
  const [revoked] = await emailsTo(app, invited.email);
  app.clock.advance(1000);
  expect(await revoke()).toBe(200);
  await add(invited);
  await add(invited);
  await add({ ...invited, role: 'assistant' });
  await app.jobs.runDue('email');
  const emails = await emailsTo(app, invited.email);
  const others = emails.filter(({ fileName }) => fileName !== revoked?.fileName);
  expect(others).toHaveLength(2);
  expect([await accept(revoked), await accept(others[0])]).toEqual([
    [400, undefined],
    [200, 'ravi@home.example'],
  ]);
  expect((await call(app, 'GET', path, { token })).body['people']).toMatchObject([
    { role: 'assistant', isInvited: false },
  ]);
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

test('a new teacher of a course that is by them has a public page, and nobody gets the page of another', async () => {
  const { app, courseId, admin, path, add } = await openSchool();
  const ila = await aUser(app, { fullName: 'Ila', email: 'ila@school.example' });
  const ownPage = async (token: string) => (await call(app, 'GET', '/teach/page', { token })).body['teacher'];
  // The course is by Ila Rao.
  await add({ email: ila.email, role: 'assistant' });
  expect(await ownPage(ila.token)).toBeNull();
  await add({ email: ila.email, role: 'teacher' });
  expect(await ownPage(ila.token)).toMatchObject({ name: 'Ila Rao', slug: 'ila-rao' });
  const page = { headline: 'Meteorologist', about: 'Watches clouds.' };
  expect((await call(app, 'PUT', '/teach/page', { token: ila.token, body: page })).status).toBe(200);
  expect((await call(app, 'GET', '/teachers/ila-rao')).body['teacher']).toMatchObject({
    headline: 'Meteorologist',
    courses: [{ _id: courseId }],
  });
  const [ravi, rao] = [await aUser(app, { fullName: 'Ravi Iyer' }), await aUser(app, { fullName: 'Ila Rao' })];
  for (const { email } of [ravi, rao]) await add({ email, role: 'teacher' });
  expect([await ownPage(ravi.token), await ownPage(rao.token)]).toEqual([null, null]);
  // Leaving the course leaves the page, which is linked again by an admin alone.
  await call(app, 'DELETE', `${path}/${ila.id}`, { token: admin.token });
  expect(await ownPage(ila.token)).toMatchObject(page);
});
