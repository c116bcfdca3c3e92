import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { call } from '#test/call.ts';
import { aCourse, aLecture } from '#test/factories.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const About = z.object({ course: z.object({ related: z.array(z.object({ title: z.string() }).loose()) }) });

let app: TestApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

const relatedTo = async (courseId: string) =>
  About.parse((await call(app, 'GET', `/courses/${courseId}/about`)).body).course.related;

test('a course names up to three like it: of its category, then of its teacher, then others', async () => {
  const withLecture = async (title: string, category: string, createdBy: string): Promise<string> => {
    app.clock.advance(1000);
    const courseId = await aCourse(app, { title, category, createdBy });
    await aLecture(app, { courseId, title: 'First' });
    return courseId;
  };
  const glazes = await withLecture('Glazes', 'Clay', 'Ila Rao');
  expect(await relatedTo(glazes)).toEqual([]);
  await withLecture('Monsoon', 'Science', 'Anil Das');
  await withLecture('Paper', 'Craft', 'Ila Rao');
  await withLecture('Kilns', 'Clay', 'Anil Das');
  await withLecture('Stars', 'Science', 'Anil Das');
  await aCourse(app, { title: 'Announced', category: 'Clay', createdBy: 'Ila Rao' });
  expect((await relatedTo(glazes)).map(({ title }) => title)).toEqual(['Kilns', 'Paper', 'Stars']);
  expect((await relatedTo(glazes))[0]).toEqual({
    _id: expect.any(String),
    title: 'Kilns',
    createdBy: 'Anil Das',
    thumbnail: { secure_url: null },
    numberOfLectures: 1,
  });
});
