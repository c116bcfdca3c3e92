import { expect, test } from 'vitest';
import { hmacHex } from './signatures.ts';
import { day, juneMorning, openForTest, openReceiver } from '#test/sandbox/open-sandbox.ts';

const purchase = [
  'payment.authorized',
  'payment.captured',
  'invoice.paid',
  'subscription.activated',
  'subscription.charged',
  'subscription.completed',
];

const open = async (answer?: Parameters<typeof openReceiver>[0]) => {
  const receiver = await openReceiver(answer);
  const opened = await openForTest({
    webhookUrl: () => receiver.url,
    webhookRetryBaseMs: 5,
  });
  const events = () => receiver.deliveries.map((delivery) => delivery.event);
  return { ...opened, ...receiver, events };
};

test('the events of a purchase arrive in order, signed over bytes as PHP writes them', async () => {
  const { sandbox, paid, received, deliveries } = await open();
  const { subscriptionId, paymentId } = await paid({ notes: { who: 'Zoë' } });
  await received(purchase.length);
  await sandbox.idle();
  expect(deliveries.map((delivery) => delivery.event)).toEqual(purchase);
  for (const { raw, signature } of deliveries) expect(signature).toBe(hmacHex(sandbox.webhookSecret, raw));
  expect(new Set(deliveries.map((delivery) => delivery.id)).size).toBe(purchase.length);

  const charged = deliveries.find((delivery) => delivery.event === 'subscription.charged');
  expect(charged?.raw).toContain(String.raw`Zo\u00eb`);
  expect(charged?.raw).toContain(String.raw`https:\/\/`);
  expect(JSON.parse(charged?.raw ?? '')).toMatchObject({
    entity: 'event',
    account_id: expect.stringMatching(/^acc_\w{14}$/),
    contains: ['subscription', 'payment'],
    payload: {
      subscription: { entity: { id: subscriptionId, status: 'active', type: 2, paid_count: 1 } },
      payment: { entity: { id: paymentId, captured: '1', notes: [], status: 'captured' } },
    },
  });
  expect(JSON.parse(deliveries.at(-1)?.raw ?? '')).toMatchObject({
    payload: { subscription: { entity: { status: 'completed' } } },
  });
});

test('a refused webhook is sent again with the same id and bytes', async () => {
  const { pay, subscribe, received } = await open((_delivery, index) =>
    index < 3 ? ([500, 301, 404][index] ?? 500) : 200,
  );
  await pay(await subscribe(), 'failure');
  const [first, ...others] = await received(4);
  expect(others.map(({ id, raw, signature }) => ({ id, raw, signature }))).toEqual(
    Array.from({ length: 3 }, () => ({ id: first?.id, raw: first?.raw, signature: first?.signature })),
  );
});

test('a retry keeps the secret of its first attempt, later events use the new one', async () => {
  let accepting = false;
  const { sandbox, control, pay, subscribe, received } = await open(() => (accepting ? 200 : 503));
  const before = sandbox.webhookSecret;
  const id = await subscribe();
  await pay(id, 'failure');
  await received(1);
  await control('/rotate', { which: 'webhook' });
  accepting = true;
  await received(2);
  await sandbox.idle();
  await pay(id, 'failure');
  const deliveries = await received(3);
  expect(sandbox.webhookSecrets()).toEqual([sandbox.webhookSecret, before]);
  expect(deliveries[1]?.signature).toBe(hmacHex(before, deliveries[1]?.raw ?? ''));
  const last = deliveries.at(-1);
  expect(last?.signature).toBe(hmacHex(sandbox.webhookSecret, last?.raw ?? ''));
});

test('the switches reverse, duplicate, drop and forge webhooks', async () => {
  const { sandbox, control, paid, received, deliveries, events } = await open(({ raw, signature }) =>
    hmacHex(sandbox.webhookSecret, raw) === signature ? 200 : 400,
  );
  await control('/webhooks', { reverse: true });
  await paid();
  await received(6);
  await sandbox.idle();
  expect(events()).toEqual(purchase.toReversed());

  deliveries.length = 0;
  await control('/webhooks', { reverse: false, duplicates: 1 });
  await paid();
  await received(12);
  expect(new Set(deliveries.map((delivery) => delivery.id)).size).toBe(6);

  await sandbox.idle();
  deliveries.length = 0;
  await control('/webhooks', { duplicates: 0, drop_next: 4 });
  await paid();
  await received(2);
  await sandbox.idle();
  expect(events()).toEqual(purchase.slice(4));

  deliveries.length = 0;
  await control('/webhooks', { forge_next: 1 });
  await paid();
  await received(7);
  expect(deliveries[0]).toMatchObject({ event: 'payment.authorized', raw: expect.stringContaining('forged') });
  expect(deliveries.slice(1).find(({ id }) => id === deliveries[0]?.id)?.raw).not.toContain('forged');
});

test('no webhook is sent while they are switched off, and a replay sends the event later', async () => {
  const { call, control, sandbox, subscribe, pay, deliveries } = await open();
  await control('/webhooks', { enabled: false });
  await pay(await subscribe(), 'failure');
  await sandbox.idle();
  expect(deliveries).toEqual([]);
  const log = await call('GET', '/control/log');
  const id = /"event_id":"(\w{14})"/.exec(log.text)?.[1];
  const replayed = await control('/webhooks/replay', { event_id: id });
  expect(replayed.body).toEqual({ event_id: id, status: 200 });
  const underNewId = await control('/webhooks/replay', { event_id: id, as_new_id: true });
  expect(underNewId.body['event_id']).not.toBe(id);
  expect(deliveries[0]?.raw).toBe(deliveries[1]?.raw);
  expect((await control('/webhooks/replay', { event_id: 'nothing' })).status).toBe(400);
});

test('webhooks are switched off after a day of refusals', async () => {
  let clockMs = juneMorning;
  const switchedOff = Promise.withResolvers<void>();
  const receiver = await openReceiver(() => 500);
  const { call, pay, subscribe } = await openForTest({
    now: () => clockMs,
    webhookUrl: () => receiver.url,
    webhookRetryBaseMs: 5,
    log: (_line, facts) => {
      if (JSON.stringify(facts).includes('"webhook disabled"')) switchedOff.resolve();
    },
  });
  await pay(await subscribe(), 'failure');
  await receiver.received(2);
  clockMs += (day + 60) * 1000;
  await switchedOff.promise;
  expect((await call('GET', '/control/')).body).toMatchObject({ webhooks: { enabled: false } });
});

test('events of refunds and disputes contain the payment', async () => {
  const { sandbox, control, rest, paid, received, deliveries } = await open();
  const { paymentId } = await paid();
  await received(6);
  await sandbox.idle();
  deliveries.length = 0;
  await control('/switches', { refunds: 'pending' });
  const refund = await rest('POST', `/payments/${paymentId}/refund`);
  await control('/refunds/settle', { refund_id: refund.body['id'], status: 'failed' });
  const dispute = await control('/disputes', { payment_id: paymentId });
  await control('/disputes/settle', { dispute_id: dispute.body['id'], status: 'won' });
  await received(4);
  const events = deliveries.map(({ raw }) => JSON.parse(raw));
  expect(events).toMatchObject([
    {
      event: 'refund.created',
      payload: { refund: { entity: { status: 'pending' } }, payment: { entity: { refund_status: 'full' } } },
    },
    { event: 'refund.failed', payload: { payment: { entity: { amount_refunded: 0 } } } },
    { event: 'payment.dispute.created', contains: ['payment', 'dispute'] },
    { event: 'payment.dispute.won', payload: { dispute: { entity: { payment_id: paymentId, status: 'won' } } } },
  ]);
});

test('events that were not delivered when the process ended are sent by the next one', async () => {
  const receiver = await openReceiver();
  const first = await openForTest({ webhookUrl: () => receiver.url });
  await first.control('/webhooks', { delay_ms: 60_000 });
  await first.paid();
  await first.close();
  expect(receiver.deliveries).toEqual([]);
  await openForTest({ stateFile: first.stateFile, webhookUrl: () => receiver.url, webhookRetryBaseMs: 5 });
  await receiver.received(6);
  expect(receiver.deliveries.map((delivery) => delivery.event)).toEqual(purchase);
});

test('a given secret replaces the generated one', async () => {
  const receiver = await openReceiver();
  const { pay, subscribe } = await openForTest({ webhookUrl: () => receiver.url, webhookSecret: 'from-the-settings' });
  await pay(await subscribe(), 'failure');
  const [delivery] = await receiver.received(1);
  expect(delivery?.signature).toBe(hmacHex('from-the-settings', delivery?.raw ?? ''));
});
