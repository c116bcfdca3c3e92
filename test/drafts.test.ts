import { expect, test } from 'vitest';
import { API_PREFIX } from '#contract/api.ts';
import { pageList } from '#contract/pages.ts';
import { call } from './call.ts';
import { everyEndpoint } from './endpoints.ts';
import { aCourse, aLecture, anAdmin, aSubscriber, aUser, type Person } from './factories.ts';
import { startApp, type TestApp } from './start-app.ts';

/** In each title and text of a draft, which were changed after it was withdrawn, and nowhere else. */
const SECRET = 'Zanzibar';
/** Finds it in spite of the typing error, and is not it. */
const SEARCHED = 'Zanzibra';

const TEXTS = { title: SECRET, description: SECRET, category: SECRET, createdBy: SECRET };

/** A member begins a course and a lecture of another one; both are withdrawn, and get other texts. */
const openScene = async (app: TestApp) => {
  const [admin, member] = [await anAdmin(app), await aSubscriber(app)];
  const [withdrawn, shown] = [await aCourse(app), await aCourse(app)];
  const inWithdrawn = await aLecture(app, { courseId: withdrawn, isFreePreview: true });
  const draft = await aLecture(app, { courseId: shown, isFreePreview: true });
  await aLecture(app, { courseId: shown, title: 'The gathering' });
  const deleted = await aCourse(app);
  for (const lecture of [inWithdrawn, draft]) {
    await call(app, 'PUT', `/lectures/${lecture}/notes/n-${lecture}`, {
      token: member.token,
      body: { positionMs: 0, text: 'Mine' },
    });
    await call(app, 'PUT', `/lectures/${lecture}/done`, { token: member.token, body: { isDone: true } });
  }
  const { token } = admin;
  for (const course of [withdrawn, deleted]) {
    await call(app, 'PUT', `/courses/${course}/draft`, { token, body: { isDraft: true } });
    expect((await call(app, 'PUT', `/courses/${course}`, { token, parts: TEXTS })).status).toBe(200);
  }
  await call(app, 'DELETE', `/courses/${deleted}`, { token });
  const place = { [inWithdrawn]: withdrawn, [draft]: shown };
  for (const [lecture, course] of Object.entries(place)) {
    const body = { title: SECRET, description: SECRET, isDraft: course === shown };
    expect((await call(app, 'PATCH', `/courses/${course}/lecture/${lecture}`, { token, body })).status).toBe(200);
  }
  return { admin, member, courses: [withdrawn, shown, deleted], lectures: [inWithdrawn, draft] };
};

test('no address says a word about drafts to those who are not admins', async () => {
  await using app = await startApp();
  const { admin, member, courses, lectures } = await openScene(app);
  const endpoints = everyEndpoint()
    .filter(({ endpoint }) => endpoint.access !== 'admin' && !endpoint.path.startsWith('/user/log'))
    .map(({ endpoint: { method, path } }) => ({ method, path: `${API_PREFIX}${path}` }))
    // What is deleted first would be shown by nothing.
    .toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'));
  const requests = [...endpoints, ...pageList.map(({ path }) => ({ method: 'GET' as const, path }))].flatMap(
    ({ method, path }) =>
      courses.flatMap((course) =>
        lectures.map((lecture) => ({
          method,
          url: `${path
            .replace(/:courseId|:slug/, course)
            .replace(':lectureId', lecture)
            .replaceAll(/:\w+/g, `n-${lecture}`)}?course=${course}&lecture=${lecture}&search=${SEARCHED}&drafts=true`,
          ...(method === 'GET'
            ? {}
            : {
                payload: {
                  lectureIds: [lecture],
                  deviceId: 'a-device-of-a-member',
                  isDone: false,
                  positionMs: 0,
                  text: 'Mine',
                  ranges: [],
                  rate: 1,
                  seq: 1,
                  sessionId: 's',
                },
              }),
        })),
      ),
  );
  const saying = async (headers: Person['headers'] | undefined): Promise<Set<string>> => {
    const found = new Set<string>();
    for (const request of requests) {
      const { body } = await app.http.inject({ ...request, ...(headers ? { headers } : {}) });
      if (body.toLowerCase().includes(SECRET.toLowerCase()))
        found.add(`${request.method} ${request.url.split('?')[0]}`);
    }
    return found;
  };
  expect(await saying(undefined)).toEqual(new Set());
  expect(await saying((await aUser(app)).headers)).toEqual(new Set());
  expect(await saying(member.headers)).toEqual(new Set());
  // The requests are those that would show it.
  expect((await saying(admin.headers)).size).toBeGreaterThan(3);
});
