import { expect, test } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import { api } from '#contract/api.ts';
import { call } from '#test/call.ts';
import { anAdmin, aUser } from '#test/factories.ts';
import { emailsTo } from '#test/mailbox.ts';
import { wholeDetail } from '#test/person-detail.ts';
import { startApp } from '#test/start-app.ts';

const openSchool = async () => {
  const app = await startApp();
  const admin = await anAdmin(app);
  const detailOf = async (userId: string) => {
    const { body } = await call(app, 'GET', `/admin/people/${userId}`, { token: admin.token });
    return wholeDetail(body);
  };
  return { app, ...admin, detailOf };
};

test('an admin adds a person, who is invited by email and gets access until a day', async () => {
  const { app, token, email: adminEmail, detailOf } = await openSchool();
  await using _ = app;
  const add = (body: object) => call(app, 'POST', '/admin/people', { token, body });
  const person = { fullName: 'Ravi Kumar', email: 'Ravi@home.example' };
  const added = await add({ ...person, untilDay: '2026-07-31' });
  expect(added).toMatchObject({
    status: 201,
    body: { person: { fullName: 'Ravi Kumar', email: 'ravi@home.example', status: 'active', role: 'USER' } },
  });
  const userId = api.personChanges.add.response.parse(added.body).person._id;
  const { timeline } = await detailOf(userId);
  expect(timeline.map(({ text }) => text).toSorted()).toEqual([
    'Access granted until 31 July 2026: Added by an admin',
    'Account created by an admin, with an invitation',
  ]);
  expect(timeline[0]?.source).toBe(adminEmail);
  await app.jobs.runDue();
  const [invitation] = await emailsTo(app, 'ravi@home.example');
  expect(invitation?.text).toMatch(/\/invitation\/[\w-]{43}/);

  const refused = async (body: object) => {
    const { status, body: response } = await add(body);
    return [status, response['code']];
  };
  expect(await refused(person)).toEqual([409, 'email_taken']);
  expect(await refused({ fullName: '', email: 'x@home.example' })).toEqual([400, 'validation_failed']);
  expect(await refused({ ...person, email: 'late@home.example', untilDay: '2026-01-01' })).toEqual([
    400,
    'validation_failed',
  ]);
  expect((await call(app, 'GET', '/admin/people?search=late', { token })).body['total']).toBe(0);
  expect(await add({ ...person, email: 'no-access@home.example' })).toMatchObject({
    body: { person: { status: 'never_bought' } },
  });
});

test('a note about a person is kept with who changed it, and only admins see it', async () => {
  const { app, token, detailOf } = await openSchool();
  await using _ = app;
  const learner = await aUser(app);
  const note = (text: string) => call(app, 'PUT', `/admin/people/${learner.id}/note`, { token, body: { text } });
  expect((await detailOf(learner.id)).note).toEqual({ text: '', changedAt: null, changedBy: null });
  for (const text of ['  Asked about a group rate ', 'Asked about a group rate'])
    expect((await note(text)).status).toBe(200);
  const { note: saved, timeline } = await detailOf(learner.id);
  expect(saved).toEqual({
    text: 'Asked about a group rate',
    changedAt: '2026-06-15T04:30:00.000Z',
    changedBy: 'Asha Admin',
  });
  expect(timeline.filter(({ text }) => text === 'Note changed')).toHaveLength(1);
  await note('');
  expect((await detailOf(learner.id)).note.text).toBe('');
  expect((await note('x'.repeat(5001))).status).toBe(400);
  const unknown = await call(app, 'PUT', '/admin/people/nobody/note', { token, body: { text: 'x' } });
  expect(unknown.body['code']).toBe('person_not_found');
  expect((await call(app, 'GET', '/user/me', { token: learner.token })).text).not.toContain('note');
});

test('an invitation sets one password, within fourteen days', async () => {
  const { app, token } = await openSchool();
  await using _ = app;
  const linkOf = async (email: string): Promise<string> => {
    await call(app, 'POST', '/admin/people', { token, body: { fullName: 'Ravi Kumar', email } });
    await app.jobs.runDue();
    const [invitation] = await emailsTo(app, email);
    return /\/invitation\/([\w-]{43})/.exec(invitation?.text ?? '')?.[1] ?? '';
  };
  const choose = async (link: string): Promise<number> =>
    (await call(app, 'POST', `/user/reset-password/${link}`, { body: { password: 'monsoon rain' } })).status;
  const [used, late] = [await linkOf('ravi@home.example'), await linkOf('late@home.example')];
  app.clock.advance(14 * DAY_MS - 1);
  expect([await choose(used), await choose(used)]).toEqual([200, 400]);
  app.clock.advance(1);
  expect(await choose(late)).toBe(400);
});
