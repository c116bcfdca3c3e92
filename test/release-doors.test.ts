// @module-tag both
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { DAY_MS } from '#server/clock.ts';
import { call } from './call.ts';
import { everyEndpoint } from './endpoints.ts';
import { aCourse, aHolder, anAdmin, aUser, grantAccess, joinCourse, type Person } from './factories.ts';
import { aFullLecture, lecturesFor, mediaOf } from './full-lecture.ts';
import { aQuestion } from './questions.ts';
import { aQuiz, attempted, choose } from './quizzes.ts';
import { startApp, type TestApp } from './start-app.ts';

/** Every door of a lecture that is not open yet, for every role. A door that is added to the API fails here until it is listed. */

const LOCKS = {
  date: {
    rule: { on: '2026-06-20' },
    refusal: ['lecture_locked', 'Opens on 20 June 2026'],
    lockedBy: { kind: 'date', on: '2026-06-20' },
    opensAt: '2026-06-19T18:30:00.000Z',
  },
  days: {
    rule: { afterDays: 3 },
    refusal: ['lecture_locked', 'Opens on 18 June 2026'],
    lockedBy: { kind: 'days', days: 3 },
    opensAt: '2026-06-17T18:30:00.000Z',
  },
  quiz: {
    rule: { afterQuizId: 'the quiz' },
    refusal: ['quiz_not_passed', 'Opens once you pass “Profit or cash?”'],
    lockedBy: { kind: 'quiz', lectureId: 'the quiz', title: 'Profit or cash?' },
    opensAt: null,
  },
  previous: {
    rule: { afterPrevious: true },
    refusal: ['lecture_locked', 'Opens once “Video quiz” and 1 more lecture are done'],
    lockedBy: { kind: 'previous', lectureId: 'video quiz', title: 'Video quiz', left: 2 },
    opensAt: null,
  },
} as const;
type LockName = keyof typeof LOCKS;
const LOCK_NAMES = ['date', 'days', 'quiz', 'previous'] as const satisfies readonly LockName[];
/** Who gets what of a locked lecture. */
const ROLES = {
  visitor: 'unauthenticated',
  user: 'not_entitled',
  'holder of another course': 'not_entitled',
  'teacher of another course': 'not_entitled',
  learner: 'locked',
  'learner with everything': 'locked',
  assistant: 'open',
  teacher: 'open',
  ADMIN: 'open',
} as const;
type RoleName = keyof typeof ROLES;
const isRole = (name: string): name is RoleName => name in ROLES;
const ROLE_NAMES = Object.keys(ROLES).filter(isRole);

/** The doors that name no lecture in their address: tried below, or why they show nothing of one. */
const OTHER_DOORS: Record<string, string> = {
  'lectures.listLectures': 'tried',
  'lectures.previewLecture': 'free previews alone, which stay free',
  'lectures.watchHere': 'no lecture',
  'moments.find': 'tried',
  'offline.keys': 'tried',
  'calendar.address': 'tried, with its feed',
  'calendar.renew': 'as its address',
  'podcasts.address': 'tried, with its feed and its files',
  'podcasts.renew': 'as its address',
  'progress.continueWatching': 'tried',
  'learning.overview': 'tried',
  'notes.listOfCourse': 'own notes',
  'notes.export': 'own notes',
  'notes.remove': 'own notes',
  'questions.mine': 'own questions',
  'recall.due': 'questions that the learner has answered',
  'recall.answer': 'as those that are due',
  'recall.choose': 'no lecture',
  'quizzes.failedInWeek': 'of the people of courses',
  'quizzes.toGrade': 'of the people of courses',
  'watermarks.tampered': 'no lecture',
  'batches.join': 'no lecture',
  'batches.move': 'no lecture',
};
const LEARNERS_GROUPS =
  /^(lectures|progress|learning|moments|notes|questions|quizzes|recall|quizAnswerFiles|offline|calendar|podcasts)\./;

const accessOf = (access: unknown): string =>
  typeof access === 'object' && access !== null && 'course' in access ? String(access.course) : String(access);
const isForLearners = (access: unknown): boolean => ['public', 'user', 'watch'].includes(accessOf(access));
const namesLecture = (path: string): boolean => /:(lectureId|questionId)/.test(path);
const doors = everyEndpoint().filter(
  ({ endpoint: { access, path } }) => accessOf(access) === 'watch' && namesLecture(path),
);

interface Place {
  videoId: string;
  classId: string;
}

let app: TestApp;
let courseId: string;
let people: Record<RoleName, Person | undefined>;
let places: Record<LockName, Place>;
let ids: Record<string, string>;
let quiz: Awaited<ReturnType<typeof aQuiz>>;
/** The media that the learner was given before the rules. */
let given: Map<string, string>;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

const named = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_, one: unknown) => (typeof one === 'string' ? (ids[one] ?? one) : one));

const listFor = (person: Person, query = '') => lecturesFor(app, person, courseId, query);

beforeAll(async () => {
  app = await startApp();
  await app.database.transaction((tx) =>
    app.settings.change(tx, 'community', { questions: true, reviews: true, notices: true, podcasts: true }),
  );
  const admin = await anAdmin(app);
  quiz = await aQuiz(app, { settings: { passPercent: 100 } });
  ({ courseId } = quiz);
  const other = await aCourse(app, { title: 'Another course' });
  const otherTeacher = await aUser(app);
  await joinCourse(app, { courseId: other, userId: otherTeacher.id, role: 'teacher' });
  people = {
    visitor: undefined,
    user: await aUser(app),
    'holder of another course': await aHolder(app, other),
    'teacher of another course': otherTeacher,
    learner: await aHolder(app, courseId),
    'learner with everything': await aUser(app),
    assistant: quiz.assistant,
    teacher: quiz.teacher,
    ADMIN: admin,
  };
  await grantAccess(app, people['learner with everything'] ?? admin);
  places = {
    date: await aFullLecture(app, admin, { courseId, name: 'date' }),
    days: await aFullLecture(app, admin, { courseId, name: 'days' }),
    quiz: await aFullLecture(app, admin, { courseId, name: 'quiz' }),
    previous: await aFullLecture(app, admin, { courseId, name: 'previous' }),
  };
  ids = { 'the quiz': quiz.lectureId, 'video quiz': places.quiz.videoId };
  const { token } = admin;
  const sections = LOCK_NAMES.map((name) => ({
    title: name,
    lectureIds: [places[name].videoId, places[name].classId],
  }));
  const outline = await call(app, 'PUT', `/courses/${courseId}/outline`, {
    token,
    body: { lectureIds: [quiz.videoId, quiz.lectureId], sections },
  });
  const made = z.array(z.object({ _id: z.string(), title: z.string() })).parse(outline.body['sections']);
  await app.jobs.runDue();
  given = await mediaOf(app, people.learner ?? admin, courseId);
  const rules = made.map(({ _id: sectionId, title }) => {
    const name = LOCK_NAMES.find((one) => one === title) ?? 'date';
    return { sectionId, ...z.record(z.string(), z.unknown()).parse(named(LOCKS[name].rule)) };
  });
  const saved = await call(app, 'PUT', `/courses/${courseId}/release`, { token, body: { rules } });
  expect(saved.status, saved.text).toBe(200);
  app.clock.advance(10_000);
});

afterAll(async () => app.close());

test('the doors of learners are listed', () => {
  const others = everyEndpoint().filter(
    ({ name, endpoint: { access, path } }) =>
      isForLearners(access) &&
      (accessOf(access) === 'watch' || LEARNERS_GROUPS.test(name) || namesLecture(path)) &&
      !(accessOf(access) === 'watch' && namesLecture(path)),
  );
  const known = Object.keys(OTHER_DOORS);
  expect(others.map(({ name }) => name).filter((name) => !known.includes(name))).toEqual([]);
  expect(doors.length).toBeGreaterThan(25);
});

const outcome = ({ status, body }: Awaited<ReturnType<typeof call>>, [code, message]: readonly [string, string]) => {
  if (status === 401 || body['code'] === 'not_entitled') return body['code'];
  if (body['code'] === code) return body['message'] === message ? 'locked' : body['message'];
  return ['quiz_not_passed', 'lecture_locked', 'forbidden'].includes(text(body['code'])) ? body['code'] : 'open';
};

describe.each(LOCK_NAMES)('locked by %s', (name) => {
  const { refusal } = LOCKS[name];

  test.each(doors)('$name', async ({ endpoint: { method, path } }) => {
    const { videoId } = places[name];
    // Who asked a question may remove it.
    const questionId = await aQuestion(app, { lectureId: videoId, userId: quiz.teacher.id });
    const address = path
      .replace(':courseId', courseId)
      .replace(':lectureId', videoId)
      .replace(':questionId', questionId)
      .replaceAll(/:\w+/g, 'unknown1');
    const got: Record<string, unknown> = {};
    for (const role of ROLE_NAMES) {
      const token = people[role]?.token;
      got[role] = outcome(await call(app, method, address, token === undefined ? {} : { token }), refusal);
    }
    expect(got).toEqual(ROLES);
  });

  test('the list of lectures', async () => {
    const { lockedBy, opensAt } = LOCKS[name];
    const got: Record<string, unknown> = {};
    for (const role of ['learner', 'learner with everything', 'assistant', 'teacher', 'ADMIN'] as const) {
      const lecture = (await listFor(people[role] ?? quiz.teacher)).find(({ _id: id }) => id === places[name].videoId);
      const { captions = [], attachments = [], chapters = [] } = lecture ?? {};
      const files = [...(lecture?.lecture ?? []), lecture?.hls, lecture?.poster, lecture?.storyboard].filter(Boolean);
      const shown = [files, captions, attachments, chapters].map(({ length }) => length > 0);
      got[role] = [lecture?.lockedBy, lecture?.opensAt, lecture?.isPlayable, shown.includes(true)];
    }
    const closed = [named(lockedBy), opensAt, false, false];
    const open = [null, null, true, true];
    expect(got).toEqual({
      learner: closed,
      'learner with everything': closed,
      assistant: open,
      teacher: open,
      ADMIN: open,
    });
    const asLearner = (await listFor(quiz.teacher, '?as=learner')).find(({ _id: id }) => id === places[name].videoId);
    expect([asLearner?.lockedBy, asLearner?.isPlayable, asLearner?.lecture]).toEqual([named(lockedBy), false, []]);
  });

  test('media', async () => {
    const [code, message] = refusal;
    for (const part of ['video', 'captions', 'attachment']) {
      const address = given.get(`Video ${name}: ${part}`) ?? '';
      const { statusCode, body } = await app.http.inject({ url: new URL(address).pathname });
      expect([part, statusCode, body.includes(code), body.includes(message)]).toEqual([part, 403, true, true]);
    }
  });

  test('search, keys of downloads, podcast and calendar', async () => {
    const { videoId, classId } = places[name];
    const got: Record<string, unknown> = {};
    for (const role of ['learner', 'learner with everything', 'assistant', 'teacher', 'ADMIN'] as const) {
      const { token = '' } = people[role] ?? {};
      const moments = await call(app, 'GET', '/search/moments?search=humus', { token });
      const keys = await call(app, 'POST', '/offline/keys', {
        token,
        body: { deviceId: 'phone-of-meera-nair', lectureIds: [videoId] },
      });
      const podcast = text((await call(app, 'GET', '/user/podcasts', { token })).body['address']);
      const feed = await app.http.inject({ url: `${new URL(podcast).pathname}/${courseId}.xml` });
      const episode = await app.http.inject({ url: `${new URL(podcast).pathname}/${videoId}/video.mp4` });
      const calendar = text((await call(app, 'GET', '/user/calendar', { token })).body['address']);
      const classes = await app.http.inject({ url: `${new URL(calendar).pathname}/classes.ics` });
      const own = await app.http.inject({ url: `${new URL(calendar).pathname}/${classId}.ics` });
      got[role] = {
        moments: moments.text.includes(videoId),
        keys: keys.text.includes(videoId),
        feed: feed.body.includes(videoId),
        episode: episode.statusCode,
        calendar: [classes.body.includes(classId), own.statusCode],
      };
    }
    const closed = { moments: false, keys: false, feed: false, episode: 403, calendar: [false, 403] };
    const open = { moments: true, keys: true, feed: true, episode: 200, calendar: [true, 200] };
    expect(got).toEqual({
      learner: closed,
      'learner with everything': closed,
      assistant: open,
      teacher: open,
      ADMIN: open,
    });
  });
});

test('what is continued is open', async () => {
  const learner = people.learner ?? quiz.meera;
  const { token } = learner;
  const marked = await call(app, 'PUT', `/lectures/${quiz.videoId}/done`, { token, body: { isDone: true } });
  expect(marked.status).toBe(200);
  const next = (await call(app, 'GET', '/progress/continue', { token })).body['items'];
  expect(next).toMatchObject([{ lecture: { _id: quiz.lectureId } }]);
  const overview = (await call(app, 'GET', '/learning', { token })).body['continue'];
  expect(overview).toMatchObject({ lecture: { _id: quiz.lectureId } });
});

test('each opens on its day, once the quiz is passed and the section before is done', async () => {
  const learner = people.learner ?? quiz.meera;
  const { token } = learner;
  const closed = async () =>
    (await listFor(learner)).filter(({ lockedBy }) => lockedBy).map(({ title }) => title.split(' ')[1]);
  const done = (lectureId: string) =>
    call(app, 'PUT', `/lectures/${lectureId}/done`, { token, body: { isDone: true } });
  expect(await closed()).toEqual(['date', 'date', 'days', 'days', 'quiz', 'quiz', 'previous', 'previous']);
  await attempted(app, quiz, learner, choose('a'), choose('a'));
  expect(await closed()).toEqual(['date', 'date', 'days', 'days', 'previous', 'previous']);
  await done(places.quiz.videoId);
  expect(await closed()).toEqual(['date', 'date', 'days', 'days', 'previous', 'previous']);
  await done(places.quiz.classId);
  expect(await closed()).toEqual(['date', 'date', 'days', 'days']);
  app.clock.set(Date.parse('2026-06-17T18:29:59.999Z'));
  expect(await closed()).toEqual(['date', 'date', 'days', 'days']);
  app.clock.advance(1);
  expect(await closed()).toEqual(['date', 'date']);
  app.clock.advance(2 * DAY_MS);
  expect(await closed()).toEqual([]);
});
