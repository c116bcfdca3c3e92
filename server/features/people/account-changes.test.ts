import { describe, expect, it, onTestFinished } from 'vitest';
import { MINUTE_MS } from '#server/clock.ts';
import { api } from '#contract/api.ts';
import { call } from '#test/call.ts';
import { aCourse, anAdmin, aSubscriber, aUser, type Person } from '#test/factories.ts';
import { emailsTo } from '#test/mailbox.ts';
import { mediaPaths, publishLecture } from '#test/publish.ts';
import { login, MEERA, signUp } from '#test/sign-up.ts';
import { wholeDetail } from '#test/person-detail.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const openSchool = async (): Promise<{ app: TestApp; admin: Person }> => {
  const app = await startApp();
  onTestFinished(app.close);
  return { app, admin: await anAdmin(app) };
};

const change = (app: TestApp, { token }: Person, id: string, what: string, body?: object) =>
  call(app, 'POST', `/admin/people/${id}/${what}`, { token, ...(body ? { body } : {}) });

const setRole = (app: TestApp, { token }: Person, id: string, role: string) =>
  call(app, 'PUT', `/admin/people/${id}/role`, { token, body: { role } });

const detailOf = async (app: TestApp, { token }: Person, id: string) => {
  const { body } = await call(app, 'GET', `/admin/people/${id}`, { token });
  return wholeDetail(body);
};

const BLOCK = { reason: 'Shared the password' };
const outcome = ({ status, body }: { status: number; body: Record<string, unknown> }) => [status, body['code']];

describe('a blocked person', () => {
  it('is logged out in every process, cannot log in or watch, and keeps what was bought', async () => {
    const { app, admin } = await openSchool();
    await using other = await app.another();
    const learner = await aSubscriber(app, { fullName: 'Blocked Learner' });
    app.clock.advance(1000);
    const courseId = await aCourse(app);
    await publishLecture(app, { admin, courseId });
    const [video = ''] = await mediaPaths(app, learner, courseId);
    const watched = async () => [
      (await app.http.inject(video)).statusCode,
      (await other.http.inject(video)).statusCode,
      (await call(other, 'GET', '/user/me', { token: learner.token })).status,
    ];
    expect(await watched()).toEqual([200, 200, 200]);
    expect(await change(app, admin, learner.id, 'block', BLOCK)).toMatchObject({
      status: 200,
      body: { message: 'Account blocked', person: { status: 'blocked', blockedAt: '2026-06-15T04:30:01.000Z' } },
    });
    app.clock.advance(5000);
    expect(await watched()).toEqual([403, 403, 401]);
    const { access, timeline } = await detailOf(app, admin, learner.id);
    expect(access).toMatchObject({
      hasAccess: false,
      sentence: 'Blocked Learner has no access: the account was blocked on 15 June 2026.',
      subscription: { status: 'active' },
    });
    expect(access.reasons.map(({ effect, text }) => [effect, text])).toEqual([
      ['closes', 'Account blocked on 15 June 2026'],
      ['opens', 'Paid ₹499.00, access until 15 June 2027, test money'],
    ]);
    expect(timeline.at(-1)).toMatchObject({ text: 'Account blocked: Shared the password', source: admin.email });
    await change(app, admin, learner.id, 'block', BLOCK);
    app.clock.advance(MINUTE_MS);
    await change(app, admin, learner.id, 'unblock');
    expect((await detailOf(app, admin, learner.id)).timeline.map(({ text }) => text).slice(-2)).toEqual([
      'Account blocked: Shared the password',
      'Account unblocked',
    ]);
  });

  it('is reported as blocked only with the right password, and gets no reset link', async () => {
    const { app, admin } = await openSchool();
    await signUp(app);
    const { user } = (await login(app)).body;
    const { _id: id } = api.accounts.login.response.shape.user.parse(user);
    await call(app, 'POST', '/user/reset', { body: { email: MEERA.email } });
    const emails = await emailsTo(app, MEERA.email);
    const link = emails.map(({ text }) => /\/reset-password\/([\w-]{43})/.exec(text)?.[1]).find((token) => token);
    await change(app, admin, id, 'block', BLOCK);
    expect(outcome(await login(app))).toEqual([403, 'account_blocked']);
    expect(outcome(await login(app, MEERA.email, 'wrong password'))).toEqual([401, 'wrong_credentials']);
    const body = { password: 'another password' };
    expect(outcome(await call(app, 'POST', `/user/reset-password/${link}`, { body }))).toEqual([
      400,
      'invalid_reset_link',
    ]);
    await call(app, 'POST', '/user/reset', { body: { email: MEERA.email } });
    expect(await emailsTo(app, MEERA.email)).toHaveLength(emails.length);
    expect(outcome(await change(app, admin, id, 'reset-link'))).toEqual([403, 'account_blocked']);
    await change(app, admin, id, 'unblock');
    expect((await login(app)).status).toBe(200);
  });

  it('gets no reminder', async () => {
    const { app, admin } = await openSchool();
    const learner = await aUser(app);
    await change(app, admin, learner.id, 'extend', { days: 8, reason: 'A trial' });
    await change(app, admin, learner.id, 'block', BLOCK);
    app.clock.advance(2 * 24 * 60 * MINUTE_MS);
    await app.jobs.runDue();
    expect(await emailsTo(app, learner.email)).toEqual([]);
  });
});

describe('admins', () => {
  it('make others admins, and learners again', async () => {
    const { app, admin } = await openSchool();
    const learner = await aUser(app);
    expect((await setRole(app, admin, learner.id, 'ADMIN')).body['message']).toBe('Made an admin');
    expect((await call(app, 'GET', '/admin/people', { token: learner.token })).status).toBe(200);
    app.clock.advance(MINUTE_MS);
    await setRole(app, admin, learner.id, 'USER');
    expect((await call(app, 'GET', '/admin/people', { token: learner.token })).status).toBe(403);
    expect((await detailOf(app, admin, learner.id)).timeline.map(({ text }) => text)).toEqual([
      'Signed up',
      'Made an admin',
      'No longer an admin',
    ]);
  });

  it('never remove or block the last one', async () => {
    const { app, admin } = await openSchool();
    expect(outcome(await setRole(app, admin, admin.id, 'USER'))).toEqual([409, 'last_admin']);
    expect(outcome(await change(app, admin, admin.id, 'block', BLOCK))).toEqual([409, 'own_account']);
    const other = await anAdmin(app);
    await change(app, admin, other.id, 'block', BLOCK);
    expect(outcome(await setRole(app, admin, admin.id, 'USER'))).toEqual([409, 'last_admin']);
    await change(app, admin, other.id, 'unblock');
    expect((await setRole(app, admin, admin.id, 'USER')).status).toBe(200);
  });

  it('who remove each other at the same time leave one', async () => {
    const { app, admin } = await openSchool();
    await using process = await app.another();
    const other = await anAdmin(app);
    const both = await Promise.all([
      setRole(app, admin, other.id, 'USER'),
      change(process, other, admin.id, 'block', BLOCK),
    ]);
    // The second is no admin any more, or the last one.
    expect(both.filter(({ status }) => status === 200)).toHaveLength(1);
    const admins = app.database.db.selectFrom('users').select('id').where('role', '=', 'ADMIN');
    expect(await admins.where('blocked_at', 'is', null).execute()).toHaveLength(1);
  });

  it('log a person out everywhere, and send a reset link', async () => {
    const { app, admin } = await openSchool();
    const learner = await aUser(app);
    expect((await change(app, admin, learner.id, 'log-out')).status).toBe(200);
    expect((await call(app, 'GET', '/user/me', { token: learner.token })).status).toBe(401);
    app.clock.advance(MINUTE_MS);
    await change(app, admin, learner.id, 'reset-link');
    const [email] = await emailsTo(app, learner.email);
    expect(email?.text).toMatch(/\/reset-password\/[\w-]{43}\n/);
    const { timeline, emails } = await detailOf(app, admin, learner.id);
    expect(timeline.map(({ text }) => text)).toEqual(['Signed up', 'Logged out on every device', 'Reset link created']);
    expect(emails).toEqual([
      { subject: 'Reset your Lectern password', isSent: false, sentAt: '2026-06-15T04:31:00.000Z' },
    ]);
  });

  it('find nobody under an unknown id', async () => {
    const { app, admin } = await openSchool();
    for (const what of ['block', 'unblock', 'log-out', 'reset-link'])
      expect(outcome(await change(app, admin, 'unknown', what, BLOCK)), what).toEqual([404, 'person_not_found']);
    expect(outcome(await call(app, 'GET', '/admin/people/unknown', { token: admin.token }))).toEqual([
      404,
      'person_not_found',
    ]);
  });
});

it('shows the devices that a person is logged in on', async () => {
  const { app, admin } = await openSchool();
  await signUp(app);
  const agent =
    'Mozilla/5.0 (Linux; Android 14; Pixel 8) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36';
  app.clock.advance(MINUTE_MS);
  const { email, password } = MEERA;
  const { body } = await call(app, 'POST', '/user/login', {
    body: { email, password },
    headers: { 'user-agent': agent },
  });
  const { _id: id } = api.accounts.login.response.shape.user.parse(body['user']);
  const { devices } = await detailOf(app, admin, id);
  expect(devices.map(({ name }) => name)).toEqual(['Chrome on Android', 'Unknown device']);
});
