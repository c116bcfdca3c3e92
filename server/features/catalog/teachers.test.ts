import { existsSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { DAY_MS } from '#server/clock.ts';
import { ManagedTeacher } from '#contract/catalog/teachers.ts';
import { schoolData } from '#server/school-data.ts';
import { call } from '#test/call.ts';
import { aCourse, anAdmin, type Person } from '#test/factories.ts';
import { COURSE, publishCourse } from '#test/publish.ts';
import { mediaPart } from '#test/sign-up.ts';
import { startApp, type TestApp } from '#test/start-app.ts';

const ILA = { name: 'Ila Rao', headline: 'Meteorologist, Pune', about: 'She reads **clouds**.' };

const withTeacher = (app: TestApp, { token }: Person) => ({
  save: async (parts: Record<string, string | Awaited<ReturnType<typeof mediaPart>>> = ILA) => {
    const { status, body } = await call(app, 'PUT', '/admin/teacher', { token, parts });
    return { status, code: body['code'], teacher: ManagedTeacher.safeParse(body['teacher']).data };
  },
  read: async (name: string) =>
    ManagedTeacher.parse(
      (await call(app, 'GET', `/admin/teacher?name=${encodeURIComponent(name)}`, { token })).body['teacher'],
    ),
});

const teacherOf = async (app: TestApp, courseId: string): Promise<unknown> => {
  const { course } = (await call(app, 'GET', `/courses/${courseId}/about`)).body;
  return typeof course === 'object' && course !== null && 'teacher' in course ? course.teacher : undefined;
};

const nameOf = (teacher: ManagedTeacher | undefined): string =>
  /\/files\/thumbnails\/([0-9a-f]+)\.webp$/.exec(teacher?.picture.secure_url ?? '')?.[1] ?? '';

test('what is written about a teacher stands on every course of the name, at once', async () => {
  await using app = await startApp();
  const { save, read } = withTeacher(app, await anAdmin(app));
  const [first, second, other] = [
    await aCourse(app),
    await aCourse(app, { title: 'Winter rain' }),
    await aCourse(app, { createdBy: 'Ila' }),
  ];
  const nothing = { headline: '', about: [], picture: { secure_url: null } };
  expect(await teacherOf(app, first)).toEqual({ ...nothing, slug: 'ila-rao', numberOfCourses: 2 });
  expect(await read('Ila Rao')).toEqual({
    name: 'Ila Rao',
    headline: '',
    about: '',
    account: null,
    picture: { secure_url: null },
    numberOfCourses: 2,
  });
  expect(await save()).toMatchObject({ status: 200, teacher: { ...ILA, numberOfCourses: 2 } });
  const written = {
    headline: 'Meteorologist, Pune',
    about: [
      { kind: 'paragraph', spans: [{ text: 'She reads ' }, { text: 'clouds', marks: ['strong'] }, { text: '.' }] },
    ],
    picture: { secure_url: null },
    numberOfCourses: 2,
  };
  expect(await teacherOf(app, first)).toMatchObject(written);
  expect(await teacherOf(app, second)).toMatchObject(written);
  expect(await teacherOf(app, other)).toEqual({ ...nothing, slug: 'ila', numberOfCourses: 1 });
  await save({ ...ILA, headline: '', about: '' });
  expect(await teacherOf(app, first)).toEqual({ ...nothing, slug: 'ila-rao', numberOfCourses: 2 });
  expect((await save({ ...ILA, headline: 'two\nlines' })).code).toBe('validation_failed');
  expect((await save({ ...ILA, about: 'x'.repeat(2001) })).code).toBe('validation_failed');
});

test('a picture is square, sent in sizes and types of thumbnails, in backups, and gone a day after it is replaced', async () => {
  await using app = await startApp();
  const { save } = withTeacher(app, await anAdmin(app));
  const { teacher: first } = await save({ ...ILA, picture: await mediaPart('thumbnail.jpg') });
  const name = nameOf(first);
  const cover = await app.http.inject({ url: `/covers/${name}-320.avif` });
  expect(await sharp(cover.rawPayload).metadata()).toMatchObject({ width: 320, height: 320, compression: 'av1' });
  const keys = [`thumbnails/${name}.webp`, `covers/${name}-320.avif`];
  const { db } = app.database;
  const inUse = async (): Promise<string[]> =>
    (await Promise.all(schoolData.fileOwners.map((owner) => owner.keysInUse(db, keys)))).flatMap((used) => [...used]);
  const saved = await Promise.all(schoolData.fileOwners.map((owner) => owner.keysAfter(db, '', 10)));
  expect([(await inUse()).toSorted(), saved.flat()]).toEqual([keys.toSorted(), [keys[0]]]);

  expect((await save()).teacher?.picture).toEqual(first?.picture);
  expect((await save({ ...ILA, picture: await mediaPart('avatar.svg') })).code).toBe('not_an_image');
  const { teacher: second } = await save({ ...ILA, picture: await mediaPart('avatar.png'), removesPicture: 'true' });
  expect([nameOf(second).length, nameOf(second) === name, await inUse()]).toEqual([name.length, false, []]);
  const isThere = () => keys.map((key) => existsSync(join(app.config.dataDir, 'files', key)));
  expect(isThere()).toEqual([true, true]);
  app.clock.advance(DAY_MS);
  await app.jobs.runDue();
  expect(isThere()).toEqual([false, false]);
  expect((await save({ ...ILA, removesPicture: 'true' })).teacher?.picture).toEqual({ secure_url: null });
});

test('what is written about a teacher follows a name that is corrected in their last course', async () => {
  await using app = await startApp();
  const admin = await anAdmin(app);
  const { save, read } = withTeacher(app, admin);
  const ids = [await publishCourse(app, admin), await publishCourse(app, admin)];
  const rename = async (id: string | undefined, createdBy: string): Promise<void> => {
    const renamed = await call(app, 'PUT', `/courses/${id}`, { token: admin.token, parts: { ...COURSE, createdBy } });
    expect(renamed.status).toBe(200);
  };
  await save();
  await rename(ids[0], 'Ila Rau');
  expect([(await read('Ila Rao')).headline, (await read('Ila Rau')).headline]).toEqual(['Meteorologist, Pune', '']);
  await rename(ids[1], 'Ila Rau');
  expect([(await read('Ila Rao')).headline, (await read('Ila Rau')).headline]).toEqual(['', 'Meteorologist, Pune']);
  await save({ ...ILA, headline: 'Another' });
  await rename(ids[0], 'Ila Rao');
  await rename(ids[1], 'Ila Rao');
  expect([(await read('Ila Rao')).headline, (await read('Ila Rau')).headline]).toEqual([
    'Another',
    'Meteorologist, Pune',
  ]);
});
