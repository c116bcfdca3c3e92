// @module-tag both
import { expect, test } from 'vitest';
import { call } from '#test/call.ts';
import { aCourse, anAdmin, aUser, joinCourse } from '#test/factories.ts';
import { startApp } from '#test/start-app.ts';

test('the page of a teacher has the text, the picture of the account, and the published courses', async () => {
  await using app = await startApp();
  const [{ token }, ila] = [await anAdmin(app), await aUser(app, { fullName: 'Ila R.', email: 'ila@school.example' })];
  const courseId = await aCourse(app, { title: 'Clouds', createdBy: 'Ila Rao' });
  app.clock.advance(1000);
  const together = await aCourse(app, { title: 'Rivers', createdBy: 'Ravi Iyer' });
  const draft = await aCourse(app, { title: 'Snow', createdBy: 'Ila Rao' });
  await call(app, 'PUT', `/courses/${draft}/draft`, { token, body: { isDraft: true } });
  await joinCourse(app, { courseId: together, userId: ila.id, role: 'teacher' });
  await app.database.db.updateTable('users').set({ avatar_key: 'avatars/ila.webp' }).where('id', '=', ila.id).execute();
  const fields = { name: 'Ila Rao', headline: 'Meteorologist', about: 'Watches *clouds*.' };
  const save = (accountEmail?: string) =>
    call(app, 'PUT', '/admin/teacher', {
      token,
      body: { ...fields, ...(accountEmail === undefined ? {} : { accountEmail }) },
    });
  const page = async (slug = 'ila-rao') => (await call(app, 'GET', `/teachers/${slug}`)).body;

  expect((await save('nobody@school.example')).body['code']).toBe('person_not_found');
  expect((await save('Ila@school.example')).body['teacher']).toMatchObject({
    account: { _id: ila.id, fullName: 'Ila R.', email: 'ila@school.example' },
  });
  expect((await save()).body['teacher']).toMatchObject({ account: { _id: ila.id } });
  const { teacher } = await page();
  expect(teacher).toMatchObject({ name: 'Ila Rao', slug: 'ila-rao', headline: 'Meteorologist' });
  expect(teacher).toMatchObject({ picture: { secure_url: expect.stringMatching(/\/files\/avatars\/ila\.webp$/) } });
  expect(teacher).toMatchObject({ courses: [{ title: 'Rivers' }, { _id: courseId, slug: null }] });
  expect(JSON.stringify(teacher)).not.toContain('school.example');
  const about = await call(app, 'GET', `/courses/${courseId}/about`);
  expect(about.body['course']).toMatchObject({ teacher: { slug: 'ila-rao' } });

  expect((await save('')).body['teacher']).toMatchObject({ account: null });
  expect((await page())['teacher']).toMatchObject({ picture: { secure_url: null }, courses: [{ _id: courseId }] });
  for (const slug of ['nobody', 'ila', courseId]) expect((await page(slug))['code']).toBe('teacher_not_found');
});

test('two teachers whose names have the same words have two addresses', async () => {
  await using app = await startApp();
  for (const createdBy of ['Ila Rao', 'Ila  Rao!']) await aCourse(app, { createdBy });
  const names = [];
  for (const slug of ['ila-rao', 'ila-rao-2'])
    names.push((await call(app, 'GET', `/teachers/${slug}`)).body['teacher']);
  expect(names).toMatchObject([{ slug: 'ila-rao' }, { slug: 'ila-rao-2' }]);
});
