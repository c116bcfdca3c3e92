// @module-tag both
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { call } from '#test/call.ts';
import { anAdmin, aUser, type Person } from '#test/factories.ts';
import { switchOn } from '#test/languages.ts';
import { emailsTo } from '#test/mailbox.ts';
import { buy } from '#test/sell.ts';
import { startApp } from '#test/start-app.ts';

const HINDI = 'सभी कोर्स, एक साल';

const start = async () => {
  const app = await startApp();
  onTestFinished(() => app[Symbol.asyncDispose]());
  await switchOn(app, 'hi');
  const admin = await anAdmin(app);
  const body = { texts: { 'plans.yearly-bundle.name': HINDI } };
  expect((await call(app, 'PUT', '/admin/translations/hi', { token: admin.token, body })).status).toBe(200);
  const reader = async (email: string): Promise<Person> => {
    const person = await aUser(app, { email });
    await call(app, 'PUT', '/user/language', { token: person.token, body: { language: 'hi' } });
    return person;
  };
  return { app, admin, reader };
};

test('who says that they have paid reads the name of the plan in their language, and who confirms it in theirs', async () => {
  const { app, admin, reader } = await start();
  const ways = await app.settings.ways();
  await app.database.transaction((tx) => app.settings.change(tx, 'ways', { ...ways, cash: true, cashText: 'Office' }));
  const meera = await reader('meera@school.in');
  const body = { planId: 'yearly-bundle', way: 'cash', reference: '', paidOn: '2026-06-15' };
  await call(app, 'POST', '/payments/requests', { token: meera.token, body });
  const [email] = await emailsTo(app, meera.email);
  expect(email?.text).toContain(HINDI);
  const [toConfirm] = await emailsTo(app, admin.email);
  expect(toConfirm?.text).not.toContain(HINDI);
  expect(toConfirm?.text).toContain('Look at your account, then confirm or refuse it.');
});

test('a gift names its plan in the language of its giver, and on its page in that of the page', async () => {
  const { app, reader } = await start();
  const meera = await reader('meera@school.in');
  const gift = { name: 'Asha', email: 'asha@school.example' };
  await buy(app, meera, { planId: 'yearly-bundle', origin: await app.listen(), gift });
  const gifts = z.array(z.object({ _id: z.string(), planName: z.string() }));
  const [given] = gifts.parse((await call(app, 'GET', '/gifts', { token: meera.token })).body['gifts']);
  expect(given?.planName).toBe(HINDI);
  const { body } = await call(app, 'POST', `/gifts/${given?._id}/link`, { token: meera.token });
  const token = z.string().parse(body['link']).split('/').at(-1);
  const seen = async (language: string) => {
    const headers = { 'accept-language': language };
    return (await call(app, 'POST', '/gifts/view', { headers, body: { token } })).body['planName'];
  };
  expect(await seen('hi')).toBe(HINDI);
  expect(await seen('en')).not.toBe(HINDI);
});
