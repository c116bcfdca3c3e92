// @module-tag both
import { expect, it } from 'vitest';
import { z } from 'zod';
import { HOUR_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { aLaterSession, anAdmin } from '#test/factories.ts';
import { emailsTo } from '#test/mailbox.ts';
import { login, MEERA, signUp } from '#test/sign-up.ts';
import { startApp } from '#test/start-app.ts';
import { codeAt, fromBase32, stepAt } from './one-time-codes.ts';

const Begun = z.object({ key: z.string() });
const Me = z.object({ user: z.object({ _id: z.string() }) });

it('an admin turns the second step of a person off who lost the phone, and the person is emailed', async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  const token = await signUp(app);
  const { key } = Begun.parse((await call(app, 'POST', '/user/second-step', { token })).body);
  const code = codeAt(fromBase32(key), stepAt(app.clock.now()));
  await call(app, 'PUT', '/user/second-step', { token, body: { code } });
  const { _id: userId } = Me.parse((await call(app, 'GET', '/user/me', { token })).body).user;
  expect((await login(app)).body).toMatchObject({ code: 'second_step_needed' });

  const path = `/admin/people/${userId}/second-step`;
  expect((await call(app, 'DELETE', path, { token })).status).toBe(403);
  app.clock.advance(HOUR_MS);
  expect((await call(app, 'DELETE', path, { token: admin.token })).body).toMatchObject({ code: 'confirmation_needed' });
  const fresh = await aLaterSession(app, admin);
  const person = async () => (await call(app, 'GET', `/admin/people/${userId}`, { token: fresh.token })).body['detail'];
  expect(await person()).toMatchObject({ hasSecondStep: true });
  const ended = await call(app, 'DELETE', path, { token: fresh.token });
  expect(ended.body['message']).toBe('The second step is off. They can log in with the password.');
  expect(await person()).toMatchObject({ hasSecondStep: false });
  expect((await login(app)).status).toBe(200);
  const email = (await emailsTo(app, MEERA.email)).find(
    ({ headers }) => headers.get('subject') === 'Second step off at Lectern',
  );
  expect(email?.text).toContain('An admin of the school');
  const recorded = await app.database.db
    .selectFrom('audit_entries')
    .select(['actor_id', 'user_id'])
    .where('kind', '=', 'second_step_off')
    .execute();
  expect(recorded).toEqual([{ actor_id: admin.id, user_id: userId }]);
});
