// @module-tag both
import { expect, test } from 'vitest';
import { api } from '#contract/api.ts';
import { call } from '#test/call.ts';
import { aCertifiedCourse, certificatesOf, complete, DESIGN, pageOf, RULE } from '#test/certificates.ts';
import { aCourse, aSubscriber, anAdmin, type Person } from '#test/factories.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const SCHOOL = {
  ...DESIGN,
  statement: 'learned and completed',
  signatory: 'Asha Rao',
  signatoryTitle: 'Head of school',
};

const saveSchool = (app: TestApp, { token }: Person, body: object) =>
  call(app, 'PUT', '/admin/settings/certificates', { token, body });

const designIn = async (app: TestApp, { token }: Person, courseId: string) => {
  const { body } = await call(app, 'GET', `/courses/${courseId}/certificate-rules`, { token });
  return api.certificates.rules.response.parse(body).design;
};

const saveCourse = (app: TestApp, { token }: Person, { courseId, design }: { courseId: string; design: object }) =>
  call(app, 'PUT', `/courses/${courseId}/certificate-rules`, { token, body: { rule: RULE, design } });

test('a course follows the design of the school until it has its own, and again once it is the same', async () => {
  await using app = await startApp();
  const { admin, courseId } = await aCertifiedCourse(app);
  expect(await designIn(app, admin, courseId)).toEqual(DESIGN);
  expect(await saveSchool(app, admin, SCHOOL)).toMatchObject({ status: 200 });
  expect(await designIn(app, admin, courseId)).toEqual(DESIGN);
  await saveCourse(app, admin, { courseId, design: SCHOOL });
  expect(await designIn(app, admin, courseId)).toEqual(SCHOOL);
  const later = { ...SCHOOL, signatory: 'Kavita Rao' };
  await saveSchool(app, admin, later);
  expect(await designIn(app, admin, courseId)).toEqual(later);
});

test('what a client does not send of a design stays, of a course and of the school', async () => {
  await using app = await startApp();
  const { admin, courseId } = await aCertifiedCourse(app);
  const look = { paper: '#FFF8E7', hasLogo: false };
  const words = { statement: 'learned', signatory: 'Asha Rao', signatoryTitle: '' };
  await saveCourse(app, admin, { courseId, design: { ...SCHOOL, ...look } });
  await saveCourse(app, admin, { courseId, design: words });
  expect(await designIn(app, admin, courseId)).toEqual({ ...SCHOOL, ...look, ...words });
  await saveSchool(app, admin, { ...SCHOOL, ...look, accent: '#B5452D' });
  expect(await saveSchool(app, admin, words)).toMatchObject({
    body: { settings: { certificates: { values: { ...look, ...words, accent: '#B5452D' } } } },
  });
});

test('the courses are listed with whether they issue certificates, those that do first', async () => {
  await using app = await startApp();
  const { admin, courseId, lectures } = await aCertifiedCourse(app);
  const [off, gone] = [await aCourse(app, { title: 'अंकगणित' }), await aCourse(app, { title: 'Gone' })];
  await app.database.db.updateTable('courses').set({ deleted_at: 1 }).where('id', '=', gone).execute();
  const meera = await aSubscriber(app);
  for (const lectureId of lectures) await complete(app, meera, { courseId, lectureId, minutes: 10 });
  const list = async () =>
    api.certificates.courses.response.parse(
      (await call(app, 'GET', '/admin/certificates/courses', { token: admin.token })).body,
    );
  const { courses, ...sums } = await list();
  expect(sums).toMatchObject({ total: 2, issued: 1 });
  expect(courses).toMatchObject([
    { _id: courseId, isOn: true, issued: 1 },
    { _id: off, title: 'अंकगणित', isOn: false, issued: 0 },
  ]);
  const body = { rule: { ...RULE, isOn: false }, design: DESIGN };
  await call(app, 'PUT', `/courses/${courseId}/certificate-rules`, { token: admin.token, body });
  expect((await list()).courses.map(({ isOn, issued }) => [isOn, issued])).toContainEqual([false, 1]);
});

test('a certificate keeps the design that it was issued with', async () => {
  await using app = await startApp();
  const { admin, courseId, lectures } = await aCertifiedCourse(app);
  await saveSchool(app, admin, SCHOOL);
  await saveCourse(app, admin, { courseId, design: SCHOOL });
  const meera = await aSubscriber(app);
  for (const lectureId of lectures) await complete(app, meera, { courseId, lectureId, minutes: 10 });
  await saveSchool(app, admin, { ...SCHOOL, signatory: 'Kavita Rao' });
  const [certificate] = await certificatesOf(app, meera);
  const { design } = await pageOf(app, certificate?.code ?? '');
  expect(design.signatory).toBe('Asha Rao');
});

test('a design needs words between the name and the course', async () => {
  await using app = await startApp();
  expect(await saveSchool(app, await anAdmin(app), { ...SCHOOL, statement: '' })).toMatchObject({ status: 400 });
});
