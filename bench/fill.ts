import { readFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { z } from 'zod';
import { CourseFields } from '#contract/catalog.ts';
import { openPostgres, openSqlite } from '#server/database/database.ts';
import { toColumns } from '#server/features/catalog/course-columns.ts';
import { admin, type Running } from './processes.ts';

const SignedIn = z.object({ token: z.string() });
const Created = z.object({ course: z.object({ _id: z.string() }) });

export const signIn = async (server: Pick<Running, 'origin'>): Promise<string> => {
  const response = await fetch(`${server.origin}/api/v1/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  return SignedIn.parse(await response.json()).token;
};

export const createCourse = async (server: Pick<Running, 'origin'>, token: string, title: string): Promise<string> => {
  const form = new FormData();
  form.set('title', title);
  form.set('category', 'Bench');
  form.set('createdBy', 'The bench');
  form.set('description', 'A course that is there to be listed. It has two sentences, as courses do.');
  form.set('thumbnail', new Blob([readFileSync('test/media/thumbnail.jpg')]), 'thumbnail.jpg');
  const response = await fetch(`${server.origin}/api/v1/courses/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: form,
  });
  return Created.parse(await response.json()).course._id;
};

const Lectures = z.object({ lectures: z.array(z.object({ _id: z.string(), state: z.string() })) });

export const lecturesOf = async (server: Pick<Running, 'origin'>, token: string, courseId: string) => {
  const address = `${server.origin}/api/v1/courses/${courseId}`;
  const response = await fetch(address, { headers: { authorization: `Bearer ${token}` } });
  return Lectures.parse(await response.json()).lectures;
};

const LOOK_AGAIN_MS = 500;

/** Until the videos of a course are converted, which takes the cores from what is measured. */
export const waitForVideos = async (
  server: Pick<Running, 'origin'>,
  token: string,
  courseId: string,
): Promise<void> => {
  while ((await lecturesOf(server, token, courseId)).some(({ state }) => state === 'processing'))
    await setTimeout(LOOK_AGAIN_MS);
};

/** Many courses at once, straight into the table. */
export const insertCourses = async (
  where: { file?: string; url?: string | undefined },
  count: number,
  texts: () => Partial<z.input<typeof CourseFields>> = () => ({}),
): Promise<void> => {
  const database = where.url === undefined ? openSqlite(where.file ?? '') : await openPostgres(where.url);
  const now = Date.now();
  const rows = Array.from({ length: count }, (_, index) => ({
    ...toColumns(
      CourseFields.parse({
        title: `Course number ${index}`,
        description: 'A course that is there to be listed. It has two sentences, as courses do.',
        category: `Category ${index % 12}`,
        createdBy: `Teacher ${index % 40}`,
        ...texts(),
      }),
    ),
    id: index.toString(16).padStart(24, '0'),
    thumbnail_key: null,
    position: index,
    author_id: null,
    published_at: now - index * 1000,
    deleted_at: null,
    created_at: now,
    updated_at: now,
  }));
  await database.transaction(async (tx) => {
    for (let start = 0; start < rows.length; start += 500)
      await tx
        .insertInto('courses')
        .values(rows.slice(start, start + 500))
        .execute();
    await database.topics.raise(tx, 'catalog');
  });
  await database.close();
};
