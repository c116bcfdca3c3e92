// @module-tag both
import { expect, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { aCourse, aLecture, anAdmin, aUser, type Person } from '#test/factories.ts';
import { emailsTo } from '#test/mailbox.ts';
import { AN_ANSWER, openSchool } from '#test/notices.ts';
import { register } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const CERTIFICATE = {
  kind: 'certificate',
  courseId: 'course1',
  courseTitle: 'गणित {name} <b>',
  code: 'code1',
} as const;

const read = (app: TestApp, { token }: Person, language: string | null) =>
  call(app, 'PUT', '/user/language', { token, body: { language } });

const switchOn = ({ database, settings }: TestApp, others: string[]) =>
  database.transaction((tx) => settings.change(tx, 'languages', { language: 'en', others, former: [] }));

const inHindi = (app: TestApp, { token }: Person) =>
  call(app, 'PUT', '/admin/settings/languages', { token, body: { language: 'hi', others: ['en'] } });

test('a learner who reads Hindi gets the email of a certificate in Hindi, and one who reads English as before', async () => {
  const { app, meera, notify, emails } = await openSchool();
  const asha = await aUser(app, { email: 'asha@school.in' });
  await switchOn(app, ['hi']);
  await read(app, meera, 'hi');
  await notify('certificate:1', CERTIFICATE);
  await notify('certificate:2', CERTIFICATE, asha);
  const [hindi] = await emails();
  expect(hindi?.headers.get('subject')).toBe('गणित {name} <b> का आपका सर्टिफ़िकेट');
  expect(hindi?.text.split('\n\n')).toEqual([
    'गणित {name} <b> का आपका सर्टिफ़िकेट',
    'आपने कोर्स पूरा कर लिया है। सर्टिफ़िकेट डाउनलोड करें, साझा करें या अपनी प्रोफ़ाइल में जोड़ें।',
    expect.stringMatching(/^खोलें:\nhttp\S+\/hi\/certificates\/code1$/),
    expect.stringMatching(/^-- \nLectern\nhttp\S+$/),
    expect.stringMatching(/^ये ईमेल बंद करें: [^A-Za-z]+: http\S+\n$/),
  ]);
  expect(hindi?.html).toContain('<html lang="hi" dir="ltr">');
  expect(hindi?.html).toContain('गणित {name} &lt;b&gt; का आपका सर्टिफ़िकेट');
  const [english] = await emailsTo(app, 'asha@school.in');
  expect(english?.headers.get('subject')).toBe('Your certificate for गणित {name} <b>');
  expect(english?.text).toContain('You completed the course. Download it, share it, or add it to your profile.');
  expect(english?.html).toContain('<html lang="en" dir="ltr">');
});

test('a language that the school switches off is kept for when it comes back', async () => {
  const { app, meera, notify, emails } = await openSchool();
  await switchOn(app, ['hi']);
  await read(app, meera, 'hi');
  await switchOn(app, []);
  await notify('certificate:1', CERTIFICATE);
  const [english] = await emails();
  expect(english?.headers.get('subject')).toBe('Your certificate for गणित {name} <b>');
  await switchOn(app, ['hi']);
  await notify('certificate:2', CERTIFICATE);
  const subjects = (await emails()).map(({ headers }) => headers.get('subject'));
  expect(subjects).toContain('गणित {name} <b> का आपका सर्टिफ़िकेट');
});

test('who signs up on a page in Hindi gets emails in Hindi, with links to such pages', async () => {
  await using app = await startApp();
  await switchOn(app, ['hi']);
  const { body } = await register(app, { email: 'sarita@reader.example', language: 'hi' });
  expect(body).toMatchObject({ user: { language: 'hi' } });
  const [welcome] = await emailsTo(app, 'sarita@reader.example');
  expect(welcome?.html).toContain('<html lang="hi" dir="ltr">');
  expect(welcome?.text).toMatch(/http\S+\/hi\/courses\n/);
  // Of a language that the school does not have, or of its own, there is nothing to keep.
  for (const language of ['ta', 'en']) {
    const other = await register(app, { email: `ravi-${language}@reader.example`, language });
    expect(other.body).toMatchObject({ user: { language: null } });
  }
});

test('a digest is in the language that its reader has when it is sent', async () => {
  const { app, meera, notify, emails, save } = await openSchool();
  await save({ choices: [{ kind: 'answer', channel: 'email', cadence: 'daily' }] });
  await notify('answer:1', AN_ANSWER);
  await notify('answer:2', AN_ANSWER);
  await switchOn(app, ['hi']);
  await read(app, meera, 'hi');
  app.clock.advance(DAY_MS);
  const [digest] = await emails();
  expect(digest?.headers.get('subject')).toBe('Lectern में आपका दिन');
  expect(digest?.text).toContain('Meera Nair, आपका दिन');
  expect(digest?.text).toContain('Nandini Kulkarni ने आपके सवाल का जवाब दिया');
  expect(digest?.html).toContain('15 जून 2026');
  expect(digest?.text).toContain('सभी सूचनाएँ देखें:\n');
  expect(digest?.text).toContain('यह सार-ईमेल बंद करें: http');
});

test('a person without a language reads that of the school, and each admin their own', async () => {
  await using app = await startApp();
  const [admin, other] = [await anAdmin(app), await anAdmin(app)];
  await inHindi(app, admin);
  await read(app, other, 'en');
  const sarita = await aUser(app, { email: 'sarita@reader.example' });
  await call(app, 'POST', '/user/reset', { body: { email: sarita.email } });
  const [reset] = await emailsTo(app, sarita.email);
  expect(reset?.headers.get('subject')).toBe('Lectern का अपना पासवर्ड रीसेट करें');
  expect(reset?.text).toContain('पासवर्ड रीसेट करें:\nhttp');
  await call(app, 'POST', '/contact', { body: { name: 'सरिता', email: 'sarita@reader.example', message: 'नमस्ते' } });
  const subjects = async ({ email }: Person) =>
    (await emailsTo(app, email)).map(({ headers }) => headers.get('subject'));
  expect(await subjects(admin)).toContain('सरिता का संदेश');
  expect(await subjects(other)).toContain('Message from सरिता');
});

test('the owner’s own wording wins in every language, with its values in that of the reader', async () => {
  const { app, meera, notify, emails } = await openSchool();
  const { token } = await anAdmin(app);
  const body = { subject: 'शाबाश! {title}', heading: 'Bravo', text: 'Well done.\n\n{link}' };
  const saved = await call(app, 'PUT', '/admin/settings/email-texts/notice_certificate', { token, body });
  expect(saved.status).toBe(200);
  await switchOn(app, ['hi']);
  await read(app, meera, 'hi');
  await notify('certificate:1', CERTIFICATE);
  const [email] = await emails();
  expect(email?.headers.get('subject')).toBe('शाबाश! गणित {name} <b> का आपका सर्टिफ़िकेट');
  expect(email?.text).toMatch(/^Bravo\n\nWell done\.\n\nखोलें:\n/);
});

test('a notice names a course as its reader reads it, in the list and by email', async () => {
  const { app, meera, notify, emails } = await openSchool();
  await switchOn(app, ['hi']);
  await read(app, meera, 'hi');
  const admin = await anAdmin(app);
  const courseId = await aCourse(app, { title: 'Vedic Mathematics' });
  const texts = { title: 'वैदिक गणित' };
  await call(app, 'PUT', `/courses/${courseId}/translations/hi`, { token: admin.token, body: { texts } });
  await notify('certificate:3', { ...CERTIFICATE, courseId, courseTitle: 'Vedic Mathematics' });
  const [email] = await emails();
  expect(email?.headers.get('subject')).toBe('वैदिक गणित का आपका सर्टिफ़िकेट');
  const titles = async (query: string) => {
    const { body } = await call(app, 'GET', `/notices${query}`, { token: meera.token });
    return body['notices'];
  };
  expect(await titles('')).toMatchObject([{ courseTitle: 'वैदिक गणित' }]);
  expect(await titles('?language=en')).toMatchObject([{ courseTitle: 'Vedic Mathematics' }]);
});

test('a notice of several lectures names them as its reader reads them, and one of an earlier version as it was', async () => {
  const { app, meera, notify } = await openSchool();
  await switchOn(app, ['hi']);
  const admin = await anAdmin(app);
  const courseId = await aCourse(app, { title: 'Vedic Mathematics' });
  const lectureId = await aLecture(app, { courseId, title: 'Cubes' });
  const texts = { [`lectures.${lectureId}.title`]: 'घन' };
  await call(app, 'PUT', `/courses/${courseId}/translations/hi`, { token: admin.token, body: { texts } });
  const about = { courseId, courseTitle: 'Vedic Mathematics', count: 1, titles: ['Cubes'], firstLectureId: lectureId };
  await notify('new:1', { kind: 'new_lectures', ...about, lectureIds: [lectureId] });
  await notify('new:2', { kind: 'new_lectures', ...about, lectureIds: [] });
  const { body } = await call(app, 'GET', '/notices?language=hi', { token: meera.token });
  const titles = z.array(z.object({ titles: z.array(z.string()) })).parse(body['notices']);
  expect(new Set(titles.map((one) => one.titles[0]))).toEqual(new Set(['Cubes', 'घन']));
});
