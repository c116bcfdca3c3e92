import { expect, test } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import { call } from '#test/call.ts';
import { aCertifiedCourse, certificatesOf, complete, DESIGN, pageOf, RULE } from '#test/certificates.ts';
import { aCourse, aSubscriber, aUser, joinCourse } from '#test/factories.ts';
import { subjectsTo } from '#test/mailbox.ts';
import { kindsFor } from '#test/notices.ts';
import { startApp } from '#test/start-app.ts';
import { readToken } from './credential.ts';

test('the lecture that completes a course issues its certificate, which says what was measured', async () => {
  await using app = await startApp();
  const { courseId, lectures } = await aCertifiedCourse(app);
  const meera = await aSubscriber(app, { fullName: 'Meera Nair' });
  await complete(app, meera, { courseId, lectureId: lectures[0], minutes: 10 });
  expect(await certificatesOf(app, meera)).toEqual([]);
  await complete(app, meera, { courseId, lectureId: lectures[1], minutes: 9.2 });
  const [certificate] = await certificatesOf(app, meera);
  expect(certificate).toMatchObject({
    state: 'valid',
    holderName: 'Meera Nair',
    courseTitle: 'A Short Science of the Monsoon',
    completedAt: new Date(app.clock.now()).toISOString(),
    validUntil: null,
    isListed: false,
    mayCorrectName: true,
  });
  expect(certificate?.code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}(-[0-9A-HJKMNP-TV-Z]{4}){2}$/);
  expect(await pageOf(app, certificate?.code ?? '')).toMatchObject({
    teacher: 'Dr. Thomas Kurian',
    issuer: 'Lectern',
    language: 'en',
    evidence: {
      lectures: 2,
      doneLectures: 2,
      watchedPercent: 96,
      totalMs: 1_200_000,
      quizzes: 0,
      passedQuizzes: 0,
      bestPercents: [],
    },
    required: { coveragePercent: 90, needsQuizzes: true },
    design: DESIGN,
    revoked: null,
    successor: null,
  });
  // The course has no quiz, so nothing says that one was passed.
  const badge = await app.http.inject({ url: `/api/v1/certificates/${certificate?.code}/badge` });
  const signed = JSON.stringify(readToken(badge.body));
  expect(signed).toContain('Every lecture completed. 90% of the lectures watched, by measured minutes');
  expect(signed).not.toMatch(/quiz/i);
  expect(await kindsFor(app, meera)).toEqual(['certificate']);
  // Later progress issues nothing more.
  await complete(app, meera, { courseId, lectureId: lectures[1], minutes: 10 });
  expect(await certificatesOf(app, meera)).toHaveLength(1);
});

test('what was marked and not watched earns nothing until it is watched', async () => {
  await using app = await startApp();
  const { courseId, lectures } = await aCertifiedCourse(app);
  const ravi = await aSubscriber(app);
  const { token } = ravi;
  await complete(app, ravi, { courseId, lectureId: lectures[0], minutes: 10 });
  await complete(app, ravi, { courseId, lectureId: lectures[1], minutes: 7 });
  expect(await certificatesOf(app, ravi)).toEqual([]);
  const standing = await call(app, 'GET', `/courses/${courseId}/certificate`, { token });
  expect(standing.body).toMatchObject({
    rule: RULE,
    evidence: { doneLectures: 2, watchedPercent: 85 },
    isFulfilled: false,
    certificate: null,
  });
  expect(await call(app, 'POST', `/courses/${courseId}/certificate`, { token })).toMatchObject({
    status: 409,
    body: { code: 'certificate_not_earned' },
  });
  const heartbeat = { positionMs: 600_000, ranges: [[420_000, 600_000]], rate: 1, seq: 1, sessionId: 'phone' };
  app.clock.advance(DAY_MS);
  await call(app, 'POST', `/lectures/${lectures[1]}/progress`, { token, body: heartbeat });
  expect(await certificatesOf(app, ravi)).toMatchObject([{ state: 'valid' }]);
});

test('a rule that is switched on issues to those who completed before only when told to', async () => {
  await using app = await startApp();
  const { admin, courseId, lectures } = await aCertifiedCourse(app, { rule: { isOn: false } });
  const [ila, half, teacher] = [await aSubscriber(app), await aSubscriber(app), await aUser(app)];
  await joinCourse(app, { courseId, userId: teacher.id, role: 'teacher' });
  for (const person of [ila, teacher])
    for (const lectureId of lectures) await complete(app, person, { courseId, lectureId, minutes: 10 });
  await complete(app, half, { courseId, lectureId: lectures[0], minutes: 10 });
  const completedAt = new Date(app.clock.now()).toISOString();
  app.clock.advance(DAY_MS);
  const { token } = admin;
  const path = `/courses/${courseId}/certificate-rules`;
  expect((await call(app, 'GET', `${path}/earlier`, { token })).body).toMatchObject({ people: 0 });
  await call(app, 'PUT', path, { token, body: { rule: { ...RULE, validMonths: 24 }, design: DESIGN } });
  expect((await call(app, 'GET', `${path}/earlier`, { token })).body).toMatchObject({ people: 1 });
  expect(await certificatesOf(app, ila)).toEqual([]);
  expect((await call(app, 'POST', `${path}/earlier`, { token })).body).toMatchObject({ people: 1 });
  await app.jobs.runDue();
  expect(await certificatesOf(app, ila)).toMatchObject([
    { completedAt, issuedAt: new Date(app.clock.now()).toISOString() },
  ]);
  // Nobody gets notices of the past.
  expect(await kindsFor(app, ila)).toEqual([]);
  expect(await subjectsTo(app, ila.email)).not.toContain('Your certificate for A Short Science of the Monsoon');
  expect(await certificatesOf(app, half)).toEqual([]);
  expect(await certificatesOf(app, teacher)).toEqual([]);
  expect((await call(app, 'GET', `${path}/earlier`, { token })).body).toMatchObject({ people: 0 });
  expect((await call(app, 'GET', path, { token })).body).toMatchObject({ issued: 1 });
  expect((await call(app, 'GET', `/courses/${courseId}/certificates`, { token })).body).toMatchObject({ total: 1 });
});

test('a certificate with an end expires, and says so', async () => {
  await using app = await startApp();
  const { courseId, lectures } = await aCertifiedCourse(app, { rule: { validMonths: 1 } });
  const person = await aSubscriber(app);
  for (const lectureId of lectures) await complete(app, person, { courseId, lectureId, minutes: 10 });
  const [certificate] = await certificatesOf(app, person);
  expect(certificate).toMatchObject({ state: 'valid', validUntil: '2026-07-15T04:30:00.000Z' });
  app.clock.advance(31 * DAY_MS);
  expect(await pageOf(app, certificate?.code ?? '')).toMatchObject({ state: 'expired' });
});

test('the holder corrects the name once, and the old number leads to the new one', async () => {
  await using app = await startApp();
  const { admin, courseId, lectures } = await aCertifiedCourse(app);
  const meera = await aSubscriber(app, { fullName: 'Mera Nair' });
  for (const lectureId of lectures) await complete(app, meera, { courseId, lectureId, minutes: 10 });
  const [first] = await certificatesOf(app, meera);
  const completedAt = new Date(app.clock.now()).toISOString();
  app.clock.advance(DAY_MS);
  const rename = (code: string, token: string, holderName = 'Meera Nair') =>
    call(app, 'PUT', `/user/certificates/${code}/name`, { token, body: { holderName } });
  const other = await aUser(app);
  expect((await rename(first?.code ?? '', other.token)).status).toBe(404);
  expect((await rename(first?.code ?? '', meera.token)).status).toBe(200);
  const [second, ...rest] = await certificatesOf(app, meera);
  expect(rest).toEqual([]);
  expect(second).toMatchObject({ holderName: 'Meera Nair', completedAt, mayCorrectName: false });
  expect(await pageOf(app, first?.code ?? '')).toMatchObject({ state: 'reissued', successor: second?.code });
  expect((await rename(second?.code ?? '', meera.token)).body).toMatchObject({ code: 'certificate_name_corrected' });
  const reissued = await call(app, 'POST', `/admin/certificates/${second?.code}/reissue`, {
    token: admin.token,
    body: { holderName: 'Meera K. Nair' },
  });
  expect(reissued.body).toMatchObject({ certificate: { holderName: 'Meera K. Nair', state: 'valid', completedAt } });
  const again = await call(app, 'POST', `/admin/certificates/${first?.code}/reissue`, {
    token: admin.token,
    body: { holderName: 'Meera' },
  });
  expect(again.body).toMatchObject({ code: 'certificate_reissued' });
});

test('a revoked certificate says why, and no progress brings another one', async () => {
  await using app = await startApp();
  const { admin, courseId, lectures } = await aCertifiedCourse(app);
  const person = await aSubscriber(app);
  for (const lectureId of lectures) await complete(app, person, { courseId, lectureId, minutes: 9.5 });
  const [certificate] = await certificatesOf(app, person);
  const code = certificate?.code ?? '';
  const revoke = () =>
    call(app, 'POST', `/admin/certificates/${code}/revoke`, {
      token: admin.token,
      body: { reason: 'Another person watched.' },
    });
  expect((await revoke()).status).toBe(200);
  expect((await revoke()).body).toMatchObject({ code: 'certificate_not_active' });
  expect(await pageOf(app, code)).toMatchObject({
    state: 'revoked',
    revoked: { at: new Date(app.clock.now()).toISOString(), reason: 'Another person watched.' },
  });
  await complete(app, person, { courseId, lectureId: lectures[0], minutes: 10 });
  expect(await certificatesOf(app, person)).toMatchObject([{ code, state: 'revoked' }]);
  const list = await call(app, 'GET', `/admin/certificates?search=${code.slice(0, 6).toLowerCase()}`, {
    token: admin.token,
  });
  expect(list.body).toMatchObject({ total: 1, certificates: [{ code }] });
  const found = async (search: string) =>
    (await call(app, 'GET', `/courses/${courseId}/certificates?search=${search}`, { token: admin.token })).body[
      'total'
    ];
  expect([await found(code.slice(5, 9)), await found('nobody')]).toEqual([1, 0]);
});

test('a code is found however it is typed, and an unknown one is not', async () => {
  await using app = await startApp();
  const { courseId, lectures } = await aCertifiedCourse(app);
  const person = await aSubscriber(app);
  for (const lectureId of lectures) await complete(app, person, { courseId, lectureId, minutes: 10 });
  const [certificate] = await certificatesOf(app, person);
  const code = certificate?.code ?? '';
  const typed = code.toLowerCase().replaceAll('-', '').replaceAll('0', 'o').replaceAll('1', 'l');
  expect(await pageOf(app, typed)).toMatchObject({ code });
  expect(await pageOf(app, encodeURIComponent(` ${code.replaceAll('-', '\u200b – ')}`))).toMatchObject({ code });
  expect((await call(app, 'GET', '/certificates/0000-0000-0000')).body).toMatchObject({
    code: 'certificate_not_found',
  });
  expect(
    (await call(app, 'GET', `/courses/${await aCourse(app)}/certificate`, { token: person.token })).body,
  ).toMatchObject({
    rule: null,
    certificate: null,
  });
});

test('pages of certificates are counted by address', async () => {
  await using app = await startApp({ RATE_LIMIT: 'on' });
  const statuses = new Set<number>();
  for (let index = 0; index < 301; index += 1)
    statuses.add((await call(app, 'GET', '/certificates/0000-0000-0000', { from: '198.51.100.7' })).status);
  expect([...statuses]).toEqual([404, 429]);
});

test.each([
  ['Ravi https://prize.example/win', 'Ravi'],
  ['www.prize.example', '…'],
  ['मीरा पुरस्कार.भारत/अब नायर', 'मीरा नायर'],
])('a stored name %s with a web address is on no certificate as a link', async (stored, holderName) => {
  await using app = await startApp();
  const { courseId, lectures } = await aCertifiedCourse(app);
  const ravi = await aSubscriber(app, { fullName: stored });
  for (const lectureId of lectures) await complete(app, ravi, { courseId, lectureId, minutes: 10 });
  expect(await certificatesOf(app, ravi)).toMatchObject([{ holderName, mayCorrectName: true }]);
});
