// @module-tag both
import { expect, test } from 'vitest';
import { z } from 'zod';
import { call } from '#test/call.ts';
import { aHolder, aLecture, aUser, type Person } from '#test/factories.ts';
import type { TestApp } from '#test/start-app.ts';
import { aTranslatedCourse } from '#test/translations.ts';

const Created = z.object({ batch: z.object({ _id: z.string() }) });
const Coded = z.object({ code: z.object({ code: z.string() }) });

const askingInHindi =
  (app: TestApp, { token }: Person) =>
  (method: 'GET' | 'POST' | 'PUT', path: string, body: object = {}) =>
    call(app, method, path, { token, headers: { 'accept-language': 'hi' }, ...(method === 'GET' ? {} : { body }) });

/** A learner of a course whose title and first lecture are translated. */
const aReader = async () => {
  const school = await aTranslatedCourse();
  const { app, token, courseId, title, save } = school;
  expect((await save({ title: 'मानसून का विज्ञान', [title]: 'द्रोणी' })).status).toBe(200);
  const learner = await aHolder(app, courseId);
  const ask = askingInHindi(app, learner);
  const admin = (method: 'GET' | 'POST' | 'PUT', path: string, body: object) =>
    call(app, method, path, { token, body });
  return { ...school, learner, ask, admin };
};

test('what a learner holds, waits for and noted has its titles in their language', async () => {
  await using school = await aReader();
  const { app, courseId, lectureId, ask, admin } = school;
  expect((await ask('GET', '/user/rights')).body).toMatchObject({ rights: [{ title: 'मानसून का विज्ञान' }] });

  await ask('PUT', `/lectures/${lectureId}/notes/n1`, { positionMs: 0, text: 'Rain' });
  expect((await ask('GET', `/courses/${courseId}/notes`)).body).toMatchObject({
    course: { title: 'मानसून का विज्ञान' },
    lectures: [{ title: 'द्रोणी' }],
  });
  expect((await ask('GET', '/search/moments?search=rain')).body).toMatchObject({
    lectures: [{ title: 'द्रोणी', course: { title: 'मानसून का विज्ञान' } }],
  });

  const rule = { isOn: true, coveragePercent: 0, needsQuizzes: false, validMonths: null, lectureIds: [lectureId] };
  const design = { statement: 'has completed', signatory: '', signatoryTitle: '' };
  expect((await admin('PUT', `/courses/${courseId}/certificate-rules`, { rule, design })).status).toBe(200);
  expect((await ask('GET', `/courses/${courseId}/certificate`)).body).toMatchObject({ lectures: [{ title: 'द्रोणी' }] });

  const july = { name: 'July', startsOn: '2030-07-01', endsOn: '2030-07-31', places: null, joinUntil: '2030-07-31' };
  const { batch } = Created.parse((await admin('POST', `/courses/${courseId}/batches`, july)).body);
  const path = `/courses/${courseId}/batches/${batch._id}/code`;
  const { code } = Coded.parse((await admin('PUT', path, { isOn: true })).body).code;
  const mine = { course: { title: 'मानसून का विज्ञान' } };
  expect((await ask('GET', `/batches/join/${code}`)).body).toMatchObject(mine);
  expect((await ask('POST', `/batches/join/${code}`)).body).toMatchObject(mine);
  expect((await ask('GET', '/user/batches')).body).toMatchObject({ batches: [mine] });
  expect((await call(app, 'GET', '/user/batches', { token: school.learner.token })).body).toMatchObject({
    batches: [{ course: { title: 'Reading the monsoon' } }],
  });
});

test('what locks a lecture is named in the language of who opens it', async () => {
  await using school = await aReader();
  const { app, courseId, ask, admin } = school;
  const second = await aLecture(app, { courseId, title: 'Ridge' });
  const rules = [{ lectureId: second, afterPrevious: true }];
  expect((await admin('PUT', `/courses/${courseId}/release`, { rules })).status).toBe(200);
  const { body } = await ask('POST', `/lectures/${second}/progress`, {
    positionMs: 0,
    ranges: [],
    rate: 1,
    seq: 1,
    sessionId: 'tab',
    sinceStartMs: 0,
  });
  expect(body).toMatchObject({ code: 'lecture_locked' });
  expect(body['message']).toContain('“द्रोणी”');
});

test('a purchase and a request to pay name their courses in the language of the buyer', async () => {
  await using school = await aReader();
  const { app, courseId, admin } = school;
  const buyer = await aUser(app);
  const ask = askingInHindi(app, buyer);
  const ways = await app.settings.ways();
  await app.database.transaction((tx) => app.settings.change(tx, 'ways', { ...ways, cash: true, cashText: 'Here' }));
  const plan = {
    name: 'Monsoon',
    priceInPaise: 49_900,
    term: { unit: 'year', count: 1 },
    refundDays: 7,
    opens: { courseIds: [courseId] },
  };
  const { plan: made } = z
    .object({ plan: z.object({ _id: z.string() }) })
    .parse((await admin('POST', '/admin/plans', plan)).body);
  const named = { [`plans.${made._id}.name`]: 'मानसून योजना' };
  expect((await admin('PUT', '/admin/translations/hi', { texts: named })).status).toBe(200);
  const paid = { planId: made._id, way: 'cash', reference: '' };
  const receivedOn = new Date(app.clock.now()).toISOString().slice(0, 10);
  const opens = { courses: [{ title: 'मानसून का विज्ञान' }] };
  expect((await ask('POST', '/payments/requests', { ...paid, paidOn: receivedOn })).body).toMatchObject({
    request: { state: 'waiting' },
  });
  expect((await ask('GET', '/payments/requests')).body).toMatchObject({
    requests: [{ planName: 'मानसून योजना', opens }],
  });
  await admin('POST', `/admin/people/${buyer.id}/payments`, { ...paid, amountInPaise: 49_900, receivedOn });
  expect((await ask('GET', '/payments/mine')).body).toMatchObject({
    purchases: [{ planName: 'मानसून योजना', opens }],
  });
});
