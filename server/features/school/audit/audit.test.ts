// @module-tag both
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import { AuditEvent } from '#contract/school/audit.ts';
import { recordAudit } from '#server/audit/audit.ts';
import { call } from '#test/call.ts';
import { aCourse, aLaterSession, anAdmin, aUser, type Person } from '#test/factories.ts';
import { login, MEERA, register } from '#test/sign-up.ts';
import { runSweep } from '#test/run-sweep.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const openSchool = async (): Promise<{ app: TestApp; admin: Person }> => {
  const app = await startApp();
  onTestFinished(app.close);
  return { app, admin: await anAdmin(app, { fullName: 'Asha Rao' }) };
};

const Events = z.array(AuditEvent);

const eventsOf = async (app: TestApp, { token }: Person, query = '') =>
  Events.parse((await call(app, 'GET', `/admin/audit?${query}`, { token })).body['events']);

const textOf = async ({ http }: TestApp, { headers }: Person, path: string): Promise<string> =>
  (await http.inject({ url: `/api/v1${path}`, headers })).body;

test('a change is recorded with who, from where, about whom, and the values before and after', async () => {
  const { app, admin } = await openSchool();
  const person = await aUser(app, { fullName: 'Ravi Das' });
  await call(app, 'PUT', `/admin/people/${person.id}/role`, {
    token: admin.token,
    body: { role: 'ADMIN' },
    from: '203.0.113.9',
    headers: { 'user-agent': 'Mozilla/5.0 (Windows NT 10.0) Chrome/130.0 Safari/537.36' },
  });
  const [event, ...others] = await eventsOf(app, admin, 'group=people');
  expect(others).toEqual([]);
  expect(event).toMatchObject({
    kind: 'role_changed',
    text: 'Changed a role',
    actor: { kind: 'person', name: 'Asha Rao', userId: admin.id },
    person: { _id: person.id, name: 'Ravi Das' },
    address: '203.0.113.9',
    browser: 'Chrome on Windows',
    times: 1,
    changes: [{ field: 'role', before: 'USER', after: 'ADMIN' }],
  });
});

test('settings are recorded by the fields that changed, and secrets never', async () => {
  const { app, admin } = await openSchool();
  const email = { host: 'mail.school.example', port: 465, security: 'tls', user: 'asha', sender: '' };
  await call(app, 'PUT', '/admin/settings/email', { token: admin.token, body: { ...email, password: 'hidden-7' } });
  const [event] = await eventsOf(app, admin, 'group=school');
  expect(event?.changes).toEqual([
    { field: 'host', before: '', after: 'mail.school.example' },
    { field: 'user', before: '', after: 'asha' },
  ]);
  const rows = await app.database.db.selectFrom('audit_entries').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain('hidden-7');
});

test('a request that fails is not recorded, and one without a transaction is', async () => {
  const { app, admin } = await openSchool();
  const courseId = await aCourse(app, { title: 'Pottery' });
  const { token } = admin;
  expect((await call(app, 'PUT', '/courses/unknown/draft', { token, body: { isDraft: true } })).status).toBe(404);
  await call(app, 'PUT', `/courses/${courseId}/draft`, { token, body: { isDraft: true } });
  await textOf(app, admin, '/admin/people/export');
  const events = await eventsOf(app, admin);
  expect(events.map(({ kind, name, course }) => `${kind} ${name ?? course?.title}`).toSorted()).toEqual([
    'course_published Pottery',
    'data_exported people.csv',
  ]);
});

test('failed logins of an hour are one event per account and network', async () => {
  const { app, admin } = await openSchool();
  await register(app);
  for (const from of ['203.0.113.9', '203.0.113.9', '203.0.113.10']) await login(app, MEERA.email, 'wrong one', from);
  await login(app, 'nobody@school.example', 'wrong one', '203.0.113.9');
  await login(app, MEERA.email, MEERA.password, '203.0.113.9');
  const events = await eventsOf(app, admin, 'group=logins');
  const shown = events.map(({ kind, times, address, person }) => `${kind} ${times} ${address} ${person?.name ?? '–'}`);
  expect(shown.toSorted()).toEqual([
    'login_done 1 203.0.113.9 Meera Nair',
    'login_failed 1 203.0.113.10 Meera Nair',
    'login_failed 1 203.0.113.9 –',
    'login_failed 2 203.0.113.9 Meera Nair',
  ]);
});

test('events are found by person, course and time, and users see those of their own account alone', async () => {
  const { app, admin } = await openSchool();
  const courseId = await aCourse(app, { title: 'Pottery' });
  const other = await aUser(app, { fullName: 'Ravi Das' });
  await call(app, 'PUT', `/courses/${courseId}/draft`, { token: admin.token, body: { isDraft: true } });
  app.clock.advance(2 * DAY_MS);
  await call(app, 'DELETE', '/user/sessions', { token: other.token });
  const kindsOf = async (query: string) => (await eventsOf(app, admin, query)).map(({ kind }) => kind);
  expect(await kindsOf('search=potter')).toEqual(['course_published']);
  expect(await kindsOf('search=ravi')).toEqual(['sessions_ended']);
  expect(await kindsOf(`person=${other.id}`)).toEqual(['sessions_ended']);
  expect(await kindsOf(`course=${courseId}`)).toEqual(['course_published']);
  expect(await kindsOf('days=1')).toEqual(['sessions_ended']);
  app.clock.advance(1000);
  const later = await aLaterSession(app, admin);
  const reason = { reason: 'Asked by letter' };
  await call(app, 'POST', `/admin/people/${other.id}/deletion`, { token: later.token, body: reason });
  const own = async (token: string) => (await call(app, 'GET', '/user/audit', { token })).body;
  expect(await own(other.token)).toMatchObject({
    total: 2,
    events: [{ kind: 'deletion_planned' }, { kind: 'sessions_ended' }],
  });
  expect(JSON.stringify(await own(later.token))).not.toContain('deletion_planned');
  expect((await call(app, 'GET', '/admin/audit', { token: other.token })).status).toBe(403);
});

test('the audit is exported as CSV without formulas, and as JSON lines', async () => {
  const { app, admin } = await openSchool();
  const person = await aUser(app, { fullName: '=SUM(A1)' });
  await call(app, 'PUT', `/admin/people/${person.id}/role`, { token: admin.token, body: { role: 'ADMIN' } });
  expect(await textOf(app, admin, '/admin/audit/export?group=people')).toContain(
    `"Changed a role","Asha Rao","${admin.id}","'=SUM(A1)","","127.0.0.1","Unknown device","1","role: USER → ADMIN"`,
  );
  const lines = (await textOf(app, admin, '/admin/audit/export-lines?group=people')).trimEnd().split('\n');
  expect(lines.map((line) => AuditEvent.parse(JSON.parse(line)).kind)).toEqual(['role_changed']);
});

test('old events are deleted after the years of the settings, except those of payments', async () => {
  const { app, admin } = await openSchool();
  const person = await aUser(app);
  await call(app, 'PUT', `/admin/people/${person.id}/role`, { token: admin.token, body: { role: 'ADMIN' } });
  await recordAudit(app.database.db, {
    at: app.clock.now(),
    source: { kind: 'ledger' },
    paymentId: 'pay_1',
    kind: 'payment_handled',
    detail: { reason: 'done' },
  });
  const kinds = async () =>
    (await app.database.db.selectFrom('audit_entries').select('kind').orderBy('kind').execute()).map(
      ({ kind }) => kind,
    );
  const sweepAfter = async (days: number) => {
    app.clock.advance(days * DAY_MS);
    await runSweep(app, 'audit.sweep');
  };
  await sweepAfter(729);
  expect(await kinds()).toEqual(['payment_handled', 'role_changed']);
  await sweepAfter(3);
  expect(await kinds()).toEqual(['payment_handled']);
});
