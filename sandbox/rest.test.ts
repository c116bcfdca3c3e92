import { expect, test } from 'vitest';
import { descriptionOf, openForTest } from '#test/sandbox/open-sandbox.ts';

test('a new sandbox has test keys and a yearly plan of 499 rupees', async () => {
  const { sandbox, rest } = await openForTest();
  expect(sandbox.keyId).toMatch(/^rzp_test_[A-Za-z0-9]{14}$/);
  expect(sandbox.planId).toMatch(/^plan_[A-Za-z0-9]{14}$/);
  const plan = await rest('GET', `/plans/${sandbox.planId}`);
  expect(plan.body).toMatchObject({ entity: 'plan', period: 'yearly', interval: 1, notes: [] });
  expect(plan.body['item']).toMatchObject({ amount: 49_900, currency: 'INR', name: 'Subscription Bundle' });
});

test('only the exact scheme Basic with the exact key is accepted', async () => {
  const { authorization, call } = await openForTest();
  const statusWith = async (header?: string) =>
    (await call('GET', '/v1/plans', undefined, header === undefined ? {} : { authorization: header })).status;
  expect(await statusWith(authorization)).toBe(200);
  expect(await statusWith()).toBe(401);
  expect(await statusWith(authorization.replace('Basic', 'basic'))).toBe(401);
  expect(await statusWith(authorization.replace('Basic', 'BASIC'))).toBe(401);
  expect(await statusWith(`${authorization.slice(0, -4)}AAAA`)).toBe(401);
  const refused = await call('GET', '/v1/plans');
  expect(refused.body).toMatchObject({ error: { code: 'BAD_REQUEST_ERROR', description: 'Authentication failed' } });
});

test('a subscription has the fields and formats of Razorpay', async () => {
  const { sandbox, rest } = await openForTest();
  const made = await rest('POST', '/subscriptions', {
    plan_id: sandbox.planId,
    total_count: 1,
    customer_notify: 1,
    expire_by: 1_781_600_000,
    notes: { user_id: 'u_1', attempt: 2 },
  });
  expect(made.status).toBe(200);
  expect(made.body['id']).toMatch(/^sub_[A-Za-z0-9]{14}$/);
  expect(made.body).toMatchObject({
    entity: 'subscription',
    status: 'created',
    plan_id: sandbox.planId,
    customer_id: null,
    current_start: null,
    charge_at: null,
    total_count: 1,
    paid_count: 0,
    remaining_count: 1,
    customer_notify: true,
    expire_by: 1_781_600_000,
    notes: { user_id: 'u_1', attempt: '2' },
    has_scheduled_changes: false,
  });
  expect(made.text).toContain(String.raw`https:\/\/rzp.io\/`);
  const bare = await rest('POST', '/subscriptions', { plan_id: sandbox.planId, total_count: 1 });
  expect(bare.body['notes']).toEqual([]);
});

test('an unknown field is refused by name', async () => {
  const { sandbox, rest } = await openForTest();
  const refusedFor = async (more: object) => {
    const response = await rest('POST', '/subscriptions', { plan_id: sandbox.planId, total_count: 1, ...more });
    expect(response.status).toBe(400);
    return descriptionOf(response);
  };
  expect(await refusedFor({ foo: 1, bar: 2 })).toBe('foo, bar is/are not required and should not be sent');
  expect(await refusedFor({ plan_id: 'plan_00000000000001' })).toBe('The id provided does not exist');
  expect(await refusedFor({ plan_id: ['x'] })).toBe('The plan id is invalid.');
  expect(await refusedFor({ total_count: 'many' })).toBe('The total count must be an integer.');
  expect(await refusedFor({ total_count: 0 })).toBe('The total count must be at least 1.');
  expect(await refusedFor({ total_count: 101 })).toContain('maximum total count (100)');
  expect(await refusedFor({ expire_by: 1_000 })).toContain('expire by');
  expect(await refusedFor({ start_at: 1_900_000_000 })).toContain('not offered');
  expect(
    await refusedFor({ notes: Object.fromEntries(Array.from({ length: 16 }, (_, i) => [`n${i}`, 'x'])) }),
  ).toContain('Number of fields in notes');
  const missing = await rest('POST', '/subscriptions', { plan_id: sandbox.planId });
  expect(missing.body).toMatchObject({
    error: { code: 'BAD_REQUEST_ERROR', description: 'The total count field is required.', field: 'total_count' },
  });
});

test('a list is newest first and counts its page', async () => {
  const { rest, subscribe } = await openForTest();
  const made = [await subscribe(), await subscribe(), await subscribe()];
  const page = await rest('GET', '/subscriptions?count=2&skip=1');
  expect(page.body).toMatchObject({ entity: 'collection', count: 2, items: [{ id: made[1] }, { id: made[0] }] });
  expect((await rest('GET', '/subscriptions?plan_id=plan_x')).body).toMatchObject({ count: 0, items: [] });
  expect((await rest('GET', '/subscriptions?from=2000000000')).body['count']).toBe(0);
  for (const query of ['count=0', 'count=101', 'count=x', 'skip=-1', 'count=1&count=2', 'foo=1']) {
    expect((await rest('GET', `/subscriptions?${query}`)).status).toBe(400);
  }
});

test('input of any shape gets a 4xx response in JSON', async () => {
  const { app, authorization } = await openForTest();
  const post = (url: string, type: string, payload: string) =>
    app.inject({ method: 'POST', url, payload, headers: { authorization, 'content-type': type } });
  const targets = [
    '/sandbox/v1/subscriptions',
    '/sandbox/v1/plans',
    '/sandbox/control/pay',
    '/sandbox/control/clock',
    '/sandbox/v1/checkout/pay',
  ];
  const bodies = [
    '{',
    '[]',
    '"x"',
    '1',
    '{"a":',
    '{"__proto__":{"x":1}}',
    '{"notes":"\\u0000"}',
    '{"item":7}',
    '{"method":{"kind":"x"}}',
  ];
  for (const url of targets) {
    for (const body of bodies) {
      const response = await post(url, 'application/json', body);
      expect(response.statusCode, `${url} ${body}`).toBe(400);
      expect(response.json()).toHaveProperty('error.description');
    }
    expect((await post(url, 'text/plain', '{}')).statusCode).toBe(415);
    expect((await post(url, 'application/x-www-form-urlencoded', 'a=1')).statusCode).toBe(415);
    expect((await post(url, 'application/json', `{"a":"${'x'.repeat(70_000)}"}`)).statusCode).toBe(413);
  }
});

test('unknown ids and addresses return the errors of Razorpay', async () => {
  const { call, rest } = await openForTest();
  for (const url of ['/payments/pay_x', '/subscriptions/%00', '/refunds/x', '/invoices/..%2Fx', '/plans/constructor']) {
    const response = await rest('GET', url);
    expect(response.status).toBe(400);
    expect(descriptionOf(response)).toBe('The id provided does not exist');
  }
  const nowhere = await call('GET', '/v1/customers');
  expect(nowhere.status).toBe(400);
  expect(descriptionOf(nowhere)).toBe('The requested URL was not found on the server.');
});

test('at most 100 plans are kept, since subscriptions refer to them', async () => {
  const { rest } = await openForTest();
  const create = () =>
    rest('POST', '/plans', { period: 'yearly', interval: 1, item: { name: 'P', amount: 100, currency: 'INR' } });
  for (let count = 1; count < 100; count += 1) expect((await create()).status).toBe(200);
  expect(descriptionOf(await create())).toBe('The sandbox keeps at most 100 plans.');
});
