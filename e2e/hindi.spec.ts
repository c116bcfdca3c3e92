import type { Page } from '@playwright/test';
import { api } from '#contract/api.ts';
import { expect, test } from './fixtures.ts';
import { PASSWORD, type Site } from './site.ts';

test.use({
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
  settings: { BRAND_NAME: 'नई पाठशाला' },
});

/** What is written in Latin letters in every language: units, kinds of files, and names. */
const LATIN =
  /\b(?:English|Razorpay|WhatsApp|LinkedIn|Open Badges|PNG|UPI|PDF|am|pm|MB|KB|CSV|Ctrl K|pay_|sub_ ID|jpe?g|png|svg)\b/g;

/** Addresses of email, and numbers of certificates and receipts. */
const NAMES = /\S+@\S+|\b[\dA-Z]{4}(?:-[\dA-Z]{4}){2}\b|\bTR\d{4}-\d+/g;

/** The lines on the screen that have an English word. */
const englishOn = async (page: Page): Promise<string[]> => {
  const text = await page.locator('body').innerText();
  return text.split('\n').filter((line) => /[A-Za-z]{2}/.test(line.replaceAll(LATIN, '').replaceAll(NAMES, '')));
};

/** A course with a video, and a quiz that gives a certificate. */
const aHindiCourse = async (site: Site): Promise<string> => {
  const { token } = await site.admin();
  await site.call(api.settings.saveLanguages, token, { body: { language: 'en', others: ['hi'] } });
  const fields = {
    title: 'दुकानदार का बही-खाता',
    category: 'व्यापार',
    createdBy: 'इला राव',
    description: 'मुनाफ़ा और नक़द अलग-अलग क्यों हैं।',
  };
  const { course } = await site.call(api.catalog.createCourse, token, {
    fields,
    files: { thumbnail: 'thumbnail.jpg' },
  });
  const params = { courseId: course._id };
  const video = { title: 'मुनाफ़ा नक़द नहीं है', description: 'एक महीने का हिसाब।' };
  await site.call(api.lectures.addLecture, token, { params, fields: video, files: { lecture: 'three-seconds.mp4' } });
  const quiz = { kind: 'quiz', title: 'अभ्यास', description: 'एक सवाल।' };
  const { lecture } = await site.call(api.lectures.addLectureOfKind, token, { params, fields: quiz });
  const ofQuiz = { ...params, lectureId: lecture._id };
  await site.call(api.quizzes.saveSettings, token, { params: ofQuiz, body: { passPercent: 100 } });
  const options = [{ text: '₹3,20,000', isCorrect: true }, { text: '₹2,10,000' }];
  const question = { type: 'single', text: 'अक्टूबर की बिक्री कितनी है?', options } as const;
  await site.call(api.quizzes.add, token, { params: ofQuiz, body: { question } });
  const rule = { isOn: true, coveragePercent: 0, needsQuizzes: true, validMonths: null };
  const design = { statement: 'completed', signatory: 'इला राव', signatoryTitle: 'शिक्षिका' };
  await site.call(api.certificates.saveRules, token, { params, body: { rule, design } });
  return course._id;
};

/** 400 kbit/s, as at the edge of a cell. */
const slowDown = async (page: Page): Promise<void> => {
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  const bytesPerSecond = 50_000;
  const line = { downloadThroughput: bytesPerSecond, uploadThroughput: bytesPerSecond };
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: 150, ...line });
};

const findsAndPasses = async (page: Page, site: Site): Promise<void> => {
  const courseId = await aHindiCourse(site);
  const press = (name: string) => page.getByRole('button', { name, exact: true }).locator('visible=true').tap();
  const expectHindi = async () => {
    await expect(page.locator('html')).toHaveAttribute('lang', 'hi');
    expect(await englishOn(page), page.url()).toEqual([]);
  };
  await page.goto('/hi/');
  await expectHindi();
  await page.goto('/hi/courses');
  await expectHindi();
  await page.goto(`/hi/courses/description?course=${courseId}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('दुकानदार का बही-खाता');
  await expectHindi();
  await page.getByRole('link', { name: 'सदस्यता लें' }).locator('visible=true').first().tap();
  await expect(page).toHaveURL('/hi/signup');
  await expectHindi();
  await page.getByLabel('पूरा नाम', { exact: true }).fill('सरिता देवी');
  await page.getByLabel('ईमेल', { exact: true }).fill(`sarita-${Date.now()}@reader.example`);
  await page.getByLabel('पासवर्ड', { exact: true }).fill(PASSWORD);
  await press('खाता बनाएँ');
  await expect(page).toHaveURL('/hi/checkout');
  await expectHindi();
  await press('अभी ख़रीदें');
  await page.frameLocator('iframe').getByRole('button', { name: 'Success' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: 'भुगतान हो गया' })).toBeVisible();
  await expectHindi();

  await page.getByRole('link', { name: 'देखना शुरू करें' }).tap();
  const video = page.locator('video');
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.ended)).toBe(true);
  await expectHindi();
  await press('रद्द करें');
  await page.getByRole('tab', { name: 'सवाल', exact: true }).tap();
  await press('सवाल पूछें');
  await expectHindi();
  await page.getByPlaceholder('क्या समझ नहीं आया?').fill('उधार की बिक्री कब गिनी जाती है?');
  await press('पूछें');
  await expect(page.getByText('उधार की बिक्री कब गिनी जाती है?')).toBeVisible();
  await expectHindi();
  await page.getByRole('tab', { name: 'पाठ', exact: true }).tap();
  await press('अगला पाठ');
  await press('शुरू करें');
  await expectHindi();
  await page.getByRole('radio', { name: '₹3,20,000' }).locator('..').tap();
  await press('जाँचें');
  await expectHindi();
  await press('अपना नतीजा देखें');
  await expect(page.getByRole('heading', { name: 'आप पास हो गए' })).toBeVisible();
  await expectHindi();
  await page.getByRole('link', { name: 'कोर्स पूरा करें' }).locator('visible=true').first().tap();
  await page.getByRole('link', { name: 'सर्टिफ़िकेट देखें' }).waitFor();
  await expectHindi();
  await page.getByRole('link', { name: 'सर्टिफ़िकेट देखें' }).tap();
  await expect(page.getByRole('heading', { level: 1 })).toContainText('सरिता देवी');
  await expectHindi();
  await page.goto('/hi/notices');
  await expect(page.getByText('दुकानदार का बही-खाता का आपका सर्टिफ़िकेट')).toBeVisible();
  await expect(page.getByText('₹499 की आपकी रसीद')).toBeVisible();
  await expectHindi();
};

const STORY = 'a learner in Kanpur finds, buys, watches, asks, passes and gets the certificate in Hindi';

test(STORY, ({ page, site }) => findsAndPasses(page, site));

test(`${STORY}, at 400 kbit/s`, { tag: '@long' }, async ({ page, site }) => {
  await slowDown(page);
  await findsAndPasses(page, site);
});

test('an admin has the navigation, the tabs and the search in Hindi', async ({ page, site, signIn }) => {
  const admin = await site.admin();
  await site.call(api.settings.saveLanguages, admin.token, { body: { language: 'en', others: ['hi'] } });
  const person = { fields: { fullName: 'इला राव' }, files: { avatar: 'avatar.png' } };
  await site.call(api.accounts.update, admin.token, person);
  await signIn(admin);
  await page.setViewportSize({ width: 1280, height: 800 });
  for (const [address, heading] of [
    ['/hi/admin/people', 'लोग'],
    ['/hi/admin/payments', 'भुगतान'],
  ] as const) {
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1, name: heading, exact: true })).toBeVisible();
    await expect(page.getByRole('link', { name: 'एक नज़र में', exact: true })).toBeVisible();
    expect(await englishOn(page), address).toEqual([]);
  }
  await page.keyboard.press('Control+k');
  await page.getByRole('combobox').fill('भाषा');
  await expect(page.getByRole('option', { name: 'भाषाएँ' }).first()).toBeVisible();
  expect(await englishOn(page)).toEqual([]);
});
