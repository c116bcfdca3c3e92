// @module-tag both
import { expect, test } from 'vitest';
import { z } from 'zod';
import { call } from '#test/call.ts';
import { aCourse, aLecture, anAdmin, aSubscriber, joinCourse } from '#test/factories.ts';
import { switchOn } from '#test/languages.ts';
import { mediaPart } from '#test/sign-up.ts';
import { startApp } from '#test/start-app.ts';

/** A course with two lectures, the first in a section and free; its title, the section and the first lecture are in Hindi too. */
const start = async () => {
  const app = await startApp();
  await switchOn(app, 'hi', 'ta');
  const { token } = await anAdmin(app);
  const courseId = await aCourse(app);
  const first = await aLecture(app, { courseId, isFreePreview: true });
  const second = await aLecture(app, { courseId, title: 'Monsoon trough' });
  const sections = [{ title: 'Wind', lectureIds: [first, second] }];
  await call(app, 'PUT', `/courses/${courseId}/outline`, { token, body: { lectureIds: [], sections } });
  const { id: sectionId } = await app.database.db.selectFrom('sections').select('id').executeTakeFirstOrThrow();
  const save = (texts: object) => call(app, 'PUT', `/courses/${courseId}/translations/hi`, { token, body: { texts } });
  await save({
    title: 'मानसून को समझना',
    [`sections.${sectionId}.title`]: 'हवा',
    [`lectures.${first}.title`]: 'गर्म ज़मीन',
    [`lectures.${first}.description`]: 'हवा कहाँ से चलती है।',
  });
  const get = async (path: string, caller?: string) =>
    (await call(app, 'GET', path, caller === undefined ? {} : { token: caller })).body;
  return { app, token, courseId, first, second, save, get, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
};

const HINDI = {
  title: 'मानसून को समझना',
  description: 'Clouds and wind.',
  sections: [{ title: 'हवा' }],
  lectures: [{ title: 'गर्म ज़मीन', description: 'हवा कहाँ से चलती है।' }, { title: 'Monsoon trough' }],
  untranslated: { language: 'en', isPartial: true },
};
const ENGLISH = {
  title: 'Reading the monsoon',
  sections: [{ title: 'Wind' }],
  lectures: [{ title: 'Warm land, cool sea', description: 'Where the wind begins.' }, { title: 'Monsoon trough' }],
};

test('the page of a course is in the language of its reader, and says which texts are not', async () => {
  await using school = await start();
  const about = async (query: string) => (await school.get(`/courses/${school.courseId}/about${query}`))['course'];
  expect(await about('?language=hi')).toMatchObject(HINDI);
  expect(await about('')).toMatchObject({ ...ENGLISH, untranslated: null });
  expect(await about('?language=en')).toMatchObject({ ...ENGLISH, untranslated: null });
  expect(await about('?language=ta')).toMatchObject({ ...ENGLISH, untranslated: { language: 'en', isPartial: false } });
  expect(await about('?language=mr')).toMatchObject({ ...ENGLISH, untranslated: null });
  await school.save({ description: 'बादल और हवा।', [`lectures.${school.second}.title`]: 'मानसून द्रोणी' });
  expect(await about('?language=hi')).toMatchObject({ description: 'बादल और हवा।', untranslated: null });
});

test('a course without translations notes nothing', async () => {
  await using school = await start();
  const courseId = await aCourse(school.app, { title: 'Clay' });
  const { course } = await school.get(`/courses/${courseId}/about?language=hi`);
  expect(course).toMatchObject({ title: 'Clay', untranslated: null });
});

test('lists, related courses, blocks and the page of a teacher have the titles of the reader', async () => {
  await using school = await start();
  const { app, courseId, token } = school;
  const other = await aCourse(app, { title: 'Clouds' });
  expect(await school.get('/courses?language=hi')).toMatchObject({
    courses: [{ title: 'मानसून को समझना' }, { title: 'Clouds' }],
  });
  expect(await school.get('/courses')).toMatchObject({ courses: [{ title: 'Reading the monsoon' }, {}] });
  expect(await school.get(`/courses/${other}/about?language=hi`)).toMatchObject({
    course: { related: [{ title: 'मानसून को समझना' }] },
  });
  expect(await school.get('/teachers/ila-rao?language=hi')).toMatchObject({
    teacher: { courses: [{ title: 'मानसून को समझना' }, {}] },
  });
  const common = { isHidden: false, title: '' };
  const blocks = [
    { kind: 'courses', id: 'a', ...common, courseIds: [courseId] },
    { kind: 'video', id: 'b', ...common, lectureId: school.first, caption: '' },
  ];
  await call(app, 'PUT', '/admin/blocks/home', { token, body: { blocks, version: 0 } });
  expect(await school.get('/blocks/home?language=hi')).toMatchObject({
    blocks: [{ courses: [{ title: 'मानसून को समझना' }] }, { lecture: { title: 'गर्म ज़मीन' } }],
  });
});

test('a search finds a course by its words in every language, and says them in that of the reader', async () => {
  await using school = await start();
  const found = { courses: [{ _id: school.courseId }] };
  const word = (text: string) => encodeURIComponent(text);
  expect(await school.get(`/courses?search=${word('समझना')}`)).toMatchObject(found);
  expect(await school.get(`/courses?search=${word('ज़मीन')}&language=hi`)).toMatchObject(found);
  expect(await school.get('/courses?search=monsoon&language=hi')).toMatchObject(found);
  expect(await school.get(`/search?search=${word('ज़मीन')}&language=hi`)).toMatchObject({
    courses: [{ title: 'मानसून को समझना' }],
    lectures: [{ title: 'गर्म ज़मीन', highlights: [[5, 10]], course: { title: 'मानसून को समझना' } }],
  });
  await school.save({ title: '' });
  expect(await school.get(`/courses?search=${word('समझना')}&exact=true`)).toMatchObject({ courses: [] });
});

test('the classroom is in the language of the page, or of the profile where the page names none', async () => {
  await using school = await start();
  const { app, courseId, first } = school;
  const { token } = await aSubscriber(app);
  const list = (query = '') => school.get(`/courses/${courseId}${query}`, token);
  const hindi = { course: { title: HINDI.title }, sections: HINDI.sections, lectures: HINDI.lectures };
  expect(await list('?language=hi')).toMatchObject(hindi);
  expect(await list()).toMatchObject({ course: { title: ENGLISH.title }, lectures: ENGLISH.lectures });
  await call(app, 'PUT', '/user/language', { token, body: { language: 'hi' } });
  expect(await list()).toMatchObject(hindi);
  expect(await list('?language=en')).toMatchObject({ sections: ENGLISH.sections, lectures: ENGLISH.lectures });
  expect(await school.get(`/courses/${courseId}/preview/${first}?language=hi`)).toMatchObject({
    lecture: HINDI.lectures[0],
  });
});

test('what a lecture waits for has its title in the language of the reader', async () => {
  await using school = await start();
  const { app, token, courseId, first, second } = school;
  const rules = [{ lectureId: second, afterPrevious: true }];
  const saved = await call(app, 'PUT', `/courses/${courseId}/release`, { token, body: { rules } });
  expect(saved.status).toBe(200);
  const learner = await aSubscriber(app);
  expect(await school.get(`/courses/${courseId}?language=hi`, learner.token)).toMatchObject({
    lectures: [{ lockedBy: null }, { lockedBy: { kind: 'previous', lectureId: first, title: 'गर्म ज़मीन' } }],
  });
});

test('authors edit the originals, whatever language they read', async () => {
  await using school = await start();
  const { app, courseId } = school;
  const teacher = await aSubscriber(app);
  await joinCourse(app, { courseId, userId: teacher.id, role: 'teacher' });
  await call(app, 'PUT', '/user/language', { token: teacher.token, body: { language: 'hi' } });
  expect(await school.get(`/courses/${courseId}/manage?language=hi`, teacher.token)).toMatchObject({
    course: { title: ENGLISH.title },
    sections: ENGLISH.sections,
    lectures: ENGLISH.lectures,
  });
  expect(await school.get(`/courses/${courseId}?drafts=true`, teacher.token)).toMatchObject({
    course: { title: HINDI.title },
    lectures: HINDI.lectures,
  });
});

test('an outdated translation is shown, and a draft is not', async () => {
  await using school = await start();
  const { app, token, courseId, first } = school;
  const titles = async () => {
    const { lectures } = await school.get(`/courses/${courseId}?language=hi`, token);
    return lectures;
  };
  await call(app, 'PATCH', `/courses/${courseId}/lecture/${first}`, { token, body: { title: 'Warm land' } });
  expect(await titles()).toMatchObject([{ title: 'गर्म ज़मीन' }, {}]);
  await app.database.db.updateTable('translations').set({ is_by_person: 0 }).execute();
  expect(await titles()).toMatchObject([{ title: 'Warm land' }, {}]);
});

test('My learning and where to continue have the titles of the reader', async () => {
  await using school = await start();
  const { app, courseId, second } = school;
  const { token } = await aSubscriber(app);
  await call(app, 'PUT', `/lectures/${second}/done`, { token, body: { isDone: true } });
  const course = { _id: courseId, title: HINDI.title };
  expect(await school.get('/progress/continue?language=hi', token)).toMatchObject({
    items: [{ course, lecture: { title: 'गर्म ज़मीन' } }],
  });
  expect(await school.get('/learning?language=hi', token)).toMatchObject({
    continue: { course, lecture: { title: 'गर्म ज़मीन' }, nextTitle: 'Monsoon trough' },
  });
  expect(await school.get('/learning', token)).toMatchObject({ continue: { course: { title: ENGLISH.title } } });
});

test('a course keeps the language of its originals when the school takes another', async () => {
  await using school = await start();
  const { app, token, courseId } = school;
  const other = await aCourse(app, { title: 'Clay' });
  const noted = async () => (await school.get(`/courses/${other}/about?language=hi`))['course'];
  expect(await noted()).toMatchObject({ untranslated: null });
  await call(app, 'PUT', '/admin/settings/languages', { token, body: { language: 'hi', others: ['en'] } });
  expect(await noted()).toMatchObject({ untranslated: { language: 'en', isPartial: false } });
  await call(app, 'DELETE', `/courses/${other}`, { token });
  const titles = async (query: string) => {
    const { courses } = await school.get(`/courses${query}`);
    return courses;
  };
  const parts = { title: 'बादल', category: 'Science', createdBy: 'Ila Rao', description: 'बादल और हवा।' };
  const created = await call(app, 'POST', '/courses', {
    token,
    parts: { ...parts, thumbnail: await mediaPart('thumbnail.jpg') },
  });
  const { _id: later } = z.object({ _id: z.string() }).parse(created.body['course']);
  expect(await titles('')).toMatchObject([{ title: 'मानसून को समझना' }, { title: 'बादल' }]);
  expect(await titles('?language=en')).toMatchObject([{ title: 'Reading the monsoon' }, { title: 'बादल' }]);
  const translate = (language: string, id: string, title: string) =>
    call(app, 'PUT', `/courses/${id}/translations/${language}`, { token, body: { texts: { title } } });
  expect(await translate('en', courseId, 'Monsoon')).toMatchObject({ status: 400 });
  expect(await translate('hi', courseId, 'मानसून')).toMatchObject({ status: 200, body: { originalLanguage: 'en' } });
  expect(await translate('en', later, 'Clouds')).toMatchObject({ status: 200, body: { originalLanguage: 'hi' } });
  expect(await titles('?language=en')).toMatchObject([{ title: 'Reading the monsoon' }, { title: 'Clouds' }]);
  await call(app, 'PUT', '/admin/settings/languages', { token, body: { language: 'hi', others: [] } });
  expect(await titles('')).toMatchObject([{ title: 'मानसून' }, { title: 'बादल' }]);
  expect(await school.get(`/courses/${courseId}/about`)).toMatchObject({
    course: { untranslated: { language: 'en', isPartial: true } },
  });
});

test('an author says in which language a course is written', async () => {
  await using school = await start();
  const { app, token, courseId } = school;
  const fields = { title: 'मानसून', category: 'Science', createdBy: 'Ila Rao', description: 'बादल।' };
  const save = (language: string) =>
    call(app, 'PUT', `/courses/${courseId}`, { token, parts: { ...fields, language } });
  expect(await save('fr')).toMatchObject({ status: 400, body: { details: [{ path: 'language' }] } });
  expect(await save('hi')).toMatchObject({ status: 200, body: { course: { language: 'hi' } } });
  expect(await school.get('/courses?language=hi')).toMatchObject({ courses: [{ title: 'मानसून' }] });
  expect(await school.get('/courses')).toMatchObject({ courses: [{ title: 'मानसून' }] });
  expect(await school.get(`/courses/${courseId}/about`)).toMatchObject({
    course: { untranslated: { language: 'hi', isPartial: false } },
  });
  expect(await school.get(`/courses/${courseId}/about?language=hi`)).toMatchObject({ course: { untranslated: null } });
});

test('Devanagari and Latin letters find each other, and first what the reader reads', async () => {
  await using school = await start();
  const { app, courseId, save } = school;
  await save({ title: 'गणित का मानसून' });
  await aCourse(app, { title: 'Ganit for beginners' });
  await save({ description: 'कृष्ण और गीता।' });
  const found = async (search: string, language = 'en') => {
    const { courses } = await school.get(`/courses?search=${encodeURIComponent(search)}&language=${language}`);
    return courses;
  };
  for (const search of ['गणित', 'ganit', 'gani'])
    expect(await found(search)).toMatchObject([{ title: 'Reading the monsoon' }, { title: 'Ganit for beginners' }]);
  for (const search of ['krishna', 'krishn', 'geeta', 'gita', 'गीता'])
    expect(await found(search)).toMatchObject([{ _id: courseId }]);
  await aLecture(app, { courseId: await aCourse(app, { title: 'Ganit again' }) });
  expect(await found('ganit', 'hi')).toMatchObject([{ _id: courseId, title: 'गणित का मानसून' }, {}, {}]);
});
