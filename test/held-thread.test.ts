import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aCourse, anAdmin, aLecture, aHolder } from './factories.ts';
import { openClientProcess } from './client-process.ts';
import { type HeldSchool, costlyRequests, WEBHOOK_SECRET } from './costly-requests.ts';
import { switchOn } from './languages.ts';
import { leastOf, longestTurn } from './longest-turn.ts';
import { publishCourseWithLecture } from './publish.ts';
import { aQuiz, start } from './quizzes.ts';
import { startApp, type TestApp } from './start-app.ts';

/** What comes from outside, at its bound, holds nobody else for longer than docs/security.md says. */

const [, rest = ''] = readFileSync('docs/security.md', 'utf8').split('### Work that grows with what comes in\n');
const [section = ''] = rest.split('\n### ');
const rows = section
  .split('\n')
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .filter(({ length }) => length === 6)
  .slice(2)
  .map(([, what = '', , , turn = '']) => ({ what, boundMs: /^(\d+) ms$/.exec(turn)?.[1] }));

let app: TestApp;
const client = openClientProcess();
let origin: string;
let school: HeldSchool;

beforeAll(async () => {
  app = await startApp({
    RAZORPAY_KEY_ID: 'rzp_test_x',
    RAZORPAY_KEY_SECRET: 's',
    RAZORPAY_WEBHOOK_SECRET: WEBHOOK_SECRET,
    RAZORPAY_PLAN_ID: 'plan_1',
    LOG_LEVEL: 'fatal',
  });
  await switchOn(app, 'hi');
  origin = await app.listen();
  const admin = await anAdmin(app);
  const { courseId, path } = await publishCourseWithLecture(app, admin);
  for (let index = 0; index < 50; index += 1) {
    const id = await aCourse(app, { title: `अध्याय ${index}` });
    await aLecture(app, { courseId: id });
    await aHolder(app, id);
  }
  const quiz = await aQuiz(app, { questions: [{ type: 'long', text: 'Why?' }] });
  const { _id: attempt } = await start(app, quiz, quiz.meera);
  school = {
    headers: admin.headers,
    course: `/courses/${courseId}`,
    lecture: path,
    quiz: quiz.path,
    attempt: `${quiz.path}/attempts/${attempt}`,
    file: '/api/v1/openapi.json',
  };
});
afterAll(async () => {
  client.close();
  await app.close();
});

test('each row of the list is tried, but those of commands and of our own data', () => {
  const tried = rows.flatMap(({ what, boundMs }) => (boundMs === undefined ? [] : [what]));
  expect(tried.toSorted()).toEqual(Object.keys(costlyRequests).toSorted());
  expect(rows.filter(({ boundMs }) => boundMs === undefined).map(({ what }) => what)).toEqual([
    'a school as ZIP',
    'backups',
    'a response of a webhook’s receiver',
  ]);
});

const probes = rows.flatMap(({ what, boundMs }) =>
  Object.entries(costlyRequests[what] ?? {}).map(([how, make]) => ({ what, how, make, boundMs: Number(boundMs) })),
);

test.each(probes)('$what: $how', async ({ make, boundMs }) => {
  const { path, headers = {}, payload, method = 'GET' } = await make(school);
  const body = payload === undefined ? null : new Uint8Array(Buffer.from(payload));
  await client.prepare({ url: `${origin}${path}`, method, body, headers: { ...school.headers, ...headers } });
  let status = 0;
  const send = async (): Promise<void> => {
    status = await client.send();
  };
  expect(await leastOf(boundMs, () => longestTurn(send))).toBeLessThan(boundMs);
  expect(status).toBeLessThan(500);
});
