import type { BrowserContext, Page } from '@playwright/test';
import { api } from '#contract/api.ts';
import { aBrowser, openPushService, type PushService } from '#test/fake-push.ts';
import { aLectureWithTeacher, questionsAt } from './asked-question.ts';
import { expect, test as base } from './fixtures.ts';

const test = base.extend<object, { service: PushService }>({
  service: [
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const service = await openPushService();
      await provide(service);
      service.close();
    },
    { scope: 'worker' },
  ],
  settings: [async ({ service }, provide) => provide({ PUSH_SERVICES: service.origin }), { scope: 'worker' }],
});

test.use({ serviceWorkers: 'allow' });

/** A browser without a screen has no push service: it is given one, and a user who says yes when asked. */
const letAsk = async (context: BrowserContext, origin: string, endpoint: string, keys: object): Promise<void> => {
  await context.grantPermissions(['notifications'], { origin });
  await context.addInitScript(
    (subscription) => {
      let permission: NotificationPermission = 'default';
      Object.defineProperty(Notification, 'permission', { get: () => permission });
      Notification.requestPermission = async () => (permission = 'granted');
      PushManager.prototype.subscribe = async () =>
        Object.create(PushSubscription.prototype, { toJSON: { value: () => subscription } });
    },
    { endpoint, keys },
  );
};

/** Browsers without a screen refuse to show notices, so the service worker of this browser says what it would show. */
const letShow = async (context: BrowserContext): Promise<void> => {
  await context.route('**/sw.js', async (route) => {
    const response = await route.fetch();
    const says = `registration.showNotification = async (title, options) =>
      new BroadcastChannel('shown').postMessage({ title, ...options });`;
    await route.fulfill({ response, body: `${await response.text()}\n${says}` });
  });
};

/** Delivers a message as a push service does. Returns what the service worker shows. */
const shownFor = async (page: Page, origin: string, message: unknown): Promise<unknown> => {
  const shown = await page.evaluateHandle(() => {
    const channel = new BroadcastChannel('shown');
    const notice = new Promise((resolve) => channel.addEventListener('message', ({ data }) => resolve(data)));
    return { notice };
  });
  const session = await page.context().newCDPSession(page);
  const found = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await found;
  // A message starts the worker again when the browser has stopped it.
  await session.send('ServiceWorker.stopAllWorkers');
  const data = JSON.stringify(message);
  await session.send('ServiceWorker.deliverPushMessage', { origin, registrationId, data });
  return shown.evaluate(({ notice }) => notice);
};

test('a learner who asked is offered notices in the browser, which show the answer', async ({
  page,
  context,
  site,
  service,
  signIn,
}) => {
  const lecture = await aLectureWithTeacher(site);
  const learner = await site.aSubscriber();
  // The story runs at any hour: at night phones and browsers stay quiet.
  await site.call(api.notices.saveSettings, learner.token, { body: { quietHours: null } });
  const browser = aBrowser();
  await letShow(context);
  await letAsk(context, site.origin, `${service.origin}/send/one`, browser.keys);
  await signIn(learner);
  await page.goto(questionsAt(lecture));
  const offer = page.getByRole('complementary', { name: 'Notices in this browser' });
  await page.getByRole('button', { name: 'Ask a question' }).click();
  await expect(offer).toBeHidden();
  const box = page.getByRole('form', { name: /^Ask about/ });
  await box.getByRole('textbox').fill('Is a cake a sale before it is paid?');
  await box.getByRole('button', { name: 'Ask', exact: true }).click();
  await offer.getByRole('button', { name: 'Show answers' }).click();
  await expect(page.getByText('This browser shows notices now')).toBeVisible();
  await expect(offer).toBeHidden();

  const { questions } = await site.call(api.questions.mine, learner.token, {
    params: { courseId: lecture.courseId },
  });
  const questionId = questions[0]?._id ?? '';
  await site.call(api.questions.answer, lecture.teacher.token, {
    params: { questionId },
    body: { text: 'Yes, when it leaves the shop.' },
  });
  await expect.poll(() => service.received.length).toBe(1);
  const message = browser.read(service.received[0]?.body ?? Buffer.alloc(0));
  expect(await shownFor(page, site.origin, message)).toMatchObject({
    title: 'Nandini Kulkarni answered your question',
    body: expect.stringContaining('“Yes, when it leaves the shop.” Profit is not cash'),
    data: `${questionsAt(lecture)}&question=${questionId}`,
  });
});

test('an offer that was dismissed does not return', async ({ page, context, site, service, signIn }) => {
  const lecture = await aLectureWithTeacher(site);
  const learner = await site.aSubscriber();
  await site.call(api.questions.ask, learner.token, {
    params: { courseId: lecture.courseId, lectureId: lecture.lectureId },
    body: { text: 'Is a cake a sale before it is paid?', atMs: 60_000 },
  });
  await letAsk(context, site.origin, `${service.origin}/send/one`, aBrowser().keys);
  await signIn(learner);
  await page.goto(questionsAt(lecture));
  const offer = page.getByRole('complementary', { name: 'Notices in this browser' });
  await offer.getByRole('button', { name: 'Don’t ask again' }).click();
  await expect(offer).toBeHidden();
  await page.reload();
  await expect(page.getByText('Is a cake a sale before it is paid?')).toBeVisible();
  await expect(offer).toBeHidden();
});
