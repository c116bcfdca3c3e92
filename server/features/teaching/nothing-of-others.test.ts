import { expect, test } from 'vitest';
import { API_PREFIX } from '#contract/api.ts';
import { call } from '#test/call.ts';
import { everyEndpoint } from '#test/endpoints.ts';
import { aCourse, aLecture, anAdmin, aSubscriber, aUser, joinCourse, type Person } from '#test/factories.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const SECRET = 'Zarzuela';
const LEARNER = 'Quillon Secret';

const OF_COURSES = /:courseId|:lectureId/;
/** A teacher and an assistant of a course, and the draft of someone else with a learner and a teacher of its own. */
const openSchool = async (app: TestApp) => {
  const [admin, teacher, assistant, other] = [
    await anAdmin(app, { email: 'owner-secret@school.example' }),
    await aUser(app),
    await aUser(app),
    await aUser(app, { fullName: 'Other Secret', email: 'other-secret@school.example' }),
  ];
  const own = await aCourse(app, { title: 'Clouds' });
  const draft = await aCourse(app, { title: SECRET, createdBy: 'Other Secret' });
  const lectureId = await aLecture(app, { courseId: draft, title: SECRET });
  const learner = await aSubscriber(app, { fullName: LEARNER, email: 'learner-secret@school.example' });
  await call(app, 'PUT', `/lectures/${lectureId}/done`, { token: learner.token, body: { isDone: true } });
  for (const [courseId, { id: userId }, role] of [
    [own, teacher, 'teacher'],
    [own, assistant, 'assistant'],
    [draft, other, 'teacher'],
  ] as const)
    await joinCourse(app, { courseId, userId, role });
  await call(app, 'PUT', `/courses/${draft}/draft`, { token: admin.token, body: { isDraft: true } });
  return { teacher, assistant, draft, lectureId };
};

/**
 * Every call that reads, and every one about a course or a lecture, with the ids of others in its address and their words in its
 * search.
 */
const callAll = async (
  app: TestApp,
  { headers }: Person,
  { draft, lectureId }: { draft: string; lectureId: string },
): Promise<{ path: string; status: number; text: string }[]> => {
  const found: { path: string; status: number; text: string }[] = [];
  for (const { endpoint } of everyEndpoint()) {
    const { method, path } = endpoint;
    if ((method !== 'GET' && !OF_COURSES.test(path)) || path === '/user/logout') continue;
    const address = path
      .replace(':courseId', draft)
      .replace(':lectureId', lectureId)
      .replace(':page', draft)
      .replace(':slug', 'other-secret')
      .replace(':language', 'en')
      .replaceAll(/:\w+/g, 'unknown1');
    const url = `${API_PREFIX}${address}?search=${SECRET}&drafts=true&limit=100&name=Other%20Secret`;
    const { statusCode: status, body: text } = await app.http.inject({ method, url, headers });
    found.push({ path: `${method} ${path}`, status, text });
  }
  return found;
};

test('a teacher of one course finds the draft of another nowhere: the response is that of a course that does not exist', async () => {
  await using app = await startApp();
  const { teacher, assistant, ...ids } = await openSchool(app);
  for (const person of [teacher, assistant]) {
    const found = await callAll(app, person, ids);
    expect(found.length).toBeGreaterThan(80);
    expect(found.filter(({ text }) => /Zarzuela|Quillon|secret@/i.test(text)).map(({ path }) => path)).toEqual([]);
    const ofAdmins = found.filter(({ path }) => path.includes(' /admin/'));
    expect(ofAdmins.filter(({ status }) => status !== 403 && status !== 404)).toEqual([]);
    const ofNothing = await callAll(app, person, { draft: 'unknown1', lectureId: 'unknown1' });
    expect(found.filter(({ path }) => OF_COURSES.test(path))).toEqual(
      ofNothing.filter(({ path }) => OF_COURSES.test(path)),
    );
  }
  expect((await app.http.inject({ url: '/sitemap.xml' })).body).not.toContain('secret');
});
