import { expect, it } from 'vitest';
import { openForTest } from '#test/sandbox/open-sandbox.ts';

it('the test console loads only its own files, and shows the newest purchases and their disputes', async () => {
  const { app, call, control, paid } = await openForTest();
  const [root, page, script] = await Promise.all(
    ['/sandbox', '/sandbox/console', '/sandbox/console.js'].map((url) => app.inject({ url })),
  );
  expect([root?.statusCode, root?.headers.location]).toEqual([302, '/sandbox/console']);
  expect(page?.headers['content-security-policy']).toContain("default-src 'none'; script-src 'self'");
  expect(page?.body).not.toMatch(/<script>|style=|onclick/);
  expect(script?.headers['content-type']).toBe('text/javascript; charset=utf-8');

  const { subscriptionId, paymentId } = await paid();
  await control('/disputes', { payment_id: paymentId });
  for (let count = 0; count < 20; count += 1) await paid();
  const { body } = await call('GET', '/control/purchases');
  const items = Array.isArray(body['items']) ? body['items'] : [];
  expect(items).toHaveLength(20);
  expect(JSON.stringify(items)).not.toContain(subscriptionId);
  expect(items[0]).toMatchObject({
    status: 'completed',
    renews: false,
    payments: [{ status: 'captured', disputes: [] }],
  });
});
