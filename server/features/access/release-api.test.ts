// @module-tag both
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { Lecture } from '#contract/classroom/lectures.ts';
import { DAY_MS, HOUR_MS } from '#server/clock.ts';
import { defineJob } from '#server/jobs/jobs.ts';
import { call } from '#test/call.ts';
import { aHolder, aLecture, anAdmin, grantAccess, type Person, refundAll, aSubscriber } from '#test/factories.ts';
import { noticesOf } from '#test/notices.ts';
import { aQuiz, attempted, choose } from '#test/quizzes.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const plan = defineJob({ name: 'release.plan', lane: 'upkeep', payload: z.object({}) });

let app: TestApp;

beforeAll(async () => {
  app = await startApp();
});

afterAll(async () => app.close());

/** A course of a video and a quiz, and of three lectures in a section. */
const aSchool = async () => {
  const quiz = await aQuiz(app, { settings: { passPercent: 100 } });
  const { courseId, teacher } = quiz;
  const ids = [];
  for (const title of ['One', 'Two', 'Three']) ids.push(await aLecture(app, { courseId, title }));
  const put = (path: string, body: object, { token }: Person = teacher) =>
    call(app, 'PUT', `/courses/${courseId}${path}`, { token, body });
  const order = (lectureIds: string[], sectionIds: readonly string[]) =>
    put('/outline', { lectureIds, sections: [{ title: 'Later', lectureIds: sectionIds }] });
  const outline = await order([quiz.videoId, quiz.lectureId], ids);
  const [section] = z.array(z.object({ _id: z.string() })).parse(outline.body['sections']);
  const release = (rules: object[], more: object = {}, who = teacher) => put('/release', { rules, ...more }, who);
  const lecturesOf = async ({ token }: Person, query = '') =>
    z.array(Lecture).parse((await call(app, 'GET', `/courses/${courseId}${query}`, { token })).body['lectures']);
  const closedFor = async (person: Person, query = '') =>
    (await lecturesOf(person, query)).filter(({ lockedBy }) => lockedBy).map(({ title }) => title);
  const begin = ({ token }: Person, lectureId: string) =>
    call(app, 'POST', `/lectures/${lectureId}/progress`, {
      token,
      body: { positionMs: 0, ranges: [], rate: 1, seq: 1, sessionId: 'tab', sinceStartMs: 0 },
    });
  const done = ({ token }: Person, lectureId: string) =>
    call(app, 'PUT', `/lectures/${lectureId}/done`, { token, body: { isDone: true } });
  return { ...quiz, ids, sectionId: section?._id ?? '', release, lecturesOf, closedFor, begin, done, put };
};

test('rules are saved together, read by those who edit the course, and recorded in the audit', async () => {
  const school = await aSchool();
  const { courseId, sectionId, teacher, assistant, meera, ids } = school;
  const rules = [
    { sectionId, afterDays: 7, on: '2026-12-03' },
    { lectureId: ids[2], afterPrevious: true, afterQuizId: school.lectureId },
  ];
  const saved = await school.release(rules);
  expect([saved.status, saved.body['rules']]).toEqual([200, rules]);
  const read = (person: Person) => call(app, 'GET', `/courses/${courseId}/release`, { token: person.token });
  expect((await read(teacher)).body['rules']).toEqual(rules);
  expect([(await read(assistant)).status, (await read(meera)).status]).toEqual([403, 403]);
  expect((await school.release([], {}, assistant)).status).toBe(403);
  const { token } = await anAdmin(app);
  const audit = await call(app, 'GET', `/admin/audit?course=${courseId}`, { token });
  expect(audit.text).toContain('afterDays: 7, on: 2026-12-03');
  const entries = audit.text.split('course_changed').length;
  await school.release([], { isDryRun: true });
  expect((await read(teacher)).body['rules']).toEqual(rules);
  const after = await call(app, 'GET', `/admin/audit?course=${courseId}`, { token });
  expect(after.text.split('course_changed')).toHaveLength(entries);
});

test('of two owners who change the same rules, the later one looks again', async () => {
  const school = await aSchool();
  const { sectionId, courseId, teacher, ids } = school;
  const [first, second] = [[{ sectionId, afterDays: 7 }], [{ lectureId: ids[0], on: '2026-12-03' }]];
  const both = await Promise.all([first, second].map((rules) => school.release(rules, { before: [] })));
  expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
  const { body } = both.find(({ status }) => status === 409) ?? {};
  expect(body).toMatchObject({
    code: 'release_outdated',
    message: 'Someone else changed when this course opens. Check what it says now, and save again.',
  });
  const read = () => call(app, 'GET', `/courses/${courseId}/release`, { token: teacher.token });
  const stored = (await read()).body['rules'];
  expect(stored).toEqual(both.find(({ status }) => status === 200)?.body['rules']);
  expect((await school.release([...first, ...second], { before: stored })).status).toBe(200);
  expect((await read()).body['rules']).toEqual([...first, ...second]);
});

test('a rule that cannot be met is refused with a sentence at it', async () => {
  const school = await aSchool();
  const { ids, sectionId, lectureId: quizId, videoId } = school;
  const other = await aSchool();
  const refused = async (...rules: object[]) => {
    const { status, body } = await school.release(rules);
    return [status, z.array(z.object({ path: z.string(), message: z.string() })).parse(body['details'] ?? [])[0]];
  };
  const wrong = (path: string, message: string) => [400, { path, message }];
  const notInCourse = 'A rule is about a section or a lecture that this course does not have. Reload the page.';
  expect(await refused({ lectureId: ids[0] }, { lectureId: ids[0], afterDays: 1 })).toEqual(
    wrong('rules.1.lectureId', 'There are two rules for the same section or lecture'),
  );
  expect(await refused({ lectureId: other.ids[0] })).toEqual(wrong('rules.0.lectureId', notInCourse));
  expect(await refused({ sectionId: other.sectionId })).toEqual(wrong('rules.0.sectionId', notInCourse));
  expect(await refused({ sectionId, afterQuizId: videoId })).toEqual(
    wrong('rules.0.afterQuizId', 'Choose a quiz of this course'),
  );
  expect(await refused({ sectionId, afterQuizId: other.lectureId })).toEqual(
    wrong('rules.0.afterQuizId', 'Choose a quiz of this course'),
  );
  expect(await refused({ lectureId: quizId, afterQuizId: quizId })).toEqual(
    wrong('rules.0.afterQuizId', 'Choose a quiz that comes before'),
  );
  for (const rule of [
    {},
    { sectionId, lectureId: ids[0] },
    { sectionId, on: '2027-02-29' },
    { sectionId, afterDays: -1 },
  ])
    expect((await school.release([rule])).status).toBe(400);
});

test('what a learner has opened stays open, whatever happens to rules and order', async () => {
  const school = await aSchool();
  const { ids, sectionId, meera, arjun, videoId, lectureId } = school;
  const [one = '', two = '', three = ''] = ids;
  await school.begin(meera, one);
  await school.release([{ sectionId, on: '2027-01-01' }]);
  expect(await school.closedFor(meera)).toEqual(['Two', 'Three']);
  expect(await school.closedFor(arjun)).toEqual(['One', 'Two', 'Three']);
  await school.release([{ sectionId, on: '2026-06-15' }]);
  expect((await school.begin(meera, two)).status).toBe(200);
  await school.release([{ sectionId, afterPrevious: true, afterDays: 30 }]);
  expect(await school.closedFor(meera)).toEqual(['Three']);
  expect((await school.begin(meera, three)).body['code']).toBe('lecture_locked');
  const sections = [{ _id: sectionId, title: 'Later', lectureIds: [three, two, one, lectureId] }];
  expect((await school.put('/outline', { lectureIds: [videoId], sections })).status).toBe(200);
  expect(await school.closedFor(meera)).toEqual(['Three', 'Profit or cash?']);
  expect((await school.begin(meera, one)).status).toBe(200);
});

test('saving says whom it concerns, of those who have not opened it', async () => {
  const school = await aSchool();
  const { ids, sectionId, meera, arjun } = school;
  const effect = async (rules: object[], isDryRun = true) => (await school.release(rules, { isDryRun })).body['effect'];
  const learners = z.object({ later: z.number() }).parse(await effect([{ sectionId, on: '2026-12-10' }])).later;
  expect(learners).toBeGreaterThanOrEqual(2);
  for (const id of ids) await school.begin(meera, id);
  await school.begin(arjun, ids[0] ?? '');
  expect(await effect([{ sectionId, on: '2026-12-10' }], false)).toEqual({
    earlier: 0,
    later: learners - 1,
    isPartial: false,
  });
  expect(await effect([{ sectionId, on: '2026-12-03' }])).toEqual({
    earlier: learners - 1,
    later: 0,
    isPartial: false,
  });
  const oneEarlier = [{ sectionId, on: '2026-12-20' }, { lectureId: ids[0] }];
  expect(await effect(oneEarlier)).toEqual({ earlier: learners - 2, later: learners - 1, isPartial: false });
  expect(await effect([{ sectionId, on: '2026-12-10' }])).toEqual({ earlier: 0, later: 0, isPartial: false });
});

test('days count from the first day of the right, which a second right and a renewal do not restart', async () => {
  const school = await aSchool();
  const { sectionId, courseId } = school;
  await school.release([{ sectionId, afterDays: 10 }]);
  const person = await aSubscriber(app);
  app.clock.advance(6 * DAY_MS);
  await grantAccess(app, person, courseId);
  const late = await aHolder(app, courseId);
  app.clock.advance(3 * DAY_MS + 13 * HOUR_MS + 59 * 60_000);
  expect((await school.closedFor(person)).length).toBe(3);
  app.clock.advance(60_000);
  expect(await school.closedFor(person)).toEqual([]);
  expect((await school.closedFor(late)).length).toBe(3);
  // What is left of a right that was paid back is the second one.
  await refundAll(app, person.id);
  expect((await school.closedFor(person)).length).toBe(3);
  app.clock.advance(6 * DAY_MS);
  expect([await school.closedFor(person), await school.closedFor(late)]).toEqual([[], []]);
});

test('one after the other, each lecture opens the next, and the certificate counts them all', async () => {
  const school = await aSchool();
  const { ids, sectionId, meera, courseId } = school;
  const { token } = await anAdmin(app);
  await school.release(ids.map((lectureId) => ({ lectureId, afterPrevious: true })));
  const standing = async () =>
    (await call(app, 'GET', `/courses/${courseId}`, { token: meera.token })).body['progress'];
  expect(await school.closedFor(meera)).toEqual(['One', 'Two', 'Three']);
  await attempted(app, school, meera, choose('a'), choose('a'));
  expect(await school.closedFor(meera)).toEqual(['Two', 'Three']);
  expect(await standing()).toMatchObject({ doneLectures: 1, lectures: 5, resumeLectureId: ids[0] });
  expect((await school.done(meera, ids[1] ?? '')).body['code']).toBe('lecture_locked');
  await school.done(meera, ids[0] ?? '');
  expect(await school.closedFor(meera)).toEqual(['Three']);
  await school.done(meera, ids[1] ?? '');
  await school.done(meera, ids[2] ?? '');
  expect(await standing()).toMatchObject({ doneLectures: 4, percent: 80 });
  // A section after sections that are done.
  await school.release([{ sectionId, afterPrevious: true }]);
  expect(await school.closedFor(school.arjun)).toEqual(['One', 'Two', 'Three']);
  expect((await call(app, 'GET', `/courses/${courseId}/manage`, { token })).status).toBe(200);
});

test('people of the course see everything, and what a learner of today sees if they ask for it', async () => {
  const school = await aSchool();
  const { sectionId, teacher } = school;
  await school.release([{ sectionId, afterDays: 1 }]);
  expect(await school.closedFor(teacher)).toEqual([]);
  expect(await school.closedFor(teacher, '?as=learner')).toEqual(['One', 'Two', 'Three']);
  expect(await school.closedFor(teacher, '?as=learner&drafts=true')).toEqual(['One', 'Two', 'Three']);
});

test('lectures that open on a day are one notice, in the morning, and one for each course', async () => {
  const school = await aSchool();
  const { sectionId, courseId, ids } = school;
  const person = await aSubscriber(app);
  await school.release([{ sectionId, afterDays: 2 }]);
  const calendar = await app.settings.calendar();
  const start = calendar.startOf(calendar.dayOf(app.clock.now()));
  const shown = async () =>
    (await noticesOf(app, person)).filter(({ kind, courseId: of }) => kind === 'lectures_opened' && of === courseId);
  const run = async (at: number) => {
    app.clock.set(start + at);
    await app.jobs.enqueue(app.database.db, plan, {});
    await app.jobs.runDue();
  };
  await run(DAY_MS + 8 * HOUR_MS);
  await run(2 * DAY_MS + 60_000);
  expect(await shown()).toEqual([]);
  await run(2 * DAY_MS + 8 * HOUR_MS);
  await run(2 * DAY_MS + 9 * HOUR_MS);
  await run(3 * DAY_MS + 9 * HOUR_MS);
  const first = { count: 3, titles: ['One', 'Two', 'Three'], firstLectureId: ids[0] };
  expect(await shown()).toMatchObject([first]);
  // What opens on the fifth day is told on the sixth, when a process runs again.
  const dayOf = (days: number) => calendar.dayOf(start + days * DAY_MS);
  await school.release([{ lectureId: ids[1], on: dayOf(5) }]);
  await run(6 * DAY_MS + 8 * HOUR_MS);
  await run(6 * DAY_MS + 9 * HOUR_MS);
  const second = { count: 1, titles: ['Two'] };
  expect(await shown()).toMatchObject([second, first]);
  // A rule that lets a lecture open today, after the notices of today.
  await run(7 * DAY_MS + 8 * HOUR_MS);
  await school.release([{ lectureId: ids[2], on: dayOf(7) }]);
  await run(7 * DAY_MS + 10 * HOUR_MS);
  expect(await shown()).toMatchObject([{ count: 1, titles: ['Three'] }, second, first]);
});
