import { DAY_MS } from '#contract/durations.ts';
import { api } from '../contract/api.ts';
import { expect, storeSessionIn, test } from './fixtures.ts';
import { startRealServer } from './real-server.ts';
import { createSite } from './site.ts';

const dayAfter = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);

test(
  'an owner sells until the exam; it moves, everybody gets more time, and it is taken back',
  { tag: ['@long'] },
  async ({ browser }) => {
    const site = createSite(await startRealServer({ hasAdmin: true }));
    const openAs = async (session: Parameters<typeof storeSessionIn>[2], width: number) => {
      const context = await browser.newContext({
        viewport: { width, height: 844 },
        reducedMotion: 'reduce',
        baseURL: site.origin,
      });
      await storeSessionIn(context, site.origin, session);
      return context.newPage();
    };
    try {
      const admin = await site.admin();
      const course = await site.aCourse({ title: 'Statistics' });
      await site.aLecture(course);
      const owner = await openAs(admin, 1440);
      await owner.goto('/admin/plans');
      const sheet = owner.getByRole('dialog');
      await owner.getByRole('button', { name: 'Add plan' }).click();
      await sheet.getByLabel('Name').fill('Until the exam');
      await sheet.getByLabel('Price in ₹', { exact: true }).fill('0');
      await sheet.getByLabel('Unit').selectOption('until');
      await sheet.getByLabel('Last day').fill(dayAfter(100));
      await sheet.getByRole('button', { name: 'Save plan' }).click();
      await expect(owner.getByRole('button', { name: 'Actions for Until the exam' })).toBeVisible();
      const { plans } = await site.call(api.plans.listAll, admin.token, {});
      const planId = plans.find(({ name }) => name === 'Until the exam')?._id ?? '';

      const learner = await site.aVisitorWhoRegisters({ fullName: 'Asha Rao' });
      const buyer = await openAs(learner, 390);
      await buyer.goto(`/checkout?plan=${planId}`);
      await expect(buyer.getByText(/Access until .*, 10[01] days\./)).toBeVisible();
      await site.call(api.payments.subscribe, learner.token, { body: { planId } });

      await owner.getByRole('button', { name: 'Actions for Until the exam' }).click();
      await owner.getByRole('menuitem', { name: 'Extend access' }).click();
      await sheet.getByLabel('Last day').fill(dayAfter(200));
      await expect(sheet.getByText('1 person', { exact: true })).toBeVisible();
      await sheet.getByLabel('Reason').fill('The exam moved');
      await sheet.getByRole('button', { name: 'Extend for 1 person' }).click();
      await expect(sheet).toBeHidden();
      await expect(owner.getByText('Access extended')).toBeVisible();
      const untilOf = async () => (await site.call(api.accounts.me, learner.token, {})).user.subscription.access_until;
      expect((await untilOf())?.slice(0, 10)).toBe(dayAfter(200));

      await owner.getByRole('button', { name: 'Actions for Until the exam' }).click();
      await owner.getByRole('menuitem', { name: 'Extend access' }).click();
      await sheet.getByRole('button', { name: 'Undo' }).click();
      await owner.getByRole('button', { name: 'Undo extension' }).click();
      await expect(sheet.getByText(/Taken back on/)).toBeVisible();
      expect((await untilOf())?.slice(0, 10)).toBe(dayAfter(100));
    } finally {
      await site.stop();
    }
  },
);

const CLASS = [
  'Name,Email,Until',
  ...Array.from({ length: 375 }, (_, index) => `Learner ${index},going-${index}@class.example,${dayAfter(60)}`),
  ...Array.from({ length: 37 }, (_, index) => `Former ${index},ended-${index}@class.example,${dayAfter(1)}`),
].join('\n');

test(
  'the exam of 412 people moves: an owner gives them more time on a phone, and 37 of them come back',
  { tag: ['@long'] },
  async ({ browser }) => {
    const site = createSite(await startRealServer({ hasAdmin: true }));
    const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true };
    const context = await browser.newContext({ ...phone, reducedMotion: 'reduce', baseURL: site.origin });
    try {
      await storeSessionIn(context, site.origin, await site.admin());
      const courseId = await site.aCourse({ title: 'Statistics' });
      const owner = await context.newPage();
      await owner.goto('/admin/people/imports');
      const file = { name: 'class.csv', mimeType: 'text/csv', buffer: Buffer.from(CLASS) };
      await owner.getByLabel('CSV file').setInputFiles(file);
      await owner.getByRole('button', { name: 'Import 412 people' }).tap();
      await owner.getByRole('button', { name: 'Start import' }).tap();
      await expect(owner.getByText('412 new accounts invited.')).toBeVisible();
      await site.advance(3 * DAY_MS);

      const withAccess = async (): Promise<number> => {
        const { token } = await site.admin();
        const list = `${site.origin}/api/v1/admin/people?limit=1&search=${encodeURIComponent('@class.example')}`;
        const response = await fetch(list, { headers: { authorization: `Bearer ${token}` } });
        const { counts } = api.people.list.response.parse(await response.json());
        return (counts.active ?? 0) + (counts.ending ?? 0);
      };
      expect(await withAccess()).toBe(375);
      await owner.goto(`/course/edit?course=${courseId}&tab=price`);
      await owner.getByRole('button', { name: 'Extend access' }).tap();
      const sheet = owner.getByRole('dialog');
      await sheet.getByLabel('Last day').fill(dayAfter(120));
      await expect(sheet.getByText('412 people, 37 of them come back', { exact: true })).toBeVisible();
      await sheet.getByLabel('Reason').fill('The exam moved');
      await sheet.getByRole('button', { name: 'Extend for 412 people' }).tap();
      await expect(sheet).toBeHidden();
      await expect.poll(withAccess).toBe(412);
    } finally {
      await context.close();
      await site.stop();
    }
  },
);
