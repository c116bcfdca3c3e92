import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { codeAt, fromBase32, stepAt } from '#server/features/accounts/factors/one-time-codes.ts';
import { newId } from '#server/ids.ts';
import { call } from '#test/call.ts';
import { MINUTE_MS } from '#test/fake-clock.ts';
import { aPlainBrowser } from '#test/plain-browser.ts';
import { aQuiz, choose, oneOfThree, save, start } from '#test/quizzes.ts';
import { MEERA, signUp } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => app.close());

const inTest = { mode: 'test', shows: { answers: 'at_once', explanations: 'at_once' } } as const;
const addressOf = ({ courseId, lectureId }: { courseId: string; lectureId: string }): string =>
  `/plain/courses/${courseId}/quizzes/${lectureId}`;

test('a person logs in with a form, and the cookie is for these pages alone', async () => {
  await signUp(app);
  const browser = aPlainBrowser(app);
  const first = await browser.open('/plain');
  expect([first.status, first.document.title]).toEqual([401, 'Log in · Lectern']);
  expect(first.headers).toMatchObject({
    'content-security-policy':
      "default-src 'none'; style-src 'self'; img-src 'self' https: data:; media-src 'self' https:; form-action 'self'; base-uri 'none'; frame-ancestors 'none'",
    'cache-control': 'no-store',
    'referrer-policy': 'same-origin',
    'x-robots-tag': 'noindex',
  });
  const wrong = await browser.press('Log in', { email: MEERA.email, password: 'monsoon sun' });
  expect([wrong.status, wrong.document.querySelector('[role=alert]')?.textContent]).toEqual([
    401,
    'Email or password is incorrect',
  ]);
  expect(wrong.document.querySelector('#email')?.getAttribute('value')).toBe(MEERA.email);
  const inside = await browser.press('Log in', { password: MEERA.password });
  expect([inside.status, inside.document.querySelector('h1')?.textContent]).toEqual([200, 'Your courses']);
  const token = browser.cookies.get('plain_session') ?? '';
  expect(browser.setCookies.toSorted()).toEqual([
    expect.stringMatching(/^device=[^;]+; Path=\/plain; Max-Age=34560000; HttpOnly; SameSite=Strict$/),
    `plain_session=${token}; Path=/plain; HttpOnly; SameSite=Strict`,
  ]);
  // It is a session as every other, and only its token opens the API: the cookie does not.
  const listed = await call(app, 'GET', '/user/sessions', { token });
  const current = z.object({ sessions: z.array(z.object({ isCurrent: z.boolean() })) }).parse(listed.body).sessions;
  expect([current.length, current.filter(({ isCurrent }) => isCurrent).length]).toEqual([2, 1]);
  for (const headers of [{ cookie: `plain_session=${token}` }, { cookie: `token=${token}` }])
    expect((await call(app, 'GET', '/user/me', { headers })).status).toBe(401);
  const bearer = await app.http.inject({ url: '/plain', headers: { authorization: `Bearer ${token}` } });
  expect(bearer.statusCode).toBe(401);
  const outside = await browser.press('Log out');
  expect([outside.status, browser.cookies.has('plain_session')]).toEqual([401, false]);
  expect((await call(app, 'GET', '/user/me', { token })).status).toBe(401);
});

test('on https the cookie is sent over https alone', async () => {
  await using secure = await startApp({ PUBLIC_URL: 'https://school.example' });
  await signUp(secure);
  const browser = aPlainBrowser(secure);
  await browser.open('/plain');
  await browser.press('Log in', MEERA);
  expect(browser.setCookies).toEqual([
    expect.stringMatching(/^__Secure-device=.*; Secure$/),
    expect.stringMatching(/^__Secure-plain_session=.*; Secure$/),
  ]);
});

test('the second step is asked for with a form of its own', async () => {
  await using own = await startApp();
  const token = await signUp(own);
  const begun = await call(own, 'POST', '/user/second-step', { token });
  const key = fromBase32(z.string().parse(begun.body['key']));
  const code = () => codeAt(key, stepAt(own.clock.now()));
  await call(own, 'PUT', '/user/second-step', { token, body: { code: code() } });
  own.clock.advance(MINUTE_MS);
  const browser = aPlainBrowser(own);
  await browser.open('/plain');
  const asked = await browser.press('Log in', MEERA);
  expect([asked.status, asked.document.querySelector('label')?.textContent]).toEqual([
    401,
    'Code of your authenticator app, or a recovery code',
  ]);
  const wrong = await browser.press('Log in', { code: '000000' });
  expect([wrong.status, wrong.document.querySelector('[role=alert]')?.textContent]).toEqual([
    400,
    'This code is not valid, or was already used',
  ]);
  const inside = await browser.press('Log in', { code: code() });
  expect([inside.status, inside.document.querySelector('h1')?.textContent]).toEqual([200, 'Your courses']);
});

test('wrong passwords are counted as those of the API', async () => {
  await using limited = await startApp({ RATE_LIMIT: 'on' });
  await signUp(limited);
  const browser = aPlainBrowser(limited);
  await browser.open('/plain');
  for (let guess = 0; guess < 10; guess += 1)
    expect((await browser.press('Log in', { email: MEERA.email, password: `guess ${guess}` })).status).toBe(401);
  expect((await browser.press('Log in', { ...MEERA })).status).toBe(429);
  expect((await call(limited, 'POST', '/user/login', { body: MEERA })).status).toBe(429);
});

test.each([
  ['another site', { 'sec-fetch-site': 'cross-site', origin: 'https://evil.example' }],
  ['a page of the same site on another host', { 'sec-fetch-site': 'same-site', origin: 'http://x.localhost' }],
  ['another site of an old browser', { origin: 'https://evil.example' }],
  ['a page without an address', { origin: 'null' }],
  ['nowhere', {}],
])('a form that comes from %s changes nothing', async (_, headers) => {
  const quiz = await aQuiz(app);
  const { token } = quiz.meera;
  const browser = aPlainBrowser(app, token);
  await browser.open(addressOf(quiz));
  const refused = await browser.press('Start', {}, headers);
  expect(refused.status).toBe(403);
  expect(refused.text).toContain('This form was sent from another site.');
  expect((await call(app, 'GET', `${quiz.path}/quiz`, { token })).body['quiz']).toMatchObject({ attempts: [] });
  const sameHost = await browser.open(addressOf(quiz));
  expect(sameHost.status).toBe(200);
  expect((await browser.press('Start', {}, { origin: 'http://localhost:80', host: 'localhost:80' })).status).toBe(200);
});

test('a page without a session is a form to log in that leads back to it, and to no other site', async () => {
  await signUp(app, { email: 'arjun@school.example' });
  const quiz = await aQuiz(app);
  const browser = aPlainBrowser(app);
  const closed = await browser.open(addressOf(quiz));
  expect(closed.status).toBe(401);
  expect(closed.text).not.toContain('Profit or cash?');
  expect(closed.document.querySelector('[name=next]')?.getAttribute('value')).toBe(addressOf(quiz));
  const given = { ...MEERA, email: 'arjun@school.example' };
  // They hold no right to the course.
  const inside = await browser.press('Log in', given);
  expect([inside.status, browser.address()]).toEqual([403, addressOf(quiz)]);
  for (const next of ['https://evil.example/', '//evil.example', '/plain/../admin', '/plain//evil.example/%2e']) {
    const other = aPlainBrowser(app);
    await other.open('/plain');
    await other.press('Log in', { ...given, next });
    expect(other.address(), next).toBe('/plain');
  }
});

test('nobody sees the attempt of another person, and unknown addresses are pages in words', async () => {
  const quiz = await aQuiz(app);
  const { _id: id } = await start(app, quiz, quiz.arjun);
  const browser = aPlainBrowser(app, quiz.meera.token);
  for (const address of [`${addressOf(quiz)}/attempts/${id}`, `${addressOf(quiz)}/attempts/${newId()}`]) {
    const page = await browser.open(address);
    expect([page.status, page.text]).toEqual([404, expect.stringContaining('That did not work')]);
    expect(page.html).not.toMatch(/First\?|Option/);
  }
  const video = await browser.open(addressOf({ ...quiz, lectureId: quiz.videoId }));
  expect([video.status, video.document.querySelector('main a')?.getAttribute('href')]).toEqual([
    404,
    `/plain/courses/${quiz.courseId}`,
  ]);
  const course = await browser.open(`/plain/courses/${quiz.courseId}`);
  expect(course.text).toContain('Profit or cash?');
  expect(course.document.querySelector('.list a')?.getAttribute('href')).toBe(addressOf(quiz));
});

test('in practice each page has one question, and says right after it what was right', async () => {
  const quiz = await aQuiz(app);
  const browser = aPlainBrowser(app, quiz.meera.token);
  const rules = await browser.open(addressOf(quiz));
  expect(rules.text).toContain('You pass with 70%, that is 2 of 2 points.');
  const first = await browser.press('Start');
  expect(first.text).toContain('Question 1 of 2');
  expect(first.html).not.toMatch(/Why First|Second\?/);
  expect((await browser.press('Check')).text).toContain('Answer this question, or skip it.');
  const checked = await browser.press('Check', { q0: 'b' });
  expect(checked.text).toContain('Not this one First? Your answer Option b Right answer Option a Why First?');
  const next = await browser.open(`${browser.address().replace(/\?.*/, '')}?question=2`);
  expect(next.text).toContain('Second?');
  const asked = await browser.press('See your result');
  expect(asked.text).toContain('Question 2 is empty.');
  const result = await browser.press('Submit all the same', { q1: 'a' });
  expect(result.text).toContain('One more point, and you pass 50% 1 of 2 points · You pass at 70%');
  await browser.press('Try again');
  await browser.press('Check', { q0: 'a' });
  await browser.open(`${browser.address().replace(/\?.*/, '')}?question=2`);
  await browser.press('Check', { q1: 'a' });
  expect((await browser.press('See your result')).text).toContain('You passed');
  expect((await call(app, 'GET', `/courses/${quiz.courseId}`, { token: quiz.meera.token })).text).toContain(
    '"isDone":true',
  );
});

test('an older window overwrites nothing, and what comes after the end is kept and does not count', async () => {
  const quiz = await aQuiz(app, { settings: { ...inTest, timeLimitMinutes: 20 } });
  const { meera } = quiz;
  const browser = aPlainBrowser(app, meera.token);
  await browser.open(addressOf(quiz));
  const page = await browser.press('Start the test');
  expect(page.document.querySelector('.deadline')?.textContent).toMatch(
    /^The test ends on .+ at \d\d:\d\d\. On the server it was .+ at \d\d:\d\d when this page was sent\./,
  );
  const id = browser.address().split('/').at(-1) ?? '';
  await save(app, quiz, meera, { id, answer: choose('c'), seq: 3 });
  const outdated = await browser.press('Save', { q0: 'b', q1: 'a' });
  expect(outdated.text).toContain('Newer answers were saved in another window.');
  expect(outdated.document.querySelector('[name=q0][checked]')?.getAttribute('value')).toBe('c');
  expect((await browser.press('Save', { q0: 'a' })).text).toContain('Your answers are saved.');
  app.clock.advance(21 * MINUTE_MS + 1);
  const late = await browser.press('Submit test', { q0: 'b' });
  expect(late.text).toContain('The time was over.');
  expect(late.text).toContain('You passed 100% 2 of 2 points');
  expect(late.text).toContain('Another answer arrived after the end, and does not count.');
});

test('what people wrote is text on the page, never markup', async () => {
  const evil = '<script>alert(1)</script><b onclick="x">';
  const questions = [
    { ...oneOfThree(evil), type: 'short' as const, accepted: ['x'] },
    { type: 'long' as const, text: evil },
  ];
  const quiz = await aQuiz(app, { questions, settings: { ...inTest } });
  const browser = aPlainBrowser(app, quiz.meera.token);
  await browser.open(addressOf(quiz));
  await browser.press('Start the test');
  const written = '"><script>\n</textarea><b>';
  const saved = await browser.press('Save', { q0: written.replace('\n', ' '), q1: `\n${written}` });
  expect(saved.document.querySelectorAll('script, b')).toHaveLength(0);
  expect(saved.document.querySelector('input[name=q0]')?.getAttribute('value')).toBe(written.replace('\n', ' '));
  expect(saved.document.querySelector('textarea')?.textContent).toBe(`\n${written}`);
});
