// @module-tag both
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openPostgres, openSqlite } from '#server/database/database.ts';
import { noObserver } from '#server/observer.ts';
import { call } from '#test/call.ts';
import { aCourse, aLecture, anAdmin, coursesOfBefore } from '#test/factories.ts';
import { COURSE, publishCourse } from '#test/publish.ts';
import { startApp } from '#test/start-app.ts';
import { createCourseAddresses } from './course-addresses.ts';
import { listNewest } from './course-addresses.queries.ts';

const openSchool = async () => {
  const app = await startApp();
  onTestFinished(app.close);
  const admin = await anAdmin(app);
  return {
    app,
    publish: (title: string) => publishCourse(app, admin, { title }),
    rename: async (id: string, title: string) => {
      const parts = { ...COURSE, title };
      expect((await call(app, 'PUT', `/courses/${id}`, { token: admin.token, parts })).status).toBe(200);
    },
    /** The id and the slug of the course at an address; undefined for 404. */
    at: async (address: string) => {
      const { status, body } = await call(app, 'GET', `/courses/${encodeURIComponent(address)}/about`);
      return status === 404 ? undefined : body['course'];
    },
  };
};

test('a course is found by its id, by the words of its title and by those of a former title', async () => {
  const { app, publish, rename, at } = await openSchool();
  const id = await publish('Salt & Fire');
  for (const address of [id, 'salt-fire'])
    expect(await at(address), address).toMatchObject({ _id: id, slug: 'salt-fire' });
  expect((await call(app, 'GET', '/courses')).body).toMatchObject({ courses: [{ _id: id, slug: 'salt-fire' }] });
  await rename(id, 'Wood fire');
  for (const address of [id, 'salt-fire', 'wood-fire'])
    expect(await at(address), address).toMatchObject({ _id: id, slug: 'wood-fire' });
  await rename(id, 'Salt & Fire');
  expect(await at('wood-fire')).toMatchObject({ _id: id, slug: 'salt-fire' });
  for (const nothing of ['no-such-words', 'a b', 'x'.repeat(101)]) expect(await at(nothing), nothing).toBeUndefined();
});

test('courses of the same title have numbers, and none gets the former address of another', async () => {
  const { publish, rename, at } = await openSchool();
  const first = await publish('Glazes');
  await rename(first, 'Ash glazes');
  const second = await publish('Glazes');
  expect([await at('glazes'), await at('glazes-2')]).toMatchObject([{ _id: first }, { _id: second, slug: 'glazes-2' }]);
  await rename(second, 'Glazes!');
  expect(await at(second)).toMatchObject({ slug: 'glazes-2' });
});

test('a course from before addresses had words gets them at the next start', async () => {
  const { app, at } = await openSchool();
  const id = await aCourse(app, { title: 'मिट्टी के बर्तन' });
  expect(await at(id)).toMatchObject({ slug: null });
  await createCourseAddresses(app, 'catalog').prepare((tx) => app.database.topics.raise(tx, 'catalog'));
  expect(await at('मिट्टी-के-बर्तन')).toMatchObject({ _id: id });
});

test('a stop ends the assignment of addresses after the step that it is at', async () => {
  const { app } = await openSchool();
  await coursesOfBefore(app, 450, 'Glazes');
  const stopping = new AbortController();
  await createCourseAddresses(app, 'catalog').prepare(async () => stopping.abort(), stopping.signal);
  const rows = await app.database.db.selectFrom('course_addresses').select('course_id').execute();
  expect(rows.length).toBe(400);
});

test('many courses of the same title get addresses in a few statements each', async () => {
  const { app, at } = await openSchool();
  await coursesOfBefore(app, 300, 'Glazes');
  let statements = 0;
  const observer = { ...noObserver, ended: () => void (statements += 1) };
  const { databaseUrl, dataDir } = app.config;
  const database =
    databaseUrl === undefined
      ? openSqlite(join(dataDir, 'lectern.db'), observer)
      : await openPostgres(databaseUrl, { observer });
  onTestFinished(database.close);
  await createCourseAddresses({ database, clock: app.clock }, 'catalog').prepare((tx) =>
    database.topics.raise(tx, 'catalog'),
  );
  expect(await at('glazes-300')).toBeDefined();
  expect(statements / 300).toBeLessThan(9);
});

test('the newest are shown courses, and lectures that were published after theirs', async () => {
  const app = await startApp();
  onTestFinished(app.close);
  const courseId = await aCourse(app, { title: 'Salt & Fire' });
  await aLecture(app, { courseId, title: 'With its course' });
  app.clock.advance(1000);
  await aLecture(app, { courseId, title: 'Ash' });
  app.clock.advance(1000);
  await aCourse(app, { title: 'Slip' });
  const newest = await listNewest(app.database.db, 2);
  expect(newest.map(({ course_title: course, lecture_title: lecture }) => [course, lecture])).toEqual([
    ['Slip', null],
    ['Salt & Fire', 'Ash'],
  ]);
  expect(await listNewest(app.database.db, 50)).toHaveLength(3);
});
