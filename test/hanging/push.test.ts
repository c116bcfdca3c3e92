// @module-tag long
import { expect, onTestFinished, test } from 'vitest';
import { createNotify } from '#server/features/notices/notify.ts';
import { call } from '#test/call.ts';
import { aUser } from '#test/factories.ts';
import { aBrowser } from '#test/fake-push.ts';
import { readEmails } from '#test/mailbox.ts';
import { AN_ANSWER } from '#test/notices.ts';
import { startApp } from '#test/start-app.ts';
import { until } from '#test/until.ts';
import { asHttp, manners, openHanging, SLACK_MS } from './hanging-server.ts';

test.each(manners)('a push service that is %s delays no email, and is tried again', async (manner) => {
  await using server = await openHanging(manner, asHttp);
  const app = await startApp({
    PUSH_SERVICES: `http://127.0.0.1:${server.port}`,
    CONTACT_EMAIL: 'desk@school.example',
  });
  onTestFinished(app.close);
  const meera = await aUser(app);
  const body = { endpoint: `http://127.0.0.1:${server.port}/send/one`, keys: aBrowser().keys };
  expect((await call(app, 'POST', '/user/push-subscriptions', { token: meera.token, body })).status).toBe(200);
  const unused = () => Promise.reject(new Error('the app delivers'));
  const notify = createNotify(app, {
    channels: {
      email: { deliver: unused, digest: unused, reaches: async () => new Set() },
      push: { deliver: unused, digest: unused, reaches: async (_db, userIds) => new Set(userIds) },
    },
    changed: () => undefined,
  });
  await app.database.transaction((tx) => notify(tx, [{ userId: meera.id, dedupeKey: 'one', content: AN_ANSWER }]));

  let isOver = false;
  const begunAt = performance.now();
  const delivering = app.jobs.runDue('push').then(() => (isOver = true));
  if (manner !== 'unreachable') await until(() => server.connections() > 0, 'a notice is being sent');
  const message = { name: 'Ravi', email: 'ravi@home.example', message: 'In Hindi?' };
  expect((await call(app, 'POST', '/contact', { body: message })).status).toBe(200);
  await app.jobs.runDue('email');
  expect(await readEmails(app)).toHaveLength(1);
  expect(isOver).toBe(false);
  await delivering;
  expect(performance.now() - begunAt).toBeLessThan(10_000 + SLACK_MS);
  const states = await app.database.db.selectFrom('notice_deliveries').select(['channel', 'state']).execute();
  expect(states).toEqual([{ channel: 'push', state: 'queued' }]);
});
