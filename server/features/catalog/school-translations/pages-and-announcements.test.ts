// @module-tag both
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { leavesOf } from '#contract/rich-text-leaves.ts';
import { RichText } from '#contract/rich-text.ts';
import { announce, announcementIn, draftAnnouncement } from '#test/announcements.ts';
import { call } from '#test/call.ts';
import { anAdmin, aUser, type Person } from '#test/factories.ts';
import { switchOn } from '#test/languages.ts';
import { emailsTo } from '#test/mailbox.ts';
import { noticesOf } from '#test/notices.ts';
import { startApp } from '#test/start-app.ts';

const Page = z.object({
  title: z.string(),
  content: RichText,
  version: z.number(),
  language: z.string().nullable(),
});
const Texts = z.record(z.string(), z.looseObject({ state: z.string(), originalLanguage: z.string() }));

const start = async () => {
  const app = await startApp();
  onTestFinished(() => app[Symbol.asyncDispose]());
  await switchOn(app, 'hi');
  const admin = await anAdmin(app);
  const owner = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    call(app, method, path, { token: admin.token, ...(body && { body }) });
  const publish = async (slug: string, text: { title: string; body: string }) => {
    await owner('PUT', `/admin/pages/${slug}`, text);
    await owner('POST', `/admin/pages/${slug}/publish`, {});
  };
  return {
    app,
    admin,
    owner,
    publish,
    read: async () => Texts.parse((await owner('GET', '/admin/translations/hi')).body['texts']),
    save: (texts: object) => owner('PUT', '/admin/translations/hi', { texts }),
    page: async (slug: string, language = 'hi') => {
      const { body } = await call(app, 'GET', `/pages/${slug}?language=${language}`);
      const { title, content } = Page.parse(body['sitePage']);
      return [
        title,
        leavesOf(content)
          .flatMap(({ spans }) => spans.map(({ text }) => text))
          .join(''),
      ];
    },
    reader: async (): Promise<Person> => {
      const person = await aUser(app, { email: 'meera@school.in' });
      await call(app, 'PUT', '/user/language', { token: person.token, body: { language: 'hi' } });
      return person;
    },
  };
};

test('a page is read in the language of its address, with the values of the school', async () => {
  const { app, publish, save, page } = await start();
  await publish('about', { title: 'About us', body: 'We are {school}.' });
  expect(await page('about')).toEqual(['About us', 'We are Lectern.']);
  expect((await save({ 'pages.about.title': 'हमारे बारे में', 'pages.about.body': 'हम {school} हैं।' })).status).toBe(200);
  expect(await page('about')).toEqual(['हमारे बारे में', 'हम Lectern हैं।']);
  expect(await page('about', 'en')).toEqual(['About us', 'We are Lectern.']);
  expect((await call(app, 'GET', '/site?language=hi')).body).toMatchObject({
    site: { sitePages: [{ slug: 'about', title: 'हमारे बारे में' }] },
  });
  await publish('about', { title: 'About us', body: 'We were {school}.' });
  expect(await page('about')).toEqual(['हमारे बारे में', 'हम Lectern हैं।']);
});

test('the values in a translated page are said in its language, with the translated names of plans', async () => {
  const { publish, save, page } = await start();
  await publish('about', { title: 'About us', body: '{plans}\n\n{refund} {contact}' });
  const written = await save({ 'pages.about.body': '₹399, सात दिन, {contact}' });
  expect([written.status, written.body['details']]).toEqual([
    400,
    [{ path: 'texts.pages.about.body', message: 'Keep the values in braces of the original, such as {price}' }],
  ]);
  await save({ 'pages.about.body': '{plans}\n\n{refund} {contact}', 'plans.yearly-bundle.name': 'सालाना *बंडल*' });
  expect(await page('about')).toEqual([
    'About us',
    'सालाना *बंडल*: सभी कोर्स, 1 साल तक, ₹499 में। यह अपने-आप रिन्यू नहीं होता।' +
      'ख़रीदने के 7 दिनों के अंदर रद्द करें और 100% रिफ़ंड पाएँ। संपर्क फ़ॉर्म',
  ]);
  expect(await page('about', 'en')).toEqual([
    'About us',
    'Yearly bundle: every course for 1 year for ₹499. It does not renew by itself.' +
      'Cancel within 7 days of purchase and 100% is refunded. contact form',
  ]);
});

test('what buyers accept is shown in another language only where exactly these words were translated', async () => {
  const { publish, save, read, page } = await start();
  await publish('refund', { title: 'Refunds', body: 'Within seven days.' });
  await save({ 'pages.refund.title': 'वापसी', 'pages.refund.body': 'सात दिनों में।' });
  expect(await page('refund')).toEqual(['वापसी', 'सात दिनों में।']);
  await publish('refund', { title: 'Refunds', body: 'Within three days.' });
  expect(await page('refund')).toEqual(['वापसी', 'Within three days.']);
  expect(await read()).toMatchObject({ 'pages.refund.body': { state: 'outdated' } });
  await save({ 'pages.refund.body': 'तीन दिनों में।' });
  expect(await page('refund')).toEqual(['वापसी', 'तीन दिनों में।']);
});

test('a draft of a page is translated once it is published, and a page that is deleted leaves nothing behind', async () => {
  const { owner, publish, save, read, page } = await start();
  await owner('POST', '/admin/pages', { title: 'Scholarships' });
  expect(await read()).not.toHaveProperty(['pages.scholarships.title']);
  await publish('scholarships', { title: 'Scholarships', body: 'Ask us.' });
  await save({ 'pages.scholarships.title': 'छात्रवृत्ति', 'pages.scholarships.body': 'हमसे पूछें।' });
  await owner('DELETE', '/admin/pages/scholarships');
  await owner('POST', '/admin/pages', { title: 'Scholarships' });
  await publish('scholarships', { title: 'Scholarships', body: 'Ask us.' });
  expect(await page('scholarships')).toEqual(['Scholarships', 'Ask us.']);
});

test('a page in English that was translated into the language of the school stays English when it is changed', async () => {
  const { owner, publish, read, page } = await start();
  await owner('POST', '/admin/pages/about/publish', {});
  await owner('PUT', '/admin/settings/languages', { language: 'hi', others: ['en'] });
  await owner('PUT', '/admin/translations/hi', { texts: { 'pages.about.body': 'सबके लिए कोर्स।' } });
  await publish('about', { title: 'About Us', body: 'Courses for all' });
  expect(await read()).toMatchObject({ 'pages.about.body': { originalLanguage: 'en', state: 'outdated' } });
  expect(await page('about')).toEqual(['About Us', 'सबके लिए कोर्स।']);
  await owner('POST', '/admin/pages/privacy/publish', {});
  await owner('PUT', '/admin/translations/hi/originals', { things: ['pages.privacy'] });
  expect(await read()).not.toHaveProperty(['pages.privacy.title']);
});

test('a reader gets an announcement in their language: by email, among the notices and on its page', async () => {
  const { app, admin, save, reader } = await start();
  const meera = await reader();
  const asha = await aUser(app, { email: 'asha@school.in' });
  const { _id } = announcementIn(await draftAnnouncement(app, admin, { body: 'We close, {name}.' }));
  await save({ [`announcements.${_id}.title`]: 'दीवाली के दिन', [`announcements.${_id}.body`]: 'हम बंद हैं, {name}।' });
  await call(app, 'POST', `/announcements/${_id}/send`, { token: admin.token, body: {} });
  app.clock.advance(60_000);
  const [hindi] = await emailsTo(app, meera.email);
  expect(hindi?.headers.get('subject')).toBe('दीवाली के दिन');
  expect(hindi?.text).toMatch(/हम बंद हैं, /);
  const [english] = await emailsTo(app, asha.email);
  expect(english?.headers.get('subject')).toBe('Diwali hours');
  expect(english?.text).toMatch(/We close, /);
  expect((await noticesOf(app, meera)).map(({ title }) => title)).toEqual(['दीवाली के दिन']);
  expect((await noticesOf(app, asha)).map(({ title }) => title)).toEqual(['Diwali hours']);
  const open = await call(app, 'GET', `/announcements/${_id}`, { token: meera.token });
  expect(open.body).toMatchObject({ announcement: { title: 'दीवाली के दिन' } });
});

test('an announcement that was sent before it was translated is read in the language from then on', async () => {
  const { app, admin, save, reader } = await start();
  const meera = await reader();
  const id = await announce(app, admin);
  expect((await emailsTo(app, meera.email)).map(({ headers }) => headers.get('subject'))).toEqual(['Diwali hours']);
  await save({ [`announcements.${id}.title`]: 'दीवाली के दिन' });
  expect((await noticesOf(app, meera)).map(({ title }) => title)).toEqual(['दीवाली के दिन']);
  const open = await call(app, 'GET', `/announcements/${id}`, { token: meera.token });
  expect(open.body).toMatchObject({
    announcement: { title: 'दीवाली के दिन' },
  });
  expect(await emailsTo(app, meera.email)).toHaveLength(1);
});

test('the translation of a draft that is deleted goes with it, and one that is cancelled is no longer listed', async () => {
  const { app, admin, owner, save, read } = await start();
  const { _id } = announcementIn(await draftAnnouncement(app, admin));
  await save({ [`announcements.${_id}.title`]: 'दीवाली' });
  await owner('DELETE', `/announcements/${_id}`);
  expect(await app.database.db.selectFrom('translations').select('thing_id').execute()).toEqual([]);
  const { _id: other } = announcementIn(await draftAnnouncement(app, admin));
  await owner('POST', `/announcements/${other}/send`, {});
  await owner('POST', `/announcements/${other}/cancel`, {});
  expect(Object.keys(await read()).filter((key) => key.startsWith('announcements.'))).toEqual([]);
});

test('the values of a page are in the language in which it is written, and who reads another one is told which', async () => {
  const { app, owner, publish } = await start();
  await owner('PUT', '/admin/settings/languages', { language: 'hi', others: ['en'] });
  await owner('POST', '/admin/pages', { title: 'Help' });
  await publish('help', { title: 'मदद', body: 'पैसे वापस: {refund}' });
  await publish('refund', {
    title: 'Refund Policy',
    body: '{refund}\n\nPress *Cancel* in your profile. The money goes back the way you paid. Banks usually take 5 to 7 working days to show it.',
  });
  const read = async (slug: string, language: string) => {
    const { content, language: written } = Page.parse(
      (await call(app, 'GET', `/pages/${slug}?language=${language}`)).body['sitePage'],
    );
    const [first] = leavesOf(content);
    return [first?.spans.map(({ text }) => text).join(''), written];
  };
  const hindi = 'पैसे वापस: ख़रीदने के 7 दिनों के अंदर रद्द करें और 100% रिफ़ंड पाएँ।';
  expect(await read('help', 'hi')).toEqual([hindi, null]);
  expect(await read('help', 'en')).toEqual([hindi, 'hi']);
  const english = 'Cancel within 7 days of purchase and 100% is refunded.';
  expect(await read('refund', 'hi')).toEqual([english, 'en']);
  expect(await read('refund', 'en')).toEqual([english, null]);
});

test('an announcement that was rewritten after it was translated goes out as it is written now', async () => {
  const { app, admin, owner, save, reader } = await start();
  const meera = await reader();
  const { _id } = announcementIn(await draftAnnouncement(app, admin, { body: 'We close on Monday.' }));
  await save({ [`announcements.${_id}.body`]: 'हम सोमवार को बंद हैं।' });
  const rewritten = { title: 'Diwali hours', body: 'We close on Tuesday.', audience: {} };
  expect((await owner('PUT', `/announcements/${_id}`, rewritten)).status).toBe(200);
  await call(app, 'POST', `/announcements/${_id}/send`, { token: admin.token, body: {} });
  app.clock.advance(60_000);
  const [email] = await emailsTo(app, meera.email);
  expect(email?.text).toContain('We close on Tuesday.');
});
