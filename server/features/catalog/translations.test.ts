// @module-tag both
import { expect, test } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import { digestOf } from '#server/database/translations.ts';
import { anArchive, filesIn } from '#test/archives.ts';
import { call } from '#test/call.ts';
import { aCourse, aLecture, aUser, joinCourse } from '#test/factories.ts';
import type { TestApp } from '#test/start-app.ts';
import { aTranslatedCourse } from '#test/translations.ts';

const rowsIn = ({ database: { db } }: TestApp) =>
  db.selectFrom('translations').select(['kind', 'field', 'language', 'text']).orderBy('kind').execute();

test('the texts of a course are empty until somebody translates them', async () => {
  await using school = await aTranslatedCourse();
  const { lectureId, read, save } = school;
  expect(await read()).toMatchObject({
    title: { original: 'Reading the monsoon', translation: '', state: 'empty' },
    description: { original: 'Clouds and wind.', translation: '', state: 'empty' },
    [`lectures.${lectureId}.title`]: { original: 'Warm land, cool sea', translation: '', state: 'empty' },
    [`lectures.${lectureId}.description`]: { original: 'Where the wind begins.', translation: '', state: 'empty' },
  });
  const saved = await save({ title: ' मानसून को समझना ', [`lectures.${lectureId}.title`]: 'गर्म ज़मीन, ठंडा समुद्र' });
  expect(saved).toMatchObject({
    status: 200,
    body: { message: 'Translations saved', language: 'hi', originalLanguage: 'en' },
  });
  expect(saved.body['texts']).toEqual(await read());
  expect(await read()).toMatchObject({
    title: { translation: 'मानसून को समझना', state: 'reviewed' },
    description: { translation: '', state: 'empty' },
    [`lectures.${lectureId}.title`]: { translation: 'गर्म ज़मीन, ठंडा समुद्र', state: 'reviewed' },
  });
});

test('a change leaves other texts as they are, and an empty one removes a translation', async () => {
  await using school = await aTranslatedCourse();
  await school.save({ title: 'मानसून', description: 'बादल और हवा।' });
  await school.save({ title: '' });
  expect(await school.read()).toMatchObject({
    title: { translation: '', state: 'empty' },
    description: { translation: 'बादल और हवा।', state: 'reviewed' },
  });
});

test('a translation is outdated once its original changed, and reviewed again when somebody saves it', async () => {
  await using school = await aTranslatedCourse();
  const { app, token, courseId, lectureId, read, save } = school;
  const title = `lectures.${lectureId}.title`;
  await save({ [title]: 'गर्म ज़मीन', title: 'मानसून' });
  const rename = (to: string) =>
    call(app, 'PATCH', `/courses/${courseId}/lecture/${lectureId}`, { token, body: { title: to } });
  await rename('Warm land');
  expect(await read()).toMatchObject({
    [title]: { original: 'Warm land', translation: 'गर्म ज़मीन', state: 'outdated' },
    title: { state: 'reviewed' },
  });
  await rename('Warm land, cool sea');
  expect(await read()).toMatchObject({ [title]: { state: 'reviewed' } });
  await rename('Warm land');
  await save({ [title]: 'गर्म ज़मीन' });
  expect(await read()).toMatchObject({ [title]: { state: 'reviewed' } });
});

test('a translation of an original that changed meanwhile is outdated at once; other ends of lines change nothing', async () => {
  await using school = await aTranslatedCourse();
  const { app, token, courseId, lectureId, read, save } = school;
  const [title, description] = [`lectures.${lectureId}.title`, `lectures.${lectureId}.description`];
  const change = (body: object) => call(app, 'PATCH', `/courses/${courseId}/lecture/${lectureId}`, { token, body });
  await change({ description: 'Wind.\r\nRain.' });
  const seen = Object.fromEntries(Object.entries(await read()).map(([key, { digest }]) => [key, digest]));
  await change({ title: 'Warm land', description: 'Wind.\nRain.' });
  await save({ [title]: 'गर्म ज़मीन, ठंडा समुद्र', [description]: 'हवा। बारिश।' }, token, seen);
  expect(await read()).toMatchObject({ [title]: { state: 'outdated' }, [description]: { state: 'reviewed' } });
});

test('a hundred long texts in three bytes a letter are saved at once', async () => {
  await using school = await aTranslatedCourse();
  const { app, lectureId, save, read } = school;
  const { db } = app.database;
  const lecture = await db.selectFrom('lectures').selectAll().where('id', '=', lectureId).executeTakeFirstOrThrow();
  const copies = Array.from({ length: 100 }, (_, index) => ({
    ...lecture,
    id: `copy-${index}`,
    position: lecture.position + 1 + index,
  }));
  await db.insertInto('lectures').values(copies).execute();
  const texts = Object.fromEntries(copies.map(({ id }) => [`lectures.${id}.description`, 'अ'.repeat(5000)]));
  expect((await save(texts)).status).toBe(200);
  expect(Object.values(await read()).filter(({ state }) => state === 'reviewed')).toHaveLength(100);
});

test('what a machine wrote is a draft until a person saves it', async () => {
  await using school = await aTranslatedCourse();
  await school.save({ title: 'मानसून' });
  await school.app.database.db.updateTable('translations').set({ is_by_person: 0 }).execute();
  expect(await school.read()).toMatchObject({ title: { translation: 'मानसून', state: 'draft' } });
  await school.save({ title: 'मानसून' });
  expect(await school.read()).toMatchObject({ title: { state: 'reviewed' } });
});

test('a text that the course does not have is refused by name, and nothing is saved', async () => {
  await using school = await aTranslatedCourse();
  const other = await aCourse(school.app);
  const foreign = `lectures.${await aLecture(school.app, { courseId: other })}.title`;
  const long = 'x'.repeat(201);
  expect(await school.save({ description: 'बादल', [foreign]: 'अ', colour: 'लाल', title: long })).toMatchObject({
    status: 400,
    body: {
      code: 'validation_failed',
      details: [
        { path: `texts.${foreign}`, message: 'The course has no such text' },
        { path: 'texts.colour', message: 'The course has no such text' },
        { path: 'texts.title', message: 'This is longer than the field allows' },
      ],
    },
  });
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, index) => [`a${index}`, 'x']));
  expect(await school.save(many)).toMatchObject({ status: 400, body: { message: 'Save up to 100 texts at a time' } });
  expect(await rowsIn(school.app)).toEqual([]);
});

test('only a further language of the school has translations', async () => {
  await using school = await aTranslatedCourse();
  const { app, token, courseId } = school;
  const of = (language: string) => call(app, 'GET', `/courses/${courseId}/translations/${language}`, { token });
  const refused = { status: 400, body: { details: [{ path: 'language' }] } };
  expect([await of('en'), await of('ta')]).toMatchObject([refused, refused]);
  expect(await call(app, 'PUT', `/courses/${courseId}/translations/ta`, { token, body: { texts: {} } })).toMatchObject(
    refused,
  );
});

test('the teachers of a course translate it, and nobody else', async () => {
  await using school = await aTranslatedCourse();
  const { app, courseId, save } = school;
  const [teacher, stranger] = [await aUser(app), await aUser(app)];
  await joinCourse(app, { courseId, userId: teacher.id, role: 'teacher' });
  await joinCourse(app, { courseId: await aCourse(app), userId: stranger.id, role: 'teacher' });
  expect(await save({ title: 'मानसून' }, teacher.token)).toMatchObject({ status: 200 });
  expect(await save({ title: 'अन्य' }, stranger.token)).toMatchObject({ status: 403 });
  expect(await school.read()).toMatchObject({ title: { translation: 'मानसून' } });
});

test('translations go for good with their section, their lecture and their course', async () => {
  await using school = await aTranslatedCourse();
  const { app, token, courseId, lectureId, save } = school;
  const outline = (sections: object[], lectureIds: string[]) =>
    call(app, 'PUT', `/courses/${courseId}/outline`, { token, body: { lectureIds, sections } });
  await outline([{ title: 'Wind', lectureIds: [lectureId] }], []);
  const { id } = await app.database.db.selectFrom('sections').select('id').executeTakeFirstOrThrow();
  await save({ title: 'मानसून', [`sections.${id}.title`]: 'हवा', [`lectures.${lectureId}.title`]: 'ज़मीन' });
  await outline([{ _id: id, title: 'Wind', lectureIds: [lectureId] }], []);
  expect((await rowsIn(app)).map(({ kind }) => kind)).toEqual(['course', 'lecture', 'section']);
  await outline([], [lectureId]);
  expect((await rowsIn(app)).map(({ kind }) => kind)).toEqual(['course', 'lecture']);
  const later = async () => {
    await app.jobs.runDue();
    app.clock.advance(DAY_MS + 1000);
    await app.jobs.runDue();
    return (await rowsIn(app)).map(({ kind }) => kind);
  };
  await call(app, 'DELETE', `/courses/${courseId}/lecture/${lectureId}`, { token });
  expect(await rowsIn(app)).toHaveLength(2);
  expect(await later()).toEqual(['course']);
  await call(app, 'DELETE', `/courses/${courseId}`, { token });
  expect(await later()).toEqual([]);
});

test('a course that is restored has its translations', async () => {
  await using school = await aTranslatedCourse();
  const { app, token, courseId } = school;
  await school.save({ title: 'मानसून' });
  await call(app, 'DELETE', `/courses/${courseId}`, { token });
  expect((await call(app, 'GET', `/courses/${courseId}/translations/hi`, { token })).status).toBe(404);
  await call(app, 'POST', `/courses/${courseId}/restore`, { token });
  expect(await school.read()).toMatchObject({ title: { translation: 'मानसून', state: 'reviewed' } });
});

test('an archive of the school has the translations', async () => {
  await using school = await aTranslatedCourse();
  await school.save({ title: 'मानसून, बादल' });
  const files = await filesIn(await anArchive(school.app));
  expect(files.get('courses/translations.csv')?.toString('utf8')).toContain(
    `${school.courseId},title,hi,course,${school.courseId},"मानसून, बादल",true,`,
  );
});

test('a text of many spaces is compared at once', () => {
  const spaces = ' '.repeat(1_000_000);
  const startedAt = performance.now();
  expect(digestOf(`a${spaces}b`)).not.toBe(digestOf('ab'));
  expect(performance.now() - startedAt).toBeLessThan(1000);
  expect(digestOf('One.  \r\n\n Two. \n')).toBe(digestOf('One.\n Two.'));
});
