import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS, HOUR_MS } from '#server/clock.ts';
import { allEndpoints } from '#contract/api.ts';
import { API_SCOPES } from '#contract/accounts/api-scopes.ts';
import { call } from '#test/call.ts';
import { aLaterSession, anAdmin, aUser, type Person } from '#test/factories.ts';
import { readEmails } from '#test/mailbox.ts';
import { buy } from '#test/sell.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

/** What each scope opens, written down a second time. */
const OPENED: Record<(typeof API_SCOPES)[number], string[]> = {
  'people:read': [
    'GET /admin/people',
    'GET /admin/people/:userId',
    'GET /admin/people/:userId/access',
    'GET /admin/people/:userId/batches',
    'GET /admin/people/export',
    'GET /admin/watermarks',
  ],
  'people:write': ['POST /admin/people'],
  'grants:write': [
    'POST /admin/access/extend',
    'POST /admin/access/extensions/:extensionId/undo',
    'POST /admin/people/:userId/extend',
    'POST /admin/people/:userId/grant',
    'POST /admin/people/:userId/revoke',
  ],
  'courses:read': ['GET /admin/courses', 'GET /admin/courses/:courseId/people', 'GET /admin/courses/export'],
  'payments:read': ['GET /admin/payments', 'GET /admin/payments/:paymentId', 'GET /admin/payments/export'],
  'reports:read': [
    'GET /admin/overview',
    'GET /admin/reports/checkout',
    'GET /admin/reports/members',
    'GET /admin/reports/refunds',
    'GET /admin/reports/revenue',
    'GET /admin/reports/sales',
    'GET /admin/reports/watching',
  ],
  'certificates:read': ['GET /admin/certificates'],
  'audit:read': ['GET /admin/audit'],
};

const Texts = z.array(z.object({ text: z.string() }));
const Explained = z.object({ access: z.object({ hasAccess: z.boolean(), reasons: Texts, history: Texts }) });

const openSchool = async (overrides = {}): Promise<{ app: TestApp; admin: Person }> => {
  const app = await startApp(overrides);
  onTestFinished(app.close);
  return { app, admin: await anAdmin(app, { fullName: 'Asha Rao' }) };
};

const createKey = (app: TestApp, { token }: Person, scopes: readonly string[], endsAt: string | null = null) =>
  call(app, 'POST', '/admin/api-keys', { token, body: { name: 'Our CRM', scopes, endsAt } });

const aKey = async (...given: Parameters<typeof createKey>): Promise<{ secret: string; id: string }> => {
  const { body } = await createKey(...given);
  const { secret, apiKey } = z.object({ secret: z.string(), apiKey: z.object({ _id: z.string() }) }).parse(body);
  return { secret, id: apiKey._id };
};

const statusOf = async ({ http }: TestApp, secret: string, request: string): Promise<number> => {
  const [method = '', path = ''] = request.split(' ');
  const url = `/api/v1${path.replaceAll(/:\w+/g, 'unknown')}`;
  const headers = { authorization: `Bearer ${secret}` };
  const answer = await http.inject({
    method: z.enum(['GET', 'POST', 'PUT', 'PATCH', 'DELETE']).parse(method),
    url,
    headers,
  });
  return answer.statusCode;
};

test('the contract opens to each scope what is listed here', () => {
  const opened = Object.groupBy(
    allEndpoints().filter(({ scope }) => scope !== undefined),
    ({ scope }) => scope ?? 'people:read',
  );
  const listed = API_SCOPES.map((scope) => [
    scope,
    (opened[scope] ?? []).map(({ method, path }) => `${method} ${path}`).toSorted(),
  ]);
  expect(Object.fromEntries(listed)).toEqual(OPENED);
});

test('a key opens the endpoints of its scopes and no other', async () => {
  const { app, admin } = await openSchool();
  const { secret: everything } = await aKey(app, admin, API_SCOPES);
  const closed = allEndpoints().filter(({ access, scope }) => access !== 'public' && scope === undefined);
  const wrong: string[] = [];
  for (const { method, path } of closed) {
    const status = await statusOf(app, everything, `${method} ${path}`);
    if (status !== 401 && status !== 403) wrong.push(`${method} ${path} ${status}`);
  }
  for (const scope of API_SCOPES) {
    const { secret: alone } = await aKey(app, admin, [scope]);
    const { secret: others } = await aKey(
      app,
      admin,
      API_SCOPES.filter((other) => other !== scope),
    );
    for (const request of OPENED[scope]) {
      if ([401, 403].includes(await statusOf(app, alone, request))) wrong.push(`${scope} ${request}`);
      if ((await statusOf(app, others, request)) !== 403) wrong.push(`without ${scope} ${request}`);
    }
  }
  expect(wrong).toEqual([]);
});

test('a key is nobody in what everyone may call', async () => {
  const { app, admin } = await openSchool();
  const { secret } = await aKey(app, admin, API_SCOPES);
  expect((await call(app, 'GET', '/user/logout', { token: secret })).status).toBe(200);
  expect(await statusOf(app, secret, 'GET /admin/people')).toBe(200);
  const message = { name: 'Our CRM', email: 'crm@school.example', message: 'Is this key a person?' };
  for (const token of [secret, admin.token]) await call(app, 'POST', '/contact', { token, body: message });
  const rows = await app.database.db.selectFrom('contact_messages').select('user_id').orderBy('created_at').execute();
  expect(rows).toEqual([{ user_id: null }, { user_id: admin.id }]);
});

test('a key grants access, and the audit names it as the actor', async () => {
  const { app, admin } = await openSchool();
  const learner = await aUser(app);
  const { secret } = await aKey(app, admin, ['grants:write', 'audit:read']);
  const body = { untilDay: '2026-12-31', reason: 'Bought elsewhere' };
  expect((await call(app, 'POST', `/admin/people/${learner.id}/grant`, { token: secret, body })).status).toBe(200);
  const { events } = (await call(app, 'GET', `/admin/audit?person=${learner.id}`, { token: secret })).body;
  expect(events).toMatchObject([{ kind: 'access_granted', actor: { kind: 'key', name: 'Our CRM', userId: null } }]);
});

test('a key is shown once, and stored as a digest', async () => {
  const { app, admin } = await openSchool();
  const { secret } = await aKey(app, admin, ['people:read']);
  await call(app, 'GET', '/admin/people', { token: secret });
  const listed = await call(app, 'GET', '/admin/api-keys', { token: admin.token });
  expect(listed.body['apiKeys']).toMatchObject([
    { name: 'Our CRM', scopes: ['people:read'], createdBy: 'Asha Rao', endsAt: null, lastUsedAt: expect.any(String) },
  ]);
  const stored = [
    await app.database.db.selectFrom('api_keys').selectAll().execute(),
    await app.database.db.selectFrom('audit_entries').selectAll().execute(),
  ];
  expect(secret).toMatch(/^lectern_[\w-]{43}$/);
  expect(listed.text + JSON.stringify(stored)).not.toContain(secret);
});

test('a key is refused after its end, after an admin ended it, and when its creator is no admin', async () => {
  const { app, admin } = await openSchool();
  const other = await anAdmin(app);
  const endsAt = new Date(app.clock.now() + DAY_MS).toISOString();
  const [timed, ended, orphan] = [
    await aKey(app, admin, ['people:read'], endsAt),
    await aKey(app, admin, ['people:read']),
    await aKey(app, other, ['people:read']),
  ];
  const statuses = async () =>
    Promise.all([timed, ended, orphan].map(({ secret }) => statusOf(app, secret, 'GET /admin/people')));
  expect(await statuses()).toEqual([200, 200, 200]);
  await call(app, 'DELETE', `/admin/api-keys/${ended.id}`, { token: admin.token });
  await call(app, 'PUT', `/admin/people/${other.id}/role`, { token: admin.token, body: { role: 'USER' } });
  app.clock.advance(DAY_MS);
  expect(await statuses()).toEqual([401, 401, 401]);
  const headers = { authorization: `Bearer ${ended.secret}` };
  expect((await call(app, 'GET', '/admin/people', { headers })).body).toEqual({
    success: false,
    code: 'unauthenticated',
    message: 'This API key is not valid, or has ended',
  });
  const later = await aLaterSession(app, admin);
  const again = await call(app, 'DELETE', `/admin/api-keys/${ended.id}`, { token: later.token });
  expect([again.status, again.body['code']]).toEqual([404, 'api_key_not_found']);
});

test('a key needs a fresh confirmation, a permission, and an end in the future', async () => {
  const { app, admin } = await openSchool();
  expect((await createKey(app, admin, [])).body['code']).toBe('validation_failed');
  expect((await createKey(app, admin, ['people:delete'])).body['code']).toBe('validation_failed');
  const past = new Date(app.clock.now()).toISOString();
  expect((await createKey(app, admin, ['people:read'], past)).body['code']).toBe('end_in_past');
  app.clock.advance(HOUR_MS);
  expect((await createKey(app, admin, ['people:read'])).body['code']).toBe('confirmation_needed');
});

test('a key ends with its last day in the time zone of the school, and an email says that it was created', async () => {
  const { app, admin } = await openSchool();
  const { body } = await createKey(app, admin, ['people:read'], '2026-06-20');
  expect(body['apiKey']).toMatchObject({ endsAt: '2026-06-20T18:29:59.999Z' });
  expect((await createKey(app, admin, ['people:read'], '2026-06-14')).body['code']).toBe('end_in_past');
  expect((await createKey(app, admin, ['people:read'], '20 June')).body['message']).toBe(
    'Enter a day such as 2027-12-31, or a time such as 2027-12-31T18:30:00Z',
  );
  const emails = (await readEmails(app)).filter(
    ({ headers }) => headers.get('subject') === 'API key created at Lectern',
  );
  expect(emails.map(({ text }) => /API key: Our CRM/.test(text) && text.includes('/not-me/'))).toEqual([true]);
});

test.each(['CRM\u202e', 'C\u200bRM', 'C\ufeffRM'])('a name with invisible characters is refused: %j', async (name) => {
  const { app, admin } = await openSchool();
  const body = { name, scopes: ['people:read'] };
  const refused = await call(app, 'POST', '/admin/api-keys', { token: admin.token, body });
  expect([refused.status, refused.body['code']]).toEqual([400, 'validation_failed']);
});

test('a key has a limit of its own', async () => {
  const { app, admin } = await openSchool({ RATE_LIMIT: 'on' });
  const { secret, id } = await aKey(app, admin, ['audit:read']);
  await app.database.db
    .insertInto('rate_counters')
    .values({ name: `api key ${id}`, window_started_at: app.clock.now(), count: 1000 })
    .execute();
  expect(await statusOf(app, secret, 'GET /admin/audit')).toBe(429);
});

test('a key reads the parts of a person that its scopes open, and never the note', async () => {
  const { app, admin } = await openSchool();
  const learner = await aUser(app);
  const body = { text: 'Pays late.' };
  await call(app, 'PUT', `/admin/people/${learner.id}/note`, { token: admin.token, body });
  const planned = { reason: 'Wrote to us on paper', keepAnswers: true, keepReviews: true };
  await call(app, 'POST', `/admin/people/${learner.id}/deletion`, { token: admin.token, body: planned });
  const read = async (scopes: readonly string[]) => {
    const { secret } = await aKey(app, admin, scopes);
    return (await call(app, 'GET', `/admin/people/${learner.id}`, { token: secret })).body['detail'];
  };
  const never = { note: null, devices: null, emails: null };
  expect(await read(['people:read'])).toMatchObject({ ...never, purchases: null, timeline: null });
  expect(await read(['people:read', 'payments:read'])).toMatchObject({ ...never, purchases: [], timeline: null });
  const all = await read(API_SCOPES);
  expect(all).toMatchObject({ ...never, purchases: [], timeline: expect.any(Array) });
  expect(JSON.stringify(all)).not.toContain(body.text);
  expect(all).toMatchObject({ deletion: { reason: '' } });
  const own = await call(app, 'GET', `/admin/people/${learner.id}`, { token: admin.token });
  expect(own.body['detail']).toMatchObject({
    note: body,
    purchases: [],
    devices: [{}],
    deletion: { reason: planned.reason },
  });
});

test('a key sees what people paid, in lists, exports and orders, with the scope of payments alone', async () => {
  const { app, admin } = await openSchool();
  const learner = await aUser(app, { fullName: 'Meera Nair' });
  await buy(app, learner, { origin: await app.listen() });
  const paid = async (scopes: readonly string[]) => {
    const { secret: token } = await aKey(app, admin, scopes);
    const of = (path: string) => call(app, 'GET', `/admin/people${path}`, { token });
    const found = z
      .array(z.object({ paidInPaise: z.int().nullable() }))
      .parse((await of('?search=meera')).body['people']);
    const detail = z.object({ person: z.object({ paidInPaise: z.int().nullable() }) });
    const headers = { authorization: `Bearer ${token}` };
    const { body: csv } = await app.http.inject({ url: '/api/v1/admin/people/export?search=meera', headers });
    return [
      found[0]?.paidInPaise,
      detail.parse((await of(`/${learner.id}`)).body['detail']).person.paidInPaise,
      csv.includes('499.00'),
      (await of('?sort=-paid')).status,
    ];
  };
  expect(await paid(['people:read'])).toEqual([null, null, false, 403]);
  expect(await paid(['people:read', 'payments:read'])).toEqual([49_900, 49_900, true, 200]);
});

test('a key reads why someone has access, and their payments with the scope of payments alone', async () => {
  const { app, admin } = await openSchool();
  const learner = await aUser(app, { fullName: 'Meera Nair' });
  await buy(app, learner, { origin: await app.listen() });
  const grant = { untilDay: '2026-12-31', reason: 'Prize' };
  await call(app, 'POST', `/admin/people/${learner.id}/grant`, { token: admin.token, body: grant });
  const read = async (path: string, scopes: readonly string[]) => {
    const { secret } = await aKey(app, admin, scopes);
    const { body } = await call(app, 'GET', `/admin/people/${learner.id}${path}`, { token: secret });
    return Explained.parse(path === '' ? body['detail'] : body).access;
  };
  const textsOf = ({ reasons, history }: z.output<typeof Explained>['access']) =>
    [...reasons, ...history].map(({ text }) => text).join('\n');
  for (const path of ['', '/access']) {
    const without = await read(path, ['people:read']);
    expect(without).toMatchObject({ hasAccess: true, reasons: [{}], history: [{}] });
    expect(textsOf(without)).toContain('Prize');
    expect(textsOf(without)).not.toContain('₹');
    expect(textsOf(await read(path, ['people:read', 'payments:read']))).toContain('₹');
  }
  const { secret } = await aKey(app, admin, ['grants:write']);
  const extend = { days: 3, reason: 'Ill' };
  const changed = await call(app, 'POST', `/admin/people/${learner.id}/extend`, { token: secret, body: extend });
  expect(textsOf(Explained.parse(changed.body).access)).not.toContain('₹');
});
