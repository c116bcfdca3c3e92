import { api } from '#contract/api.ts';
import { DAY_MS, HOUR_MS } from '#contract/durations.ts';
import { expect, storeSessionIn, test } from './fixtures.ts';
import { startRealServer } from './real-server.ts';
import { createSite, type Site } from './site.ts';

const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
/** Where the school is. */
const INDIA_MS = 5.5 * HOUR_MS;

/** Noon of the next Monday, and days after it, of the school. */
const monday = (site: Site): number => {
  const today = new Date(site.now() + INDIA_MS);
  const days = ((8 - today.getUTCDay()) % 7) + (today.getUTCDay() === 1 ? 7 : 0);
  return Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate() + days, 12) - INDIA_MS;
};
const dayOf = (noon: number): string => new Date(noon + INDIA_MS).toISOString().slice(0, 10);
const inWords = (noon: number, format: Intl.DateTimeFormatOptions): string =>
  new Intl.DateTimeFormat('en-GB', { ...format, timeZone: 'Asia/Kolkata' }).format(noon);

test(
  'a learner joins the batch of Monday on a phone, and sees the lecture of Thursday open on Thursday',
  { tag: ['@long'] },
  async ({ browser }) => {
    const site = createSite(await startRealServer({ hasAdmin: true }));
    try {
      const { token } = await site.admin();
      const courseId = await site.aCourse({ title: 'The Kitchen Garden' });
      for (const title of ['A bed of two metres', 'Water and pests']) await site.aLecture(courseId, { title });
      const { lectures } = await site.call(api.lectures.listLectures, token, { params: { courseId } });
      const thursdays = lectures.find(({ title }) => title === 'Water and pests')?._id ?? '';
      await site.call(api.release.save, token, {
        params: { courseId },
        body: { rules: [{ lectureId: thursdays, afterDays: 3 }] },
      });
      const start = monday(site);
      await site.call(api.batches.create, token, {
        params: { courseId },
        body: { name: 'Monday’s', startsOn: dayOf(start), endsOn: dayOf(start + 40 * DAY_MS), places: 40 },
      });

      const learner = await site.aVisitorWhoRegisters({ fullName: 'Sunita Kumari' });
      const context = await browser.newContext({ baseURL: site.origin, reducedMotion: 'reduce', ...PHONE });
      await storeSessionIn(context, site.origin, learner);
      const page = await context.newPage();
      await page.goto(`/courses/description?course=${courseId}`);
      const shortDay = inWords(start, { dateStyle: 'medium' });
      const choice = page.getByRole('radio', { name: new RegExp(`^${shortDay} to .*40 of 40 places left`) });
      await expect(choice).toBeChecked();
      await expect(page.locator('.bottom-bar').getByText(`starts ${shortDay}`)).toBeVisible();
      await page.locator('.bottom-bar').getByRole('link', { name: 'Subscribe' }).tap();
      const batch = page.getByRole('region', { name: 'Your batch' });
      await expect(batch.getByText(/^You keep the recordings until .*, 1 year after the batch ends/)).toBeVisible();
      await page.getByRole('button', { name: 'Buy Now' }).tap();
      await page.frameLocator('iframe[title="Test payment"]').getByRole('button', { name: 'Success' }).tap();
      await expect(page.getByRole('heading', { name: 'Payment Successfull' })).toBeVisible();

      const begins = `Monday, ${inWords(start, { day: 'numeric', month: 'long' })}`;
      await page.goto('/learning');
      await expect(page.getByText(`Begins ${begins}`)).toBeVisible();
      const classroom = `/course/displaylectures?course=${courseId}`;
      await page.goto(classroom);
      const stage = page.locator('.classroom-player').getByRole('status');
      await expect(stage).toContainText(`Your batch begins on ${begins}`);
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Add to calendar' }).tap();
      expect((await download).suggestedFilename()).toBe('opening.ics');

      await site.advance(start - site.now());
      await page.goto(classroom);
      await expect(page.locator('video')).toBeVisible();
      const row = page.getByRole('button', { name: /Water and pests/ });
      await row.tap();
      await expect(stage).toContainText(
        `Opens on ${inWords(start + 3 * DAY_MS, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' })}`,
      );
      await site.advance(2 * DAY_MS);
      await page.goto(`${classroom}&lecture=${thursdays}`);
      await expect(stage).toBeVisible();
      await site.advance(DAY_MS);
      await page.goto(`${classroom}&lecture=${thursdays}`);
      await expect(page.getByRole('heading', { level: 2, name: 'Water and pests' })).toBeVisible();
      await expect(page.locator('video')).toBeVisible();
      await context.close();
    } finally {
      await site.stop();
    }
  },
);

test('an owner makes a batch with a timetable and a link, and someone without an account joins with it', async ({
  site,
  signIn,
  page: owner,
  browser,
}) => {
  const { token } = await site.admin();
  const courseId = await site.aCourse({ title: 'Compost' });
  await site.aLecture(courseId, { title: 'What soil is' });
  const start = monday(site);
  for (const title of ['First class', 'Second class', 'Third class']) {
    const startsAt = new Date(start + 90 * DAY_MS).toISOString();
    const fields = { kind: 'live', title, startsAt, durationMinutes: 60, url: 'https://meet.example/compost' } as const;
    await site.call(api.lectures.addLectureOfKind, token, { params: { courseId }, fields });
  }
  await signIn(await site.admin());
  await owner.goto(`/course/edit?course=${courseId}`);
  await owner.getByRole('navigation', { name: 'Course' }).getByRole('link', { name: 'Batches' }).click();
  await expect(owner.getByText(/^No batches yet/)).toBeVisible();
  await owner.getByRole('button', { name: 'New batch' }).click();
  const sheet = owner.getByRole('dialog').first();
  await sheet.getByLabel('Name').fill('Winter');
  await sheet.getByLabel('First day', { exact: true }).fill(dayOf(start));
  await sheet.getByLabel('Last day', { exact: true }).fill(dayOf(start + 9 * DAY_MS));
  await sheet.getByLabel('Places', { exact: true }).fill('40');
  await sheet.getByRole('button', { name: 'Save batch' }).click();
  await expect(owner.getByRole('link', { name: 'Winter' })).toBeVisible();
  await expect(owner.getByText('0 of 40')).toBeVisible();

  const act = async (name: string): Promise<void> => {
    await owner.getByRole('button', { name: 'Actions for Winter' }).click();
    await owner.getByRole('menuitem', { name }).click();
  };
  await act('Timetable');
  await sheet.getByRole('checkbox', { name: 'Mon' }).check();
  await sheet.getByLabel('Time', { exact: true }).fill('18:30');
  await expect(sheet.getByText('1 class gets no day: the batch is too short.')).toBeVisible();
  await sheet.getByRole('checkbox', { name: 'Thu' }).check();
  await expect(sheet.getByText(/^Every class has its day/)).toBeVisible();
  await sheet.getByRole('button', { name: 'Save timetable' }).click();
  await expect(sheet).toBeHidden();
  await act('Timetable');
  await sheet.getByRole('button', { name: 'Move Second class' }).click();
  const dialog = owner.getByRole('dialog', { name: 'Move Second class' });
  await dialog.getByLabel('Date and time').fill(`${dayOf(start + 4 * DAY_MS)}T19:00`);
  await dialog.getByRole('button', { name: 'Move class' }).click();
  await expect(sheet.getByText(/19:00 · moved$/)).toBeVisible();
  await sheet.getByRole('button', { name: 'Close' }).first().click();

  await act('Link to join');
  await sheet.getByLabel('Opens the course until').fill(dayOf(start + 60 * DAY_MS));
  await sheet.getByRole('button', { name: 'Create link' }).click();
  const link = await sheet.getByText(/\/join\//).textContent();
  await sheet.getByRole('button', { name: 'Close' }).first().click();

  const context = await browser.newContext({ baseURL: site.origin, ...PHONE });
  const guest = await context.newPage();
  await guest.goto(new URL(link ?? '').pathname);
  await expect(guest.getByText('Winter', { exact: true })).toBeVisible();
  await guest.getByRole('link', { name: 'Sign up and join' }).tap();
  await guest.getByLabel('Avatar').setInputFiles('test/media/avatar.png');
  await guest.getByLabel('Full Name').fill('Asha Rao');
  await guest.getByLabel('Email').fill('asha.of.winter@example.in');
  await guest.getByLabel('Password', { exact: true }).fill('a password of the tests');
  await guest.getByRole('button', { name: 'Create Account' }).tap();
  await expect(guest.getByRole('heading', { name: 'You are in Winter' })).toBeVisible();
  await context.close();

  await owner.reload();
  await expect(owner.getByText('1 of 40')).toBeVisible();
  await owner.getByRole('link', { name: 'Winter' }).click();
  await expect(owner.getByText('Asha Rao')).toBeVisible();
});

/** A course of two lectures, with a batch of one place from Monday on, in a school that takes UPI payments. */
const prepareMushrooms = async (site: Site, start: number): Promise<string> => {
  const { token } = await site.admin();
  const courseId = await site.aCourse({ title: 'Mushrooms' });
  for (const title of ['Spores', 'Straw']) await site.aLecture(courseId, { title });
  const { lectures } = await site.call(api.lectures.listLectures, token, { params: { courseId } });
  const rules = lectures.filter(({ title }) => title === 'Straw').map(({ _id }) => ({ lectureId: _id, afterDays: 3 }));
  await site.call(api.release.save, token, { params: { courseId }, body: { rules } });
  const days = { startsOn: dayOf(start), endsOn: dayOf(start + 40 * DAY_MS) };
  const batch = { name: 'Rainy season', ...days, places: 1 };
  await site.call(api.batches.create, token, { params: { courseId }, body: batch });
  const off = {
    bank: false,
    bankText: '',
    cash: false,
    cashText: '',
    other: false,
    otherText: '',
    staffRecords: false,
  };
  const ways = { ...off, upi: true, upiId: 'ashaacademy@okbank', upiText: '', askName: '', askHours: '', askPhone: '' };
  await site.call(api.settings.saveWays, token, { body: ways });
  return courseId;
};

test('who confirms a UPI payment on a phone chooses the batch, and the learner sees when it begins and what opens', async ({
  browser,
}) => {
  const site = createSite(await startRealServer({ hasAdmin: true }));
  try {
    const start = monday(site);
    const courseId = await prepareMushrooms(site, start);
    const phoneOf = async (account: Parameters<typeof storeSessionIn>[2]) => {
      const context = await browser.newContext({ baseURL: site.origin, reducedMotion: 'reduce', ...PHONE });
      await storeSessionIn(context, site.origin, account);
      return context.newPage();
    };
    const page = await phoneOf(await site.aVisitorWhoRegisters({ fullName: 'Ravi Oraon' }));
    await page.goto('/checkout');
    await page.getByRole('radio', { name: /^UPI to the school/ }).check();
    await page.getByLabel('UPI reference').fill('432611870977');
    await page.getByRole('button', { name: /^I have paid/ }).tap();
    await expect(page.getByRole('heading', { name: /is checking your payment$/ })).toBeVisible();

    const admin = await phoneOf(await site.admin());
    await admin.goto('/teach/payments');
    await admin.getByRole('link', { name: /Ravi Oraon/ }).tap();
    const [from, to] = [start, start + 40 * DAY_MS].map((day) => inWords(day, { dateStyle: 'medium' }));
    await admin.getByLabel('Batch').selectOption({ label: `Rainy season, ${from} to ${to}` });
    await admin.getByRole('button', { name: /^Confirm ₹/ }).tap();
    await expect(admin.getByText('Nothing to confirm.')).toBeVisible();
    await admin.goto('/teach/payments?state=decided');
    await admin.getByRole('link', { name: /Ravi Oraon.*Rainy season/ }).tap();
    await expect(admin.getByText('Taken by the buyer')).toBeVisible();

    await page.goto('/learning');
    const begins = `Monday, ${inWords(start, { day: 'numeric', month: 'long' })}`;
    await expect(page.getByText(`Begins ${begins}`)).toBeVisible();
    await page.goto(`/course/displaylectures?course=${courseId}`);
    const stage = page.locator('.classroom-player').getByRole('status');
    await expect(stage).toContainText(`Your batch begins on ${begins}`);
    await site.advance(start - site.now());
    await page.reload();
    await expect(page.locator('video')).toBeVisible();
    const thursday = inWords(start + 3 * DAY_MS, { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric' });
    await expect(page.getByRole('button', { name: /Straw/ })).toContainText(`Opens on ${thursday}`);
    for (const one of [page, admin]) await one.context().close();
  } finally {
    await site.stop();
  }
});

test('who confirms a payment on a phone reads first that its batch is over, and its lectures closed', async ({
  browser,
}) => {
  const site = createSite(await startRealServer({ hasAdmin: true }));
  try {
    const courseId = await prepareMushrooms(site, monday(site));
    const [account, today] = [await site.admin(), dayOf(site.now())];
    const one = { name: 'One day', startsOn: today, endsOn: today, afterEnd: 'closed' } as const;
    const { batch } = await site.call(api.batches.create, account.token, { params: { courseId }, body: one });
    const { token } = await site.aVisitorWhoRegisters({ fullName: 'Ravi Oraon' });
    const paid = { planId: 'yearly-bundle', way: 'upi', reference: '432611870977', paidOn: today } as const;
    await site.call(api.ways.send, token, { body: { ...paid, batchId: batch._id } });
    await site.advance(DAY_MS);

    const context = await browser.newContext({ baseURL: site.origin, reducedMotion: 'reduce', ...PHONE });
    await storeSessionIn(context, site.origin, account);
    const admin = await context.newPage();
    await admin.goto('/teach/payments');
    await admin.getByRole('link', { name: /Ravi Oraon/ }).tap();
    await expect(admin.getByRole('alert')).toContainText(/^The batch One day ended on .*: its lectures are closed/);
    await admin.getByRole('button', { name: /^Confirm anyway ₹/ }).tap();
    await expect(admin.getByText('Nothing to confirm.')).toBeVisible();
    await context.close();
  } finally {
    await site.stop();
  }
});
