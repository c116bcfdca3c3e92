import { createECDH, createPublicKey, verify } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { encryptMessage } from './channels/push/message.ts';
import { call } from '#test/call.ts';
import { aUser } from '#test/factories.ts';
import { aBrowser, openPushService } from '#test/fake-push.ts';
import { AN_ANSWER, notifyByPush } from '#test/notices.ts';
import { startApp } from '#test/start-app.ts';

const openSchool = async () => {
  const service = await openPushService();
  onTestFinished(service.close);
  const app = await startApp({ PUSH_SERVICES: service.origin });
  onTestFinished(app.close);
  const meera = await aUser(app, { fullName: 'Meera Nair' });
  const browser = aBrowser();
  const notify = notifyByPush(app);
  const send = (dedupeKey: string) =>
    app.database.transaction((tx) => notify(tx, [{ userId: meera.id, dedupeKey, content: AN_ANSWER }]));
  const allow = (endpoint = `${service.origin}/send/one`, keys: object = browser.keys) =>
    call(app, 'POST', '/user/push-subscriptions', {
      token: meera.token,
      body: { endpoint, keys },
      headers: { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Chrome/140.0' },
    });
  const settings = async () => (await call(app, 'GET', '/user/notice-settings', meera)).body['settings'];
  return { app, service, meera, browser, send, allow, settings };
};

test('a browser that the user allowed shows a notice, which only it can read', async () => {
  const { app, service, browser, send, allow, settings } = await openSchool();
  expect(await allow()).toMatchObject({ status: 200, body: { message: 'This browser shows notices now' } });
  const { pushKey } = z.object({ pushKey: z.string() }).parse(await settings());
  await send('answer:1');
  await send('answer:1');
  await app.jobs.runDue();
  expect(service.received).toHaveLength(1);
  const [first] = service.received;
  expect(first?.path).toBe('/send/one');
  expect(first?.body.includes('Nandini')).toBe(false);
  expect(browser.read(first?.body ?? Buffer.alloc(0))).toEqual({
    title: 'Nandini Kulkarni answered your question',
    text: '“Your book is right.” Profit is not cash, 3:40',
    path: '/course/displaylectures?course=course1&lecture=lecture1&tab=questions&question=question1',
    tag: expect.stringMatching(/^\w{24}$/),
  });
  expect(first?.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: '86400', urgency: 'normal' });
  const [, unsigned = '', signature = '', key = ''] =
    /^vapid t=([\w-]+\.[\w-]+)\.([\w-]+), k=([\w-]+)$/.exec(first?.headers.authorization ?? '') ?? [];
  expect(key).toBe(pushKey);
  const point = Buffer.from(key, 'base64url');
  const x = point.subarray(1, 33).toString('base64url');
  const publicKey = createPublicKey({
    format: 'jwk',
    key: { kty: 'EC', crv: 'P-256', x, y: point.subarray(33).toString('base64url') },
  });
  const encoded = Buffer.from(signature, 'base64url');
  expect(verify('sha256', Buffer.from(unsigned), { key: publicKey, dsaEncoding: 'ieee-p1363' }, encoded)).toBe(true);
  expect(JSON.parse(Buffer.from(unsigned.split('.')[1] ?? '', 'base64url').toString())).toMatchObject({
    aud: service.origin,
    exp: 1_781_497_800 + 12 * 60 * 60,
  });
});

test('a browser that shows no more notices is forgotten, and redirects are not followed', async () => {
  const { app, service, send, allow, settings } = await openSchool();
  await allow();
  expect(await settings()).toMatchObject({ browsers: [{ name: 'Chrome on Android' }] });
  service.status = 302;
  await send('answer:1');
  await app.jobs.runDue();
  expect(await settings()).toMatchObject({ browsers: [{ name: 'Chrome on Android' }] });
  service.status = 410;
  await send('answer:2');
  await app.jobs.runDue();
  expect(await settings()).toMatchObject({ browsers: [] });
  expect(service.received).toHaveLength(2);
});

test('a test reaches the browser, and another user does not remove it', async () => {
  const { app, service, meera, browser, allow } = await openSchool();
  const tested = () => call(app, 'POST', '/user/push-subscriptions/test', { token: meera.token, body: {} });
  expect((await tested()).status).toBe(409);
  const added = await allow();
  expect((await tested()).status).toBe(200);
  expect(browser.read(service.received[0]?.body ?? Buffer.alloc(0))).toMatchObject({ title: 'Notices work' });
  const { settings } = z
    .object({ settings: z.object({ browsers: z.array(z.object({ _id: z.string() })) }) })
    .parse(added.body);
  const path = `/user/push-subscriptions/${settings.browsers[0]?._id}`;
  expect((await call(app, 'DELETE', path, await aUser(app))).status).toBe(404);
  expect((await call(app, 'DELETE', path, meera)).status).toBe(200);
});

test.each([
  ['a service that is not known', 'https://push.example/send', undefined],
  ['a private address', 'http://127.0.0.1:9/send', undefined],
  ['another scheme', 'file:///etc/passwd', undefined],
  ['a name that only ends alike', 'https://evil-fcm.googleapis.com.example/', undefined],
  ['a key that is no point of the curve', undefined, { p256dh: 'A'.repeat(87), auth: 'A'.repeat(22) }],
])('%s is refused', async (_what, endpoint, keys) => {
  const { allow, settings } = await openSchool();
  expect((await allow(endpoint, keys)).status).toBe(409);
  expect(await settings()).toMatchObject({ browsers: [] });
});

// RFC 8291, appendix A.
test('a message is encrypted as in the example of the standard', () => {
  const own = createECDH('prime256v1');
  own.setPrivateKey('yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw', 'base64url');
  const keys = {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  };
  const salt = Buffer.from('DGv6ra1nlYgDCS1FRnbzlw', 'base64url');
  const text = 'When I grow up, I want to be a watermelon';
  expect(encryptMessage(text, keys, { own, salt }).toString('base64url')).toBe(
    'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
  );
});
